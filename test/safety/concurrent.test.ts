import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stage } from '../faults/fixture.ts';
import { remit } from '../helpers/built-program.ts';
import { often } from '../helpers/property-runs.ts';
import { PROGRAMS, playCrowds, turns } from './concurrent-payments.ts';
import { openFunded, taskOf } from './funded-fixture.ts';
import { atOnce, builtJson } from './run-programs.ts';

const ROUNDS = often('REMIT_ROUNDS', 3);
const PATIENCE_MS = 60_000 + ROUNDS * 20_000;

let stage: Stage;
/** Where the configuration is kept. */
let folder: string;
beforeAll(async () => {
  stage = await openFunded();
  folder = join(stage.env['REMIT_HOME'] ?? '', 'config');
});
afterAll(async () => {
  await stage.checkLedger();
  await stage.close();
});

test(`${PROGRAMS} processes that make the same payment concurrently make it once, ${ROUNDS} times`, {
  timeout: PATIENCE_MS,
}, async () => {
  const tally = await playCrowds(stage, ROUNDS);
  expect(await builtJson(stage, 'journal list --unresolved')).toEqual([]);
  process.stdout.write(`safety, programs at once: ${JSON.stringify(tally)}\n`);
});

test(`${PROGRAMS} processes that create an invoice of the same number concurrently create one`, {
  timeout: PATIENCE_MS,
}, async () => {
  for (let round = 1; round <= Math.ceil(ROUNDS / 3); round++) {
    const { line, done } = await taskOf(stage, 'invoice', round);
    await stage.mark();
    const ran = await atOnce(stage, turns(line));
    const codes = ran.map(({ code }) => code);
    // The others are stopped by the journal, or rejected by the service once it knows the number.
    expect(codes.filter((it) => it === 0)).toHaveLength(1);
    expect(codes.filter((it) => it !== 0 && it !== 7 && it !== 14)).toEqual([]);
    expect(await done()).toBe(1);
  }
});

test(`${PROGRAMS} processes that write the same configuration concurrently lose no change`, {
  timeout: PATIENCE_MS,
}, async () => {
  for (let round = 1; round <= Math.ceil(ROUNDS / 3); round++) {
    const ran = await atOnce(stage, [
      `profile set business biz_${round} -P shared`,
      `profile set baseUrl http://127.0.0.1:${round} -P shared`,
      `profile set timeout ${round} -P shared`,
      `profile set journal.quietSeconds ${round} -P shared`,
      `policy set maxPerPayment ${round} -P shared`,
      `profile set business biz_${round} -P other-${round}`,
      `config set retries ${round % 10}`,
      `config set timeZone Etc/GMT+${1 + (round % 12)}`,
    ]);
    expect(ran.map(({ code, err }) => [code, err])).toEqual(turns().map(() => [0, '']));
    const kept = configured('config.json');
    expect(kept['settings']).toEqual({
      retries: round % 10,
      timeZone: `Etc/GMT+${1 + (round % 12)}`,
    });
    expect(kept['profiles']).toMatchObject({
      shared: {
        ...{ business: `biz_${round}`, baseUrl: `http://127.0.0.1:${round}`, timeout: round },
        ...{ 'journal.quietSeconds': round, 'policy.maxPerPayment': String(round) },
      },
      [`other-${round}`]: { business: `biz_${round}` },
    });
  }
});

test(`${PROGRAMS} processes that sign in concurrently all stay signed in`, {
  timeout: PATIENCE_MS,
}, async () => {
  const { REMIT_TOKEN: input = '', REMIT_BUSINESS: _, ...env } = stage.env;
  const names = turns().map((_, at) => `user-${at}`);
  const ran = await Promise.all(
    names.map((name) => remit(['auth', 'login', '--with-token', '-P', name], { env, input })),
  );
  expect(ran.map(({ code }) => code)).toEqual(names.map(() => 0));
  const stored = configured('credentials.json');
  for (const name of names) expect(stored[name]).toMatchObject({ token: input });
  expect(readdirSync(folder).sort()).toEqual(['config.json', 'credentials.json', 'journals.json']);
});

const configured = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remit, words } from '../e2e/program.ts';
import type { Stage } from '../faults/stage.ts';
import type { Task } from '../faults/tasks.ts';
import { atOnce, builtJson, often } from './built.ts';
import { openFunded, taskOf } from './funded.ts';

const PROGRAMS = 8;
const ROUNDS = often('REMIT_ROUNDS', 3);
const PATIENCE_MS = 60_000 + ROUNDS * 20_000;

/** As many lines as there are programs: each of these in turn. */
const turns = (...lines: readonly string[]) =>
  Array.from({ length: PROGRAMS }, (_, at) => lines[at % lines.length] ?? '');

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

/** What eight programs are told at once, all of it the same thing, and how often the service has done it. */
interface Crowd {
  readonly lines: readonly string[];
  /** How those end that come too late: what may be repeated is refused by the service once it is done. */
  readonly late: readonly number[];
  readonly done: Task['done'];
}

const alike =
  (name: string, late = [14]) =>
  async (round: number): Promise<Crowd> => {
    const { line, done } = await taskOf(stage, name, round);
    return { lines: turns(line), late, done };
  };

/** The order of kinds: a short battery sees the first of them, a long one all, over and over. */
const crowds: readonly ((round: number) => Promise<Crowd>)[] = [
  alike('initiate'),
  async (round) => {
    const { line, done } = await taskOf(stage, 'initiate', round);
    const payableId = words(line)[2] ?? '';
    const file = await stage.file(`one-${round}.csv`, `payableId\n${payableId}\n`);
    const raw = `api POST /api/payments/initiate -F payableId=${payableId} -F fundingSourceId=${stage.payerBank} --yes`;
    return { lines: turns(line, `pay bulk --file ${file} --yes`, raw), late: [14], done };
  },
  alike('quick'),
  alike('bulk'),
  alike('withdraw'),
  alike('cancel', [7, 14]),
];

test(`${PROGRAMS} programs that move the same money at once move it once, ${ROUNDS} times over`, {
  timeout: PATIENCE_MS,
}, async () => {
  const tally = { rounds: 0, programs: 0, duplicates: 0, stopped: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    const crowd = await crowds[(round - 1) % crowds.length]?.(round);
    if (!crowd) throw new Error(`There is nothing for round ${round}.`);
    await stage.mark();
    const ran = await atOnce(stage, crowd.lines);
    const said = ran.map(({ err }) => err).join('');
    const codes = ran.map(({ code }) => code ?? -1);
    const others = codes.filter((it) => it !== 0);
    expect([crowd.lines[0], others.length, said]).toEqual([
      crowd.lines[0],
      PROGRAMS - 1,
      expect.not.stringMatching(/busy|locked|bug/i),
    ]);
    expect(others.filter((it) => !crowd.late.includes(it))).toEqual([]);
    const stopped = others.filter((it) => it === 14).length;
    expect(said.match(/int_\w+/g)?.length ?? 0).toBeGreaterThanOrEqual(stopped);
    const done = await crowd.done();
    tally.rounds += 1;
    tally.programs += PROGRAMS;
    tally.duplicates += Math.max(0, done - 1);
    tally.stopped += PROGRAMS - 1;
    expect(done).toBe(1);
  }
  expect(await builtJson(stage, 'journal list --unresolved')).toEqual([]);
  process.stdout.write(`safety, programs at once: ${JSON.stringify(tally)}\n`);
});

test(`${PROGRAMS} programs that make an invoice of the same number at once make one`, {
  timeout: PATIENCE_MS,
}, async () => {
  for (let round = 1; round <= Math.ceil(ROUNDS / 3); round++) {
    const { line, done } = await taskOf(stage, 'invoice', round);
    await stage.mark();
    const ran = await atOnce(stage, turns(line));
    const codes = ran.map(({ code }) => code);
    // The others are stopped by the journal, or refused by the service once it knows the number.
    expect(codes.filter((it) => it === 0)).toHaveLength(1);
    expect(codes.filter((it) => it !== 0 && it !== 7 && it !== 14)).toEqual([]);
    expect(await done()).toBe(1);
  }
});

test(`${PROGRAMS} programs that write the same configuration at once lose nothing of it`, {
  timeout: PATIENCE_MS,
}, async () => {
  for (let round = 1; round <= Math.ceil(ROUNDS / 3); round++) {
    const ran = await atOnce(stage, [
      `profile set business biz_${round} -P shared`,
      `profile set baseUrl http://127.0.0.1:${round} -P shared`,
      `profile set timeout ${round} -P shared`,
      `profile set journal.quietSeconds ${round} -P shared`,
      `policy set maxPayment ${round} -P shared`,
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
        ...{ 'journal.quietSeconds': round, 'policy.maxPayment': String(round) },
      },
      [`other-${round}`]: { business: `biz_${round}` },
    });
  }
});

test(`${PROGRAMS} programs that sign in at once all stay signed in`, {
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
  expect(readdirSync(folder).sort()).toEqual(['config.json', 'credentials.json']);
});

const configured = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

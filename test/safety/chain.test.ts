import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stage } from '../faults/fixture.ts';
import { chance } from '../faults/seeded-random.ts';
import { often } from '../helpers/property-runs.ts';
import { PROGRAMS } from './concurrent-payments.ts';
import { openFunded, seenAll, taskOf } from './funded-fixture.ts';
import { built, builtJson, started } from './run-programs.ts';

const SECONDS = often('REMIT_CHAIN_SECONDS', 5);
const SEED = often('REMIT_SEED', 1);
/** Each of them makes one payment. */
const kinds = ['initiate', 'quick'] as const;

let stage: Stage;
/** Duration of a program that is not killed, in ms. */
let lifeMs = 0;
beforeAll(async () => {
  stage = await openFunded();
  const { line } = await taskOf(stage, 'quick', 0);
  const startedAt = performance.now();
  expect((await built(stage, line)).code).toBe(0);
  lifeMs = performance.now() - startedAt;
});
afterAll(async () => {
  await stage.checkLedger();
  await stage.close();
});

interface Verified {
  readonly head: string;
  readonly entries: number;
  readonly intents: number;
  readonly findings: readonly unknown[];
}

test(`${PROGRAMS} processes that pay and are killed for ${SECONDS} s leave a chain without a gap`, {
  timeout: 240_000 + SECONDS * 2_000,
}, async () => {
  const dice = chance(SEED);
  const tally = { rounds: 0, kills: 0, payments: 0, entries: 0 };
  let before = await builtJson<Verified>(stage, 'journal verify');
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; ) {
    tally.rounds += 1;
    const lines: string[] = [];
    for (let at = 0; at < PROGRAMS; at++) {
      const kind = kinds[at % kinds.length] ?? 'quick';
      lines.push((await taskOf(stage, kind, tally.rounds * PROGRAMS + at)).line);
    }
    await stage.mark();
    const crowd = lines.map((line, at) => {
      const program = started(stage, line);
      // Two of eight live on. The others share the processors, so they live longer than one alone.
      if (at % 4 !== 0) setTimeout(() => program.kill('SIGKILL'), dice.next() * lifeMs * 3);
      return program;
    });
    // The first one has stopped, and others are writing.
    await Promise.race(crowd);
    await expectChained(before.head);
    const ended = await Promise.all(crowd);
    tally.kills += ended.filter(({ signal }) => signal === 'SIGKILL').length;
    await seenAll(stage);
    const now = await expectChained(before.head);
    // Each payment was recorded before it was sent, and each program that succeeded made one.
    const { length: payments } = await stage.since('payment.created');
    expect(payments).toBeLessThanOrEqual(now.intents - before.intents);
    expect(payments).toBeGreaterThanOrEqual(ended.filter(({ exitCode }) => exitCode === 0).length);
    tally.payments += payments;
    before = now;
  }
  tally.entries = before.entries;
  process.stdout.write(`safety, a chain under kills: ${JSON.stringify(tally)}\n`);
  expect(tally.kills).toBeGreaterThan(0);
});

/** Verifies the journal, which still has the head that was kept from before. */
async function expectChained(head: string): Promise<Verified> {
  const verified = await builtJson<Verified>(stage, `journal verify --head ${head}`);
  expect(verified.findings).toEqual([]);
  return verified;
}

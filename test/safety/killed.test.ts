import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../faults/fault-proxy.ts';
import type { Stage } from '../faults/fixture.ts';
import { type Chance, chance } from '../faults/seeded-random.ts';
import type { Task } from '../faults/tasks.ts';
import { often } from '../helpers/property-runs.ts';
import { intentsOf, openFunded, seenAll, taskOf } from './funded-fixture.ts';
import { built, builtJson, started } from './run-programs.ts';

const KILLS = often('REMIT_KILLS', 10);
const SEED = often('REMIT_SEED', 1);
/** So many are killed one after the other, and then settled together. */
const ROUND = 10;
const kinds = ['initiate', 'quick', 'bulk', 'withdraw'] as const;
/** What the service shows of a payment on its payable; of the others it shows nothing. */
const shown: readonly string[] = ['initiate', 'bulk'];

let stage: Stage;
/** Told when a request that moves money reaches the network. */
let onWrite = () => {};
/** Duration of a program that is not killed, in ms. */
let lifeMs = 0;
beforeAll(async () => {
  stage = await openFunded({ onWrite: () => onWrite() });
  // The capability to show a payment at once is recorded before any outcome is unknown.
  for (let times = 0; times < 2; times++) {
    const { line } = await taskOf(stage, 'initiate', 0);
    const startedAt = performance.now();
    expect((await built(stage, line)).code).toBe(0);
    lifeMs = performance.now() - startedAt;
  }
});
afterAll(async () => {
  await stage.checkLedger();
  await stage.close();
});

interface Intent {
  readonly id: string;
  readonly outcome: string;
  readonly verdict: string | null;
}

/** One program that was killed, and what is known of it by looking into the service. */
interface Killed {
  readonly kind: string;
  readonly task: Task;
  /** The intent that it wrote down, if it came that far. */
  readonly intent: Intent | undefined;
  readonly wasSent: boolean;
  readonly done: number;
}

const tally = { kills: 0, sent: 0, doubts: 0, settled: 0, byPerson: 0, duplicates: 0, missing: 0 };

test(`killed at ${KILLS} random points, it lists every unknown outcome and pays everything once`, {
  timeout: 120_000 + KILLS * 60_000,
}, async () => {
  for (let round = 0; round * ROUND < KILLS; round++) {
    const all: Killed[] = [];
    for (let at = round * ROUND; at < Math.min(KILLS, (round + 1) * ROUND); at++) {
      all.push(await killOne(at + 1));
    }
    await expectEveryDoubtNamed(all);
    await settle(all);
    for (const it of all) await payAgain(it);
    expect(await builtJson(stage, 'journal list --unresolved')).toEqual([]);
  }
  process.stdout.write(`safety, programs killed: ${JSON.stringify(tally)}\n`);
  expect(tally).toMatchObject({ kills: KILLS, duplicates: 0, missing: 0 });
  expect(tally.doubts).toBeGreaterThan(0);
});

/** Starts a program that moves money and kills it: at any moment of its life, or when its request is on its way. */
async function killOne(number: number): Promise<Killed> {
  const dice = chance(SEED * 1_000_003 + number);
  const kind = dice.pick(kinds);
  const task = await taskOf(stage, kind, number);
  await stage.mark();
  const before = await intentsOf<Intent>(stage);
  const program = started(stage, task.line);
  const kill = () => void program.kill('SIGKILL');
  let wasSent = false;
  const isAtWrite = dice.happens(0.5);
  onWrite = () => {
    wasSent = true;
    if (isAtWrite) setTimeout(kill, dice.next() * 20);
  };
  stage.plan([isAtWrite ? fate(dice) : undefined]);
  if (!isAtWrite) setTimeout(kill, dice.next() * lifeMs);
  await program;
  await seenAll(stage);
  onWrite = () => {};
  stage.plan([]);
  tally.kills += 1;
  tally.sent += Number(wasSent);
  const [intent, ...others] = (await intentsOf<Intent>(stage)).slice(
    0,
    -before.length || undefined,
  );
  expect(others).toEqual([]);
  return { kind, task, intent, wasSent, done: await task.done() };
}

/** What becomes of the request of a program that is not there any more. */
const fate = (dice: Chance) =>
  dice.pick<Fault | undefined>([undefined, 'reset-before', 'reset-after', 'late']);

async function expectEveryDoubtNamed(all: readonly Killed[]): Promise<void> {
  const unresolved = await builtJson<Intent[]>(stage, 'journal list --unresolved');
  const named = new Set(unresolved.map(({ id }) => id));
  for (const { task, intent, wasSent, done } of all) {
    // Every request was recorded before it was sent, and its outcome is known or unresolved.
    expect([task.line, intent !== undefined]).toEqual([task.line, wasSent || intent !== undefined]);
    if (intent?.outcome === 'applied') expect([task.line, done]).toEqual([task.line, 1]);
    else if (intent) expect(named).toContain(intent.id);
    else expect([task.line, done]).toEqual([task.line, 0]);
  }
  tally.doubts += named.size;
}

/** Evidence of the service resolves an unknown outcome; without evidence a person does, who knows the truth. */
async function settle(all: readonly Killed[]): Promise<void> {
  const { out, code } = await built(stage, 'journal reconcile --quiet-period 1 --json');
  const rows: Intent[] = out === '' ? [] : JSON.parse(out);
  expect(code).toBe(rows.every(({ verdict }) => verdict !== null) ? 0 : 10);
  for (const { kind, task, intent, done } of all) {
    const row = rows.find(({ id }) => id === intent?.id);
    if (!row) continue;
    const truth = done === 1 ? 'applied' : 'not-applied';
    const expected = shown.includes(kind) ? truth : null;
    expect([task.line, row.verdict]).toEqual([task.line, expected]);
    tally.settled += Number(expected !== null);
    if (expected !== null) continue;
    tally.byPerson += 1;
    expect((await built(stage, task.line)).code).toBe(14);
    expect((await built(stage, `journal resolve ${row.id} --${truth}`)).code).toBe(0);
  }
}

/** The same command again: it pays what was not paid, and stops at what was. */
async function payAgain({ kind, task, done }: Killed): Promise<void> {
  await stage.mark();
  const { code } = await built(stage, task.line);
  // What is in flight is left out of a file, and that is no failure.
  const late = kind === 'bulk' ? 0 : 14;
  expect([task.line, code]).toEqual([task.line, done === 1 ? late : 0]);
  const times = done + (await task.done());
  tally.duplicates += Number(times > 1);
  tally.missing += Number(times < 1);
  expect([task.line, times]).toEqual([task.line, 1]);
}

test('a request that arrives after its process was killed is still found', async () => {
  const { line, done } = await taskOf(stage, 'initiate', 0);
  await stage.mark();
  const program = started(stage, line);
  onWrite = () => void program.kill('SIGKILL');
  stage.plan(['late']);
  await program;
  onWrite = () => {};
  await pause(20);
  const [row] = await builtJson<Intent[]>(stage, 'journal reconcile --quiet-period 1');
  expect([row?.verdict, await done()]).toEqual(['applied', 1]);
  expect((await built(stage, line)).code).toBe(14);
});

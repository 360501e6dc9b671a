import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../faults/fault-proxy.ts';
import { openStage, type Stage } from '../faults/fixture.ts';
import { taskOf } from './funded-fixture.ts';
import { built } from './run-programs.ts';

const modes = ['immediately', 'at-settlement'] as const;

/** What is lost of which payment, what the service's records then say of it, and how often it was made. */
const losses: readonly [kind: string, loss: Fault, verdict: string, done: number][] = [
  ['initiate', 'reset-after', 'applied', 1],
  ['initiate', 'late', 'applied', 1],
  ['initiate', 'error-before', 'not-applied', 0],
  ['bulk', 'error-after', 'applied', 1],
  ['bulk', 'reset-before', 'not-applied', 0],
];

let stage: Stage;
afterEach(async () => {
  await stage.checkLedger();
  await stage.close();
});

const writes = () => stage.proxy.seen.filter((it) => it.startsWith('POST'));
const failureIn = (err: string) => JSON.parse(err).error;

describe.for(modes)('after a lost response, if APPROVED is left %s:', (initiateLeavesApproved) => {
  beforeEach(async () => {
    stage = await openStage({ initiateLeavesApproved });
    const { line } = await taskOf(stage, 'initiate', 0);
    expect((await built(stage, line)).code).toBe(0);
  });

  test.for(losses)("%s, %s: the service's state resolves it as %s", async (it) => {
    const [kind, loss, verdict, done] = it;
    const task = await taskOf(stage, kind, 1);
    await stage.mark();
    const before = writes().length;
    stage.plan([loss]);
    const { code, err } = await built(stage, task.line);
    const [, intentId] = /journal reconcile (int_\w+)/.exec(err) ?? [];
    expect([code, err]).toEqual([10, expect.stringContaining('Outcome unknown')]);
    expect(err).toContain(`next: remit journal reconcile ${intentId}\n`);

    const again = await built(stage, `${task.line} --json`);
    expect([again.code, failureIn(again.err)]).toMatchObject([14, { code: 'in_doubt', intentId }]);
    await stage.proxy.idle();
    expect([writes().length - before, await task.done()]).toEqual([done, done]);

    const settled = await built(stage, `journal reconcile ${intentId} --quiet-period 1 --json`);
    expect([settled.code, JSON.parse(settled.out)]).toMatchObject([0, [{ verdict }]]);
    // What is in flight is left out of a file, and that is no failure.
    const late = kind === 'bulk' ? 0 : 14;
    expect((await built(stage, task.line)).code).toBe(done === 1 ? late : 0);
    expect(await task.done()).toBe(1);
  });
});

test.for([
  ['reset-after', 'applied'],
  ['reset-before', 'not-applied'],
] as const)('after %s a quick payment is resolved by a person: %s', async ([loss, verdict]) => {
  stage = await openStage({});
  const task = await taskOf(stage, 'quick', 1);
  await stage.mark();
  stage.plan([loss]);
  const lost = await built(stage, `${task.line} --json`);
  const { intentId } = failureIn(lost.err);
  const settled = await built(stage, 'journal reconcile --quiet-period 1 --json');
  expect([lost.code, settled.code]).toEqual([10, 10]);
  const reason = expect.stringContaining('ask the payee');
  expect(JSON.parse(settled.out)).toMatchObject([{ id: intentId, verdict: null, reason }]);
  expect((await built(stage, task.line)).code).toBe(14);
  expect((await built(stage, `journal resolve ${intentId} --${verdict}`)).code).toBe(0);
  expect((await built(stage, task.line)).code).toBe(verdict === 'applied' ? 14 : 0);
  expect(await task.done()).toBe(1);
});

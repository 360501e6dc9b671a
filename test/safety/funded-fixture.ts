/** Helpers for safety tests: a funded stage, tasks and intents. */

import { setTimeout as pause } from 'node:timers/promises';
import { openStage, type Stage } from '../faults/fixture.ts';
import { type Task, tasks } from '../faults/tasks.ts';

/** Opens a stage whose payee has a balance to withdraw. */
export async function openFunded(wishes?: Parameters<typeof openStage>[1]): Promise<Stage> {
  const stage = await openStage({}, wishes);
  await fundPayee(stage);
  return stage;
}

/** Gives the payee a balance to withdraw. */
export async function fundPayee(stage: Stage): Promise<void> {
  const { connection: connectionId, payerBank: fundingSourceId } = stage;
  const body = { connectionId, fundingSourceId, amount: 50_000 };
  await stage.ask('POST', '/api/payments/quick-pay', body);
  await stage.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
}

/** Creates a task of a kind. `number` distinguishes it from others. */
export async function taskOf(stage: Stage, kind: string, number: number): Promise<Task> {
  const task = await tasks[kind]?.(stage, number);
  if (!task) throw new Error(`There is no task ${kind}.`);
  return task;
}

/** Resolves when the service has read everything that a killed program had sent. */
export async function seenAll({ proxy }: Stage): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await pause(10);
  await proxy.idle();
}

/** Returns the intents in the journal, newest first. */
export async function intentsOf<Row>(stage: Stage): Promise<Row[]> {
  const { code, out, err } = await stage.run('journal list --json');
  if (code !== 0) throw new Error(`The journal cannot be listed: ${err}`);
  return JSON.parse(out);
}

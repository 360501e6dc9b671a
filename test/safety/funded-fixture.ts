import { setTimeout as pause } from 'node:timers/promises';
import { openStage, type Stage } from '../faults/fixture.ts';
import { type Task, tasks } from '../faults/tasks.ts';

/** A stage whose payee has something to withdraw. The wishes are those of any stage. */
export async function openFunded(wishes?: Parameters<typeof openStage>[1]): Promise<Stage> {
  const stage = await openStage({}, wishes);
  const { connection: connectionId, payerBank: fundingSourceId } = stage;
  const body = { connectionId, fundingSourceId, amount: 50_000 };
  await stage.ask('POST', '/api/payments/quick-pay', body);
  await stage.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
  return stage;
}

/** Something to be done once, of the kind that is named; `number` tells it from others. */
export async function taskOf(stage: Stage, kind: string, number: number): Promise<Task> {
  const task = await tasks[kind]?.(stage, number);
  if (!task) throw new Error(`There is no task ${kind}.`);
  return task;
}

/** Resolves when the service has seen all that a program wrote before it was killed: some of it is still to be read. */
export async function seenAll({ proxy }: Stage): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await pause(10);
  await proxy.idle();
}

/** What the journal holds, newest first, read in this very process. */
export async function intentsOf<Row>(stage: Stage): Promise<Row[]> {
  const { code, out, err } = await stage.run('journal list --json');
  if (code !== 0) throw new Error(`The journal cannot be listed: ${err}`);
  return JSON.parse(out);
}

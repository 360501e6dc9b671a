/** The intents of a payment run. */

import type { Kysely, Transaction } from 'kysely';
import type { Intent, PaidPayable } from './intent.ts';
import { selectPlanPayables } from './intent-payables.ts';
import { selectByPlan, toListedIntent } from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** One batch of a payment run: the hash of the plan, and the number of the batch, from 1. */
export interface PlanBatch {
  readonly plan: string;
  readonly batch: number;
}

/** An intent of a payment run, with the payables that it pays. */
export interface PlanIntent extends Intent {
  readonly batch: number;
  readonly paid: readonly PaidPayable[];
}

/** Records the batch of an intent, and returns the row. */
export async function keepBatch(
  db: Transaction<JournalTables>,
  intentId: string,
  { plan, batch }: PlanBatch,
): Promise<JournalTables['plan_batches']> {
  const row = { intent_id: intentId, plan, batch };
  await db.insertInto('plan_batches').values(row).execute();
  return row;
}

/** Lists the intents of a run, oldest first. */
export async function listPlanIntents(
  db: Kysely<JournalTables>,
  plan: string,
): Promise<PlanIntent[]> {
  const rows = (await selectByPlan(db, plan)).toReversed();
  const batches = await db
    .selectFrom('plan_batches')
    .selectAll()
    .where('plan', '=', plan)
    .execute();
  const numbers = new Map(batches.map((batch) => [batch.intent_id, batch.batch]));
  const paidIn = new Map<string, PaidPayable[]>();
  for (const { intentId, ...payable } of await selectPlanPayables(db, plan)) {
    const payables = paidIn.get(intentId);
    if (payables) payables.push(payable);
    else paidIn.set(intentId, [payable]);
  }
  return rows.map((row) => ({
    ...toListedIntent(row),
    batch: numbers.get(row.id) ?? 0,
    paid: paidIn.get(row.id) ?? [],
  }));
}

/** The intents of a payment run. */

import type { Kysely, Transaction } from 'kysely';
import { PlanRowPaidError, UnknownOutcomeError } from './errors.ts';
import { type InFlightContext, senderOf } from './in-flight.ts';
import type { Intent, PaidPayable } from './intent.ts';
import { selectPlanPayables } from './intent-payables.ts';
import {
  type IntentRow,
  isApplied,
  isStillUnknown,
  newestFirst,
  selectByPlan,
  toIntent,
  toListedIntent,
} from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/**
 * One batch of a payment run: the hash of the plan, and the number of the batch, from 1. A batch of a row operation is one
 * row of the plan, and has its number.
 */
export interface PlanBatch {
  readonly plan: string;
  readonly batch: number;
}

/** An intent of a payment run, with the payables that it pays. */
export interface PlanIntent extends Intent {
  readonly batch: number;
  /** The id that the service assigned to what it created; `null` for a batch of payables. */
  readonly serverId: string | null;
  readonly paid: readonly PaidPayable[];
}

/**
 * Checks that a row of a plan, if it is one, is neither paid nor unresolved, however long ago it was sent.
 *
 * @throws {UnknownOutcomeError} If it is unresolved or being sent.
 * @throws {PlanRowPaidError} If it was paid.
 */
export async function assertRowNotPaid(
  db: Kysely<JournalTables>,
  row: PlanBatch | undefined,
  now: InFlightContext,
): Promise<void> {
  if (!row) return;
  const sent = await selectByPlanRow(db, row);
  const unresolved = sent.find(isStillUnknown);
  if (unresolved) throw new UnknownOutcomeError(toIntent(unresolved), senderOf(unresolved, now));
  const paid = sent.find(isApplied);
  if (paid) throw new PlanRowPaidError(toIntent(paid), row.batch);
}

/** Selects the intents of one row of a plan, newest first. */
export const selectByPlanRow = (
  db: Kysely<JournalTables>,
  { plan, batch }: PlanBatch,
): Promise<IntentRow[]> =>
  newestFirst(db)
    .innerJoin('plan_batches', 'plan_batches.intent_id', 'intents.id')
    .where('plan_batches.plan', '=', plan)
    .where('plan_batches.batch', '=', batch)
    .execute();

/** Reports whether an intent is of the same plan as a row; `false` without a row. */
export async function isOfPlan(
  db: Kysely<JournalTables>,
  intentId: string,
  row: PlanBatch | undefined,
): Promise<boolean> {
  if (!row) return false;
  const found = await db
    .selectFrom('plan_batches')
    .select('batch')
    .where('intent_id', '=', intentId)
    .where('plan', '=', row.plan)
    .executeTakeFirst();
  return found !== undefined;
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
    serverId: row.server_id,
    paid: paidIn.get(row.id) ?? [],
  }));
}

/** The payables that intents pay. */

import type { Kysely, Transaction } from 'kysely';
import type { PaidPayable } from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import type { JournalTables } from './tables.ts';

/**
 * Returns the distinct payables that a draft pays, one or a batch, or may pay if the request is not understood. No
 * other intent may pay them while this one is unresolved.
 */
export function payablesOf({
  operation,
  payableId,
  payableIds = [],
}: IntentDraft): readonly string[] {
  const isPaid = operation === 'pay.initiate' && payableId !== null;
  return [...new Set(isPaid ? [payableId, ...payableIds] : payableIds)];
}

/** Records the payables that an intent is about to pay, and returns the rows. */
export async function keepPayables(
  db: Transaction<JournalTables>,
  intentId: string,
  payableIds: readonly string[],
): Promise<readonly JournalTables['intent_payables'][]> {
  const rows = payableIds.map((payable_id) => ({
    intent_id: intentId,
    payable_id,
    payment_id: null,
  }));
  if (rows.length > 0) await db.insertInto('intent_payables').values(rows).execute();
  return rows;
}

/** Records the payment made of each payable, and returns the changed columns. */
export async function keepPayments(
  db: Transaction<JournalTables>,
  intentId: string,
  payments: readonly PaidPayable[],
): Promise<readonly Omit<JournalTables['intent_payables'], 'intent_id'>[]> {
  for (const { payableId, paymentId } of payments) {
    await db
      .updateTable('intent_payables')
      .set({ payment_id: paymentId })
      .where('intent_id', '=', intentId)
      .where('payable_id', '=', payableId)
      .execute();
  }
  return payments.map(({ payableId, paymentId }) => ({
    payable_id: payableId,
    payment_id: paymentId,
  }));
}

/** A payable that an intent paid or tried to pay. */
export type IntentPayable = PaidPayable & { readonly intentId: string };

/** Selects the payables of intents, restricted to `payableIds`. */
export const selectIntentPayables = async (
  db: Kysely<JournalTables>,
  intentIds: readonly string[],
  payableIds: readonly string[],
): Promise<IntentPayable[]> =>
  intentIds.length === 0
    ? []
    : paid(db)
        .where('intent_payables.intent_id', 'in', intentIds)
        .where('intent_payables.payable_id', 'in', payableIds)
        .execute();

/** Selects the payables of all intents of a run, in one query however many there are. */
export const selectPlanPayables = (
  db: Kysely<JournalTables>,
  plan: string,
): Promise<IntentPayable[]> =>
  paid(db)
    .innerJoin('plan_batches', 'plan_batches.intent_id', 'intent_payables.intent_id')
    .where('plan_batches.plan', '=', plan)
    .execute();

const paid = (db: Kysely<JournalTables>) =>
  db
    .selectFrom('intent_payables')
    .select([
      'intent_payables.intent_id as intentId',
      'intent_payables.payable_id as payableId',
      'intent_payables.payment_id as paymentId',
    ]);

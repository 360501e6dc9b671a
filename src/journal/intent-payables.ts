import type { Kysely, Transaction } from 'kysely';
import type { PaidPayable } from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import type { JournalTables } from './tables.ts';

/**
 * What a draft would pay, one or a whole batch, or may pay where its request cannot be read: none of it may be paid by
 * another intent meanwhile.
 */
export function payablesOf({
  operation,
  payableId,
  payableIds = [],
}: IntentDraft): readonly string[] {
  const isPaid = operation === 'pay.initiate' && payableId !== null;
  return [...new Set(isPaid ? [payableId, ...payableIds] : payableIds)];
}

/** Writes down what an intent is about to pay. */
export async function keepPayables(
  db: Transaction<JournalTables>,
  intentId: string,
  payableIds: readonly string[],
): Promise<void> {
  const rows = payableIds.map((payable_id) => ({
    intent_id: intentId,
    payable_id,
    payment_id: null,
  }));
  if (rows.length > 0) await db.insertInto('intent_payables').values(rows).execute();
}

/** Writes down which payment was made of which payable. */
export async function keepPayments(
  db: Transaction<JournalTables>,
  intentId: string,
  payments: readonly PaidPayable[],
): Promise<void> {
  for (const { payableId, paymentId } of payments) {
    await db
      .updateTable('intent_payables')
      .set({ payment_id: paymentId })
      .where('intent_id', '=', intentId)
      .where('payable_id', '=', payableId)
      .execute();
  }
}

/** What an intent paid, or was to pay. */
export type IntentPayable = PaidPayable & { readonly intentId: string };

/** What intents paid, or were to pay, of some payables. */
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

/** What all intents of a run paid, or were to pay, however many they are. */
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

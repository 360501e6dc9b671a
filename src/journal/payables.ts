import type { Kysely, Transaction } from 'kysely';
import type { PaidPayable } from './intent.ts';
import type { IntentDraft } from './intents.ts';
import type { Tables } from './tables.ts';

/** The payables that a draft would pay, one or a whole batch: none of them may be paid by another intent meanwhile. */
export function payablesOf({ operation, payableId, payableIds }: IntentDraft): readonly string[] {
  if (payableIds) return payableIds;
  return operation === 'pay.initiate' && payableId !== null ? [payableId] : [];
}

/** Writes down what an intent is about to pay. */
export async function keepPayables(
  db: Transaction<Tables>,
  intentId: string,
  payableIds: readonly string[],
): Promise<void> {
  const rows = [...new Set(payableIds)].map((payable_id) => ({
    intent_id: intentId,
    payable_id,
    payment_id: null,
  }));
  if (rows.length > 0) await db.insertInto('intent_payables').values(rows).execute();
}

/** Writes down which payment was made of which payable. */
export async function keepPayments(
  db: Transaction<Tables>,
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

/** What intents paid, or were to pay: all of it, or those of some payables alone. */
export async function paidBy(
  db: Kysely<Tables>,
  intentIds: readonly string[],
  payableIds?: readonly string[],
): Promise<(PaidPayable & { readonly intentId: string })[]> {
  if (intentIds.length === 0) return [];
  const rows = await db
    .selectFrom('intent_payables')
    .selectAll()
    .where('intent_id', 'in', intentIds)
    .$if(payableIds !== undefined, (it) => it.where('payable_id', 'in', payableIds ?? []))
    .execute();
  return rows.map((it) => ({
    intentId: it.intent_id,
    payableId: it.payable_id,
    paymentId: it.payment_id,
  }));
}

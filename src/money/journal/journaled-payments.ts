/** Payments that the journal knows. */

import type { Kysely } from 'kysely';
import { type Destination, locks } from './destination.ts';
import type { Intent } from './intent.ts';
import { newestFirst, outcomeOfRow } from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** A payment that was made, or may have been made, by a request of this journal. */
export interface JournaledPayment {
  readonly intentId: string;
  /** `unknown` while it is unresolved whether the request was applied. */
  readonly outcome: 'applied' | 'unknown';
  /** `null` if the service has not named it. */
  readonly paymentId: string | null;
  /** `null` for a payment without a payable. */
  readonly payableId: string | null;
  readonly connectionId: string | null;
  readonly businessId: string | null;
  /** In cents; `null` for one payment of a batch. */
  readonly cents: number | null;
  /** When it was recorded: UTC ISO of the wall clock. */
  readonly sentAt: string;
}

const PAYING = ['pay.initiate', 'pay.quickPay', 'pay.bulkInitiate'];

/** Lists the payments at a destination that were made or may have been made, newest first, each payment of a batch by itself. */
export async function listJournaledPayments(
  db: Kysely<JournalTables>,
  to: Destination,
): Promise<JournaledPayment[]> {
  const rows = await newestFirst(db)
    .leftJoin('intent_payables', 'intent_payables.intent_id', 'intents.id')
    .select([
      'intent_payables.payable_id as paid_payable',
      'intent_payables.payment_id as made_payment',
    ])
    .where('intents.operation', 'in', PAYING)
    .where(locks(to))
    .execute();
  return rows.flatMap((row) => {
    const outcome = paymentOutcomeOf(outcomeOfRow(row));
    if (outcome === undefined) return [];
    const isOfBatch = row.operation === 'pay.bulkInitiate';
    return {
      intentId: row.id,
      outcome,
      paymentId: row.made_payment ?? (isOfBatch ? null : row.payment_id),
      payableId: row.paid_payable ?? row.payable_id,
      connectionId: row.connection_id,
      businessId: row.business_id,
      cents: isOfBatch ? null : row.cents,
      sentAt: row.created_at,
    };
  });
}

/** Returns the outcome of a request that may have paid; `undefined` for one that certainly did not. */
function paymentOutcomeOf(outcome: Intent['outcome']): JournaledPayment['outcome'] | undefined {
  if (outcome === 'sending') return 'unknown';
  return outcome === 'applied' || outcome === 'unknown' ? outcome : undefined;
}

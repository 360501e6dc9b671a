/** Transfers that the journal knows to be applied. */

import type { Kysely } from 'kysely';
import type { PaidPayable, StoredIntent } from './intent.ts';
import { type IntentRow, isApplied, selectByOperations, toIntent } from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** An applied payment, batch of payments or withdrawal. */
export interface AppliedTransfer extends StoredIntent {
  /** The id that the service assigned to it; `null` if the response had none, and for a batch. */
  readonly serverId: string | null;
  /** The bank account that it is from or to; `null` if it is not known, and for a batch. */
  readonly fundingSourceId: string | null;
  /** The speed that it was sent with; `null` if none was, or if it is not known. */
  readonly clearingSpeed: string | null;
  /** The returned payments after which its debit was authorized again. */
  readonly reauthorized: readonly string[];
  /** The payables that it pays, with their payments. */
  readonly payables: readonly PaidPayable[];
  /** The notes of those who found out that it was applied, oldest first. */
  readonly notes: readonly string[];
}

const TRANSFERS = ['pay.initiate', 'pay.quickPay', 'pay.bulkInitiate', 'business.withdraw'];

/** Lists applied transfers, newest first; a payment that was cancelled through this journal is left out. */
export async function listAppliedTransfers(db: Kysely<JournalTables>): Promise<AppliedTransfer[]> {
  const rows = (await selectByOperations(db, [...TRANSFERS, 'pay.cancel'])).filter(isApplied);
  const cancelled = new Set(
    rows.filter(({ operation }) => operation === 'pay.cancel').map(({ payment_id: id }) => id),
  );
  const payables = await db.selectFrom('intent_payables').selectAll().execute();
  const verdicts = await db
    .selectFrom('verdicts')
    .select(['intent_id', 'note'])
    .where('note', 'is not', null)
    .orderBy('seq')
    .execute();
  const payablesOf = grouped(payables, (it) => ({
    payableId: it.payable_id,
    paymentId: it.payment_id,
  }));
  const notesOf = grouped(verdicts, ({ note }) => note ?? '');
  return rows
    .filter(({ operation }) => operation !== 'pay.cancel')
    .filter((it) => it.payment_id === null || !cancelled.has(it.payment_id))
    .map((row) => ({
      ...toIntent(row),
      serverId: row.server_id,
      ...sentWith(row),
      payables: payablesOf.get(row.id) ?? [],
      notes: notesOf.get(row.id) ?? [],
    }));
}

/** Returns the bank account, the speed and the reauthorized payments of a request, as far as they were recorded. */
function sentWith({ seen_before: before }: IntentRow) {
  const { fundingSourceId = null, clearingSpeed = null, reauthorized = '' } = JSON.parse(before);
  return {
    fundingSourceId,
    clearingSpeed,
    reauthorized: String(reauthorized).split(' ').filter(Boolean),
  };
}

function grouped<Row extends { readonly intent_id: string }, Value>(
  rows: readonly Row[],
  toValue: (row: Row) => Value,
): ReadonlyMap<string, readonly Value[]> {
  const found = new Map<string, Value[]>();
  for (const row of rows) {
    const values = found.get(row.intent_id);
    if (values) values.push(toValue(row));
    else found.set(row.intent_id, [toValue(row)]);
  }
  return found;
}

/** Unresolved intents. */

import type { Kysely } from 'kysely';
import type { FindSender } from './in-flight.ts';
import type { StoredIntent } from './intent.ts';
import { selectUnresolved, toIntent } from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** An unresolved intent, with the facts that help to resolve it. */
export interface UnresolvedIntent extends StoredIntent {
  /** The hashed fields that identify duplicates; `null` if there are none. */
  readonly naturalKey: string | null;
  /** Facts as they were before the request. */
  readonly before: Readonly<Record<string, unknown>>;
  /** Payments of other intents: they are no evidence about this one. */
  readonly otherPaymentIds: readonly string[];
}

/** Lists unresolved intents that no process is sending, oldest first. */
export async function listUnresolved(
  db: Kysely<JournalTables>,
  findSender: FindSender,
): Promise<UnresolvedIntent[]> {
  const rows = (await selectUnresolved(db, findSender)).toReversed();
  if (rows.length === 0) return [];
  const created = await db
    .selectFrom('intents')
    .select(['id', 'payment_id', 'payable_id', 'business_id'])
    .where('payment_id', 'is not', null)
    .where('operation', '!=', 'pay.cancel')
    .execute();
  return rows.map((row) => {
    const cancelledPaymentId = row.operation === 'pay.cancel' ? row.payment_id : null;
    const maker = created.find(
      ({ payment_id }) => payment_id !== null && payment_id === cancelledPaymentId,
    );
    const before = JSON.parse(row.seen_before);
    return {
      ...toIntent(row),
      payableId: row.payable_id ?? before.payableId ?? maker?.payable_id ?? null,
      businessId: row.business_id ?? maker?.business_id ?? null,
      naturalKey: row.natural_key,
      before,
      otherPaymentIds: created
        .filter(({ id }) => id !== row.id)
        .map((intent) => String(intent.payment_id)),
    };
  });
}

import type { Kysely } from 'kysely';
import type { IsInFlight } from './in-flight.ts';
import type { StoredIntent } from './intent.ts';
import { selectUnresolved, toIntent } from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** An intent in doubt, with all that helps to find out what became of it. */
export interface UnresolvedIntent extends StoredIntent {
  /** What makes two requests the same thing, hashed; null where nothing does. */
  readonly naturalKey: string | null;
  /** Small facts as they were before the request. */
  readonly before: Readonly<Record<string, unknown>>;
  /** Payments that other intents made: what the service shows of them says nothing about this one. */
  readonly others: readonly string[];
}

/** Intents in doubt that nobody is about to say more of, oldest first. */
export async function listUnresolved(
  db: Kysely<JournalTables>,
  isInFlight: IsInFlight,
): Promise<UnresolvedIntent[]> {
  const rows = (await selectUnresolved(db, isInFlight)).toReversed();
  if (rows.length === 0) return [];
  const made = await db
    .selectFrom('intents')
    .select(['id', 'payment_id', 'payable_id', 'business_id'])
    .where('payment_id', 'is not', null)
    .where('operation', '!=', 'pay.cancel')
    .execute();
  return rows.map((row) => {
    const of = row.operation === 'pay.cancel' ? row.payment_id : null;
    const maker = made.find(({ payment_id }) => payment_id !== null && payment_id === of);
    const before = JSON.parse(row.seen_before);
    return {
      ...toIntent(row),
      payableId: row.payable_id ?? before.payableId ?? maker?.payable_id ?? null,
      businessId: row.business_id ?? maker?.business_id ?? null,
      naturalKey: row.natural_key,
      before,
      others: made.filter(({ id }) => id !== row.id).map((it) => String(it.payment_id)),
    };
  });
}

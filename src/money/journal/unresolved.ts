/** Unresolved intents. */

import type { Kysely } from 'kysely';
import { selectClaims } from './claims.ts';
import type { FindSender } from './in-flight.ts';
import type { StoredIntent } from './intent.ts';
import type { PayeeAmount } from './intent-payees.ts';
import { selectUnresolved, toIntent } from './read-intents.ts';
import type { SentFacts } from './sent-facts.ts';
import type { JournalTables } from './tables.ts';

/** An unresolved intent, with the facts that help to resolve it. */
export interface UnresolvedIntent extends StoredIntent {
  /** The hashed fields that identify duplicates; `null` if there are none. */
  readonly naturalKey: string | null;
  /** Facts as they were before the request. */
  readonly before: Readonly<Record<string, unknown>>;
  /** Hashes of what was sent. */
  readonly sent: SentFacts;
  /** The payees that were paid; none if the request was not understood. */
  readonly payees: readonly PayeeAmount[];
  /** The payments and payables that other intents made: one record proves one intent. */
  readonly claimedIds: readonly string[];
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
  const claims = await selectClaims(db);
  const payees = await selectPayees(
    db,
    rows.map(({ id }) => id),
  );
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
      sent: before.sent ?? {},
      payees: payees.get(row.id) ?? [],
      claimedIds: claims.filter(({ intentId }) => intentId !== row.id).map(({ id }) => id),
    };
  });
}

/** Returns the payees of intents by intent. */
async function selectPayees(
  db: Kysely<JournalTables>,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PayeeAmount[]>> {
  const rows = await db
    .selectFrom('intent_payees')
    .selectAll()
    .where('intent_id', 'in', intentIds)
    .orderBy('seq')
    .execute();
  const found = new Map<string, PayeeAmount[]>();
  for (const { intent_id, business_id, connection_id, cents } of rows) {
    const payee = { businessId: business_id, connectionId: connection_id, cents };
    found.set(intent_id, [...(found.get(intent_id) ?? []), payee]);
  }
  return found;
}

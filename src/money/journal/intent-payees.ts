/** The payees of intents, and the amounts for each. */

import type { SelectQueryBuilder, Transaction } from 'kysely';
import type { JournalTables } from './tables.ts';

/**
 * An amount for one payee: a business, or a connection if the service does not state the business, or neither. The payee
 * of a withdrawal is the business itself.
 */
export interface PayeeAmount {
  readonly businessId: string | null;
  readonly connectionId: string | null;
  readonly cents: number;
}

/** Adds up amounts of the same business and connection, in the order of their first occurrence. */
export function mergePayees(amounts: readonly PayeeAmount[]): readonly PayeeAmount[] {
  const merged = new Map<string, PayeeAmount>();
  for (const amount of amounts) {
    const key = `${amount.businessId} ${amount.connectionId}`;
    const cents = (merged.get(key)?.cents ?? 0) + amount.cents;
    merged.set(key, { ...(merged.get(key) ?? amount), cents });
  }
  return [...merged.values()];
}

/**
 * Reports whether two payees are one: the same business, whatever the connection, or the same connection. All payees of
 * which the service states neither are one.
 */
export const isSamePayee = (one: PayeeAmount, other: PayeeAmount): boolean =>
  (one.businessId !== null && one.businessId === other.businessId) ||
  (one.connectionId !== null && one.connectionId === other.connectionId) ||
  (isUnstated(one) && isUnstated(other));

const isUnstated = ({ businessId, connectionId }: PayeeAmount): boolean =>
  businessId === null && connectionId === null;

/** Records the payees of an intent, and returns the rows. */
export async function keepPayees(
  db: Transaction<JournalTables>,
  intentId: string,
  payees: readonly PayeeAmount[],
): Promise<readonly JournalTables['intent_payees'][]> {
  const rows = payees.map(({ businessId, connectionId, cents }, seq) => ({
    intent_id: intentId,
    seq,
    business_id: businessId,
    connection_id: connectionId,
    cents,
  }));
  if (rows.length > 0) await db.insertInto('intent_payees').values(rows).execute();
  return rows;
}

type Intents = SelectQueryBuilder<
  JournalTables & { outcomes: JournalTables['outcomes'] },
  'intents',
  object
>;

/** Returns the sums of some intents for these payees. */
export async function sumsOfPayees(
  intents: Intents,
  payees: readonly PayeeAmount[],
): Promise<readonly PayeeAmount[]> {
  const businesses = payees.flatMap(({ businessId }) => businessId ?? []);
  const connections = payees.flatMap(({ connectionId }) => connectionId ?? []);
  if (payees.length === 0) return [];
  const rows = await intents
    .innerJoin('intent_payees', 'intent_payees.intent_id', 'intents.id')
    .where(({ and, eb, or }) =>
      or([
        ...(payees.some(isUnstated)
          ? [
              and([
                eb('intent_payees.business_id', 'is', null),
                eb('intent_payees.connection_id', 'is', null),
              ]),
            ]
          : []),
        ...(businesses.length > 0 ? [eb('intent_payees.business_id', 'in', businesses)] : []),
        ...(connections.length > 0 ? [eb('intent_payees.connection_id', 'in', connections)] : []),
      ]),
    )
    .groupBy(['intent_payees.business_id', 'intent_payees.connection_id'])
    .select(({ fn }) => [
      'intent_payees.business_id as businessId',
      'intent_payees.connection_id as connectionId',
      fn.sum('intent_payees.cents').as('cents'),
    ])
    .execute();
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
}

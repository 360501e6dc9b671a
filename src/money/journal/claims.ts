/** Records of the service that requests made: one record proves one request. */

import type { Kysely } from 'kysely';
import { VerdictOutdatedError } from './errors.ts';
import type { JournalTables } from './tables.ts';

/** A payment or a payable, and the intent that made it. */
interface Claim {
  readonly intentId: string;
  readonly id: string;
}

/** Returns the payments and payables that intents made, as far as their ids are known. */
export async function selectClaims(db: Kysely<JournalTables>): Promise<readonly Claim[]> {
  const payments = db
    .selectFrom('intents')
    .select(['id as intentId', 'payment_id as id'])
    .where('payment_id', 'is not', null)
    .where('operation', '!=', 'pay.cancel');
  const ofBatches = db
    .selectFrom('intent_payables')
    .select(['intent_id as intentId', 'payment_id as id'])
    .where('payment_id', 'is not', null);
  const payables = db
    .selectFrom('intents')
    .select(['id as intentId', 'payable_id as id'])
    .where('payable_id', 'is not', null)
    .where('operation', '=', 'payable.create');
  const rows = await payments.unionAll(ofBatches).unionAll(payables).execute();
  return rows.map(({ intentId, id }) => ({ intentId, id: String(id) }));
}

/**
 * Checks that no other intent made these records, in the transaction of the verdict that they prove.
 *
 * @throws {VerdictOutdatedError} If one did.
 */
export async function assertUnclaimed(
  db: Kysely<JournalTables>,
  intentId: string,
  ids: readonly (string | null)[],
): Promise<void> {
  const claims = await selectClaims(db);
  if (claims.some((it) => it.intentId !== intentId && ids.includes(it.id)))
    throw new VerdictOutdatedError(intentId);
}

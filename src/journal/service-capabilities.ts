/** Behavior of services that payments have shown. */

import type { Kysely } from 'kysely';
import type { JournalTables } from './tables.ts';

/**
 * A behavior observed of a service, stored by origin.
 *
 * `payment-shows`: a new payment was immediately visible on its payable, by status, active payment or activity log. For
 * such a service, a missing payment is evidence too.
 */
export type Capability = 'payment-shows';

/** Upserts the time `at` (UTC ISO) at which a capability was last observed. */
export async function recordCapability(
  db: Kysely<JournalTables>,
  origin: string,
  capability: Capability,
  at: string,
): Promise<void> {
  await db
    .insertInto('observations')
    .values({ origin, what: capability, at })
    .onConflict((conflict) => conflict.columns(['origin', 'what']).doUpdateSet({ at }))
    .execute();
}

/** Reports whether a capability was ever observed of a service. */
export async function hasCapability(
  db: Kysely<JournalTables>,
  origin: string,
  capability: Capability,
): Promise<boolean> {
  const row = await db
    .selectFrom('observations')
    .select('at')
    .where('origin', '=', origin)
    .where('what', '=', capability)
    .executeTakeFirst();
  return row !== undefined;
}

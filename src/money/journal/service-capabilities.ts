/** Behavior of services that payments have shown. */

import type { Kysely, Transaction } from 'kysely';
import { appendEntry } from './chain/append-entry.ts';
import type { JournalTables } from './tables.ts';

/**
 * A behavior observed of a service, stored by origin.
 *
 * `payment-shows`: a new payment was immediately visible on its payable, by status, active payment or activity log. For
 * such a service, a missing payment is evidence too.
 */
export type Capability = 'payment-shows';

/** Records that a capability was observed at the time `at` (UTC ISO), unless it was observed before. */
export async function recordCapability(
  db: Transaction<JournalTables>,
  origin: string,
  capability: Capability,
  at: string,
): Promise<void> {
  if (await hasCapability(db, origin, capability)) return;
  const row = { origin, what: capability, at };
  await db.insertInto('observations').values(row).execute();
  await appendEntry(db, {
    kind: 'capability',
    at,
    intentId: null,
    insert: { observations: [row] },
  });
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

/** The amount moved in a day, and capabilities observed per service. */

import { type Kysely, sql } from 'kysely';
import { locks, type RecordedDestination } from './destination.ts';
import { journalRules } from './journaled-operations.ts';
import type { JournalTables } from './tables.ts';

const outgoing = Object.keys(journalRules).filter((id) => journalRules[id]?.outgoing);

/**
 * Returns the cents that left, or may have left, in an environment since `since` (UTC ISO, the service's clock).
 *
 * Counts applied and unresolved intents. Ignores intents that provably were not applied, and negative amounts, which
 * earlier versions recorded.
 */
export async function sumMovedSinceCents(
  db: Kysely<JournalTables>,
  since: string,
  within: RecordedDestination,
): Promise<number> {
  const { moved } = await db
    .selectFrom('intents')
    .leftJoin('outcomes', 'outcomes.intent_id', 'intents.id')
    .select(
      sql<number | null>`sum(case when intents.cents > 0 then intents.cents else 0 end)`.as(
        'moved',
      ),
    )
    .where('intents.operation', 'in', outgoing)
    .where(locks(within))
    .where(sql<string>`coalesce(intents.service_time, intents.created_at)`, '>=', since)
    .where((it) =>
      it.or([
        it('outcomes.outcome', 'is', null),
        it('outcomes.outcome', 'in', ['applied', 'unknown']),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('verdicts')
            .select('verdicts.seq')
            .whereRef('verdicts.intent_id', '=', 'intents.id')
            .where('verdicts.verdict', '=', 'not-applied'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(moved ?? 0);
}

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
  what: Capability,
  at: string,
): Promise<void> {
  await db
    .insertInto('observations')
    .values({ origin, what, at })
    .onConflict((it) => it.columns(['origin', 'what']).doUpdateSet({ at }))
    .execute();
}

/** Reports whether a capability was ever observed of a service. */
export async function hasCapability(
  db: Kysely<JournalTables>,
  origin: string,
  what: Capability,
): Promise<boolean> {
  const row = await db
    .selectFrom('observations')
    .select('at')
    .where('origin', '=', origin)
    .where('what', '=', what)
    .executeTakeFirst();
  return row !== undefined;
}

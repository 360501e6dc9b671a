/** The daily limit of a policy, and the amount that moved in a day. */

import { type Kysely, sql } from 'kysely';
import { locks, type RecordedDestination } from './destination.ts';
import { DayLimitError } from './errors.ts';
import type { IntentDraft } from './intent-draft.ts';
import { journalRules } from './journaled-operations.ts';
import type { SendContext } from './send-context.ts';
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
  destination: RecordedDestination,
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
    .where(locks(destination))
    .where(sql<string>`coalesce(intents.service_time, intents.created_at)`, '>=', since)
    .where((eb) =>
      eb.or([
        eb('outcomes.outcome', 'is', null),
        eb('outcomes.outcome', 'in', ['applied', 'unknown']),
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
 * Checks the daily limit of the policy. Everything that moved or may have moved counts, including requests in flight.
 *
 * @throws {DayLimitError} (14)
 */
export async function assertWithinDayLimit(
  db: Kysely<JournalTables>,
  draft: IntentDraft,
  { dayLimit }: SendContext,
): Promise<void> {
  if (!dayLimit) return;
  const movedCents = await sumMovedSinceCents(db, dayLimit.since, draft);
  if (movedCents + (draft.cents ?? 0) > dayLimit.cents)
    throw new DayLimitError(dayLimit.cents, movedCents);
}

import { type Kysely, sql } from 'kysely';
import { locks, type RecordedDestination } from './destination.ts';
import { journalRules } from './journaled-operations.ts';
import type { JournalTables } from './tables.ts';

const outgoing = Object.keys(journalRules).filter((id) => journalRules[id]?.outgoing);

/**
 * Cents that moved out in an environment since a moment of the service's clock, or may have: what surely did not does not
 * count. Amounts below zero, which earlier versions wrote down, lower nothing.
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
 * What a service was seen to do, by origin. `payment-shows`: once a payment was asked for, its payable showed it at once,
 * by its state, by the payment it names or in its activity log. Where that was seen, its absence is evidence too.
 */
export type Capability = 'payment-shows';

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

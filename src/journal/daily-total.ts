import { type Kysely, sql } from 'kysely';
import { locks, type SentTo } from './destination.ts';
import { journaled } from './journaled-operations.ts';
import type { Tables } from './tables.ts';

const outgoing = Object.keys(journaled).filter((id) => journaled[id]?.outgoing);

/**
 * Cents that moved out in an environment since a moment of the service's clock, or may have: what surely did not does not
 * count. Amounts below zero, which earlier versions wrote down, lower nothing.
 */
export async function movedSince(
  db: Kysely<Tables>,
  since: string,
  within: SentTo,
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
export type Observation = 'payment-shows';

export async function observe(
  db: Kysely<Tables>,
  origin: string,
  what: Observation,
  at: string,
): Promise<void> {
  await db
    .insertInto('observations')
    .values({ origin, what, at })
    .onConflict((it) => it.columns(['origin', 'what']).doUpdateSet({ at }))
    .execute();
}

export async function wasObserved(
  db: Kysely<Tables>,
  origin: string,
  what: Observation,
): Promise<boolean> {
  const row = await db
    .selectFrom('observations')
    .select('at')
    .where('origin', '=', origin)
    .where('what', '=', what)
    .executeTakeFirst();
  return row !== undefined;
}

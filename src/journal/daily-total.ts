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

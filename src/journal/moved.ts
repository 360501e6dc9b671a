import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

const outgoing = ['pay.initiate', 'pay.quickPay', 'pay.bulkInitiate', 'business.withdraw'];

/** Cents that moved out since a moment of the service's clock, or may have: what surely did not does not count. */
export async function movedSince(db: Kysely<Tables>, since: string): Promise<number> {
  const { moved } = await db
    .selectFrom('intents')
    .leftJoin('outcomes', 'outcomes.intent_id', 'intents.id')
    .select((it) => it.fn.sum<number | null>('intents.cents').as('moved'))
    .where('intents.operation', 'in', outgoing)
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

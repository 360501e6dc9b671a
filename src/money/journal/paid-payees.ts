/** The payees that the journal knows to be paid. */

import { type Kysely, sql } from 'kysely';
import { type Destination, locks } from './destination.ts';
import type { JournalTables } from './tables.ts';

/** A payee that was paid, by the ids of one or more payments. */
export interface PaidPayee {
  readonly businessId: string | null;
  readonly connectionId: string | null;
  /** The largest payment since the asked time, in cents; `null` if there was none. */
  readonly largestCents: number | null;
  /** The time of the newest payment outside of the asked plan: UTC ISO, on the service's clock; `null` if there was none. */
  readonly newestAt: string | null;
}

/** The payments that are asked about. */
export interface PaidBy extends Destination {
  /** Only payments of this profile; `null` for those without a profile. */
  readonly profile: string | null;
  /** The start of the period of `largestCents`: UTC ISO. */
  readonly since: string;
  /** The hash of the plan whose payments are not the newest ones of `newestAt`. */
  readonly plan: string | undefined;
}

const PAYING = ['pay.initiate', 'pay.quickPay', 'pay.bulkInitiate'];

/** Lists the payees of applied payments, each combination of business and connection once. */
export async function listPaidPayees(
  db: Kysely<JournalTables>,
  { profile, since, plan, ...to }: PaidBy,
): Promise<readonly PaidPayee[]> {
  const at = sql<string>`coalesce(intents.service_time, intents.created_at)`;
  const rows = await db
    .selectFrom('intents')
    .innerJoin('intent_payees', 'intent_payees.intent_id', 'intents.id')
    .leftJoin('outcomes', 'outcomes.intent_id', 'intents.id')
    .leftJoin('plan_batches', 'plan_batches.intent_id', 'intents.id')
    .where('intents.operation', 'in', PAYING)
    .where('intents.profile', profile === null ? 'is' : '=', profile)
    .where(locks(to))
    .where(({ and, eb, or, selectFrom }) =>
      or([
        eb('outcomes.outcome', '=', 'applied'),
        and([
          or([eb('outcomes.outcome', 'is', null), eb('outcomes.outcome', '=', 'unknown')]),
          eb(
            selectFrom('verdicts')
              .select('verdicts.verdict')
              .whereRef('verdicts.intent_id', '=', 'intents.id')
              .orderBy('verdicts.seq', 'desc')
              .limit(1),
            '=',
            'applied',
          ),
        ]),
      ]),
    )
    .groupBy(['intent_payees.business_id', 'intent_payees.connection_id'])
    .select([
      'intent_payees.business_id as businessId',
      'intent_payees.connection_id as connectionId',
      sql<number | null>`max(case when ${at} >= ${since} then intent_payees.cents end)`.as(
        'largest',
      ),
      sql<
        string | null
      >`max(case when plan_batches.plan is null or plan_batches.plan <> ${plan ?? ''} then ${at} end)`.as(
        'newestAt',
      ),
    ])
    .execute();
  return rows.map(({ largest, ...row }) => ({
    ...row,
    largestCents: largest === null ? null : Number(largest),
  }));
}

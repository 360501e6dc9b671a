/** The limits of a policy on sums, and the amounts that moved in a period. */

import { type Kysely, sql } from 'kysely';
import { type Destination, locks } from './destination.ts';
import { SpendingLimitError } from './errors.ts';
import type { IntentDraft } from './intent-draft.ts';
import { isSamePayee, mergePayees, sumsOfPayees } from './intent-payees.ts';
import { journalRules } from './journaled-operations.ts';
import type { SendContext } from './send-context.ts';
import type { JournalTables } from './tables.ts';

/** The largest sum that may move in a run or since a time, in all or to one payee. */
export interface SpendingLimit {
  /** The rule of the policy. */
  readonly rule: SpendingRule;
  readonly cents: number;
  /** The start of the period: UTC ISO, on the service's clock. Not used by a limit per run. */
  readonly since: string;
  /** The name of the policy, for messages. */
  readonly policy: string;
}

/** The rules that limit sums. `dualApprovalAbove` is the sum to a payee in a day that needs no approval. */
export type SpendingRule =
  | 'maxPerRun'
  | 'maxPerDay'
  | 'maxPerMonth'
  | 'maxPerPayeePerDay'
  | 'dualApprovalAbove';

/** The amounts that a request, or a whole run, is about to move. */
export type Spending = Pick<IntentDraft, 'cents' | 'payees' | 'origin' | 'environment'>;

const outgoing = Object.keys(journalRules).filter((id) => journalRules[id]?.outgoing);

/**
 * Returns the outgoing intents that moved an amount, or may have: applied and unresolved ones.
 *
 * A verdict that an intent was not applied counts only if the service's records prove it: a person could be wrong, and
 * a limit must not depend on that. It does not count if the outcome says otherwise.
 */
const movingIntents = (db: Kysely<JournalTables>, destination: Destination) =>
  db
    .selectFrom('intents')
    .leftJoin('outcomes', 'outcomes.intent_id', 'intents.id')
    .where('intents.operation', 'in', outgoing)
    .where(locks(destination))
    .where((eb) =>
      eb.or([
        eb('outcomes.outcome', 'is', null),
        eb('outcomes.outcome', 'in', ['applied', 'unknown']),
      ]),
    )
    .where((eb) => {
      const { and, exists, not, or, selectFrom } = eb;
      const verdicts = selectFrom('verdicts')
        .select('verdicts.seq')
        .whereRef('verdicts.intent_id', '=', 'intents.id');
      const disproved = verdicts
        .where('verdicts.verdict', '=', 'not-applied')
        .where('verdicts.source', '=', 'records');
      const confirmed = verdicts.where('verdicts.verdict', '=', 'applied');
      return or([
        eb('outcomes.outcome', '=', 'applied'),
        eb('intents.in_doubt', 'is not', null),
        not(and([exists(disproved), not(exists(confirmed))])),
      ]);
    });

/** The condition that an intent was sent at a time or later, on the service's clock. */
const sentSince = (since: string) =>
  sql<boolean>`coalesce(intents.service_time, intents.created_at) >= ${since}`;

/** Returns the cents that left, or may have left, in an environment since `since` (UTC ISO, the service's clock). */
export async function sumMovedSinceCents(
  db: Kysely<JournalTables>,
  since: string,
  destination: Destination,
): Promise<number> {
  const { moved } = await movingIntents(db, destination)
    .select(sql<number | null>`sum(intents.cents)`.as('moved'))
    .where(sentSince(since))
    .executeTakeFirstOrThrow();
  return Number(moved ?? 0);
}

/** Returns the cents that the sent batches of a plan moved, or may have moved. */
async function sumMovedInRunCents(
  db: Kysely<JournalTables>,
  plan: string,
  destination: Destination,
): Promise<number> {
  const { moved } = await movingIntents(db, destination)
    .innerJoin('plan_batches', 'plan_batches.intent_id', 'intents.id')
    .select(sql<number | null>`sum(intents.cents)`.as('moved'))
    .where('plan_batches.plan', '=', plan)
    .executeTakeFirstOrThrow();
  return Number(moved ?? 0);
}

/**
 * Checks amounts against limits. Everything that moved or may have moved counts, including requests in flight.
 *
 * @throws {SpendingLimitError} For the first limit that would be exceeded (14).
 */
export async function assertWithinLimits(
  db: Kysely<JournalTables>,
  spending: Spending,
  { limits = [], plan }: Pick<SendContext, 'limits' | 'plan'>,
): Promise<void> {
  for (const limit of limits) {
    if (limit.rule === 'maxPerPayeePerDay' || limit.rule === 'dualApprovalAbove') {
      await assertPayeesWithin(db, spending, limit);
    } else {
      await assertSumWithin(db, spending, limit, plan);
    }
  }
}

async function assertSumWithin(
  db: Kysely<JournalTables>,
  spending: Spending,
  limit: SpendingLimit,
  plan: SendContext['plan'],
): Promise<void> {
  const isPerRun = limit.rule === 'maxPerRun';
  // A request that is not part of a run was checked as a whole.
  if (isPerRun && plan === undefined) return;
  const movedCents =
    isPerRun && plan !== undefined
      ? await sumMovedInRunCents(db, plan.plan, spending)
      : await sumMovedSinceCents(db, limit.since, spending);
  const cents = spending.cents ?? 0;
  if (movedCents + cents > limit.cents) {
    throw new SpendingLimitError(limit, { movedCents, cents, payee: null });
  }
}

async function assertPayeesWithin(
  db: Kysely<JournalTables>,
  spending: Spending,
  limit: SpendingLimit,
): Promise<void> {
  const payees = mergePayees(spending.payees ?? []);
  const moved = await sumsOfPayees(
    movingIntents(db, spending).where(sentSince(limit.since)),
    payees,
  );
  for (const payee of payees) {
    const [movedCents, cents] = [moved, payees].map((amounts) =>
      amounts.reduce((sum, it) => sum + (isSamePayee(it, payee) ? it.cents : 0), 0),
    ) as [number, number];
    if (movedCents + cents > limit.cents) {
      const name = payee.businessId ?? payee.connectionId ?? 'an unstated payee';
      throw new SpendingLimitError(limit, { movedCents, cents, payee: name });
    }
  }
}

/** Transitions of withdrawals with their effects on the ledger, and the jobs that do them at their times. */

import type { Updateable } from 'kysely';
import { returnAfter, withdrawalWindowAt } from '../../api/ach/cut-off.ts';
import { toDollars } from '../../api/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { type Job, schedule, unschedule } from '../jobs/schedule.ts';
import { post } from '../ledger/post.ts';
import { withdrawalPostings } from '../ledger/postings.ts';
import { emit } from '../notifications/events.ts';
import { bankAt } from '../payment/records.ts';
import { applyReturn } from '../payment/returned-account.ts';
import {
  type AchReturn,
  achReturnColumns,
  achReturnOf,
  creditOutcome,
  returnCodeOf,
} from '../payment/returns.ts';
import { type WithdrawalTransition, withdrawalTransitionTarget } from './rules.ts';

type Withdrawal = Row<'withdrawals'>;

interface WithdrawalDraft {
  readonly businessId: string;
  readonly fundingSourceId: string;
  readonly cents: number;
}

/**
 * Creates a withdrawal: sets the money aside from the available balance and schedules its submission.
 *
 * Checks nothing: callers check.
 */
export async function startWithdrawal(
  context: HandlerContext,
  draft: WithdrawalDraft,
): Promise<Withdrawal> {
  const { submitAt, settleAt } = withdrawalWindowAt(context.now());
  const withdrawal = await context.db
    .insertInto('withdrawals')
    .values({
      id: context.newId('wd'),
      business_id: draft.businessId,
      funding_source_id: draft.fundingSourceId,
      cents: draft.cents,
      status: 'PENDING',
      created_at: context.now().toISOString(),
      submit_at: submitAt.toISOString(),
      settle_at: settleAt.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await post(context, 'W1', withdrawal.id, withdrawalPostings.W1(payoutOf(withdrawal)));
  await schedule(context, 'withdrawal.submit', withdrawal.id, submitAt);
  await emitWithdrawal(context, withdrawal, 'created');
  return withdrawal;
}

/** Transitions a withdrawal from PENDING to PROCESSING: sent to the bank. */
export async function submitWithdrawal(
  context: HandlerContext,
  withdrawal: Withdrawal,
): Promise<Withdrawal> {
  const submitted = await transition(context, withdrawal, 'submit', {
    submitted_at: context.now().toISOString(),
  });
  await post(context, 'W2', submitted.id, withdrawalPostings.W2(payoutOf(submitted)));
  await emitWithdrawal(context, submitted, 'processing');
  await schedule(context, 'withdrawal.settle', submitted.id, new Date(submitted.settle_at));
  return submitted;
}

/** Ends a withdrawal in PROCESSING: COMPLETED, with its return scheduled if that is late, or FAILED if the bank returns it. */
async function settleWithdrawal(context: HandlerContext, withdrawal: Withdrawal): Promise<void> {
  const outcome = await outcomeOf(context, withdrawal);
  if (outcome !== null && !returnCodeOf(outcome).isLate) {
    await failWithdrawal(context, withdrawal, achReturnOf(outcome));
    return;
  }
  await completeWithdrawal(context, withdrawal);
  if (outcome === null) return;
  await schedule(context, 'withdrawal.return', withdrawal.id, returnAfter(context.now()));
}

async function outcomeOf({ db }: HandlerContext, { funding_source_id, cents }: Withdrawal) {
  const bank = await bankAt(db, funding_source_id);
  return creditOutcome(bank?.row.behavior ?? null, cents);
}

/** Transitions a withdrawal from PROCESSING to COMPLETED. */
export async function completeWithdrawal(
  context: HandlerContext,
  withdrawal: Withdrawal,
): Promise<Withdrawal> {
  const completed = await transition(context, withdrawal, 'complete', {
    completed_at: context.now().toISOString(),
  });
  await post(context, 'W3', completed.id, withdrawalPostings.W3(payoutOf(completed)));
  await emitWithdrawal(context, completed, 'completed');
  return completed;
}

/** Transitions a withdrawal to FAILED and puts the money back into the available balance. */
export async function failWithdrawal(
  context: HandlerContext,
  withdrawal: Withdrawal,
  failure: AchReturn,
): Promise<Withdrawal> {
  const failed = await transition(context, withdrawal, 'fail', {
    ...achReturnColumns(failure),
    failed_at: context.now().toISOString(),
  });
  await post(context, 'W4', failed.id, withdrawalPostings.W4(payoutOf(failed)));
  await applyReturn(context, failed.funding_source_id, failure.code);
  await emitWithdrawal(context, failed, 'failed');
  return failed;
}

/**
 * Transitions a withdrawal from COMPLETED to RETURNED: the bank sent the money back, and it is available again.
 *
 * `failure` is by default the simulated outcome.
 */
export async function returnWithdrawal(
  context: HandlerContext,
  withdrawal: Withdrawal,
  failure?: AchReturn,
): Promise<Withdrawal> {
  const { code, reason } = failure ?? achReturnOf((await outcomeOf(context, withdrawal)) ?? 'R03');
  const returned = await transition(context, withdrawal, 'return', {
    ...achReturnColumns({ code, reason }),
    returned_at: context.now().toISOString(),
  });
  await post(context, 'W5', returned.id, withdrawalPostings.W5(payoutOf(returned)));
  await applyReturn(context, returned.funding_source_id, code);
  await emitWithdrawal(context, returned, 'returned');
  return returned;
}

async function transition(
  context: HandlerContext,
  withdrawal: Withdrawal,
  name: WithdrawalTransition,
  changes: Updateable<SandboxTables['withdrawals']>,
): Promise<Withdrawal> {
  const status = withdrawalTransitionTarget(name, withdrawal);
  await unschedule(context, withdrawal.id);
  return context.db
    .updateTable('withdrawals')
    .set({ ...changes, status })
    .where('id', '=', withdrawal.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const payoutOf = ({ cents, business_id, funding_source_id, submitted_at }: Withdrawal) => ({
  cents,
  businessId: business_id,
  fundingSourceId: funding_source_id,
  isSent: submitted_at !== null,
});

const emitWithdrawal = (
  context: HandlerContext,
  { id, status, business_id, cents, failure_code }: Withdrawal,
  verb: 'created' | 'processing' | 'completed' | 'failed' | 'returned',
) =>
  emit(context, `withdrawal.${verb}`, {
    id,
    businessId: business_id,
    data: {
      status,
      amount: toDollars(cents),
      ...(failure_code !== null && { failureCode: failure_code }),
    },
  });

const job =
  (step: (context: HandlerContext, withdrawal: Row<'withdrawals'>) => Promise<unknown>): Job =>
  async (ref, context) => {
    await step(context, await rowAt(context.db, 'withdrawals', ref));
  };

export const withdrawalJobs = {
  'withdrawal.submit': job(submitWithdrawal),
  'withdrawal.settle': job(settleWithdrawal),
  'withdrawal.return': job(returnWithdrawal),
} as const;

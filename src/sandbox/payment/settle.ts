/** The life of a submitted payment: submit, complete, fail and return, and the jobs that do it at their times. */

import { newYorkDate } from '../../api/ach/calendar.ts';
import { returnAfter } from '../../api/ach/cut-off.ts';
import { lastReturnDate } from '../../api/ach/return-rules.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { toDollars } from '../../api/money.ts';
import { NEGATIVE_BALANCE_ADVICE } from '../../api/operations/balance.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { type Job, schedule } from '../jobs/schedule.ts';
import { balanceOf, bankFundsCents } from '../ledger/balance.ts';
import { post } from '../ledger/post.ts';
import { paymentPostings } from '../ledger/postings.ts';
import { emit } from '../notifications/events.ts';
import { mailBusiness } from '../notifications/outbox.ts';
import { money } from '../web/format.ts';
import { accountFailureOf, failExpired, startScheduled } from './hold-release.ts';
import { bankAt } from './records.ts';
import { applyReturn } from './returned-account.ts';
import {
  type AchReturn,
  achReturnColumns,
  achReturnOf,
  debitOutcome,
  returnCodeOf,
} from './returns.ts';
import { notifyPaymentStep, transitionPayment } from './transition.ts';

type Payment = Row<'payments'>;

/**
 * Transitions a payment from PENDING to PROCESSING: its window closed and it is in the ACH network. It becomes FAILED
 * if its bank account can no longer be debited.
 *
 * The simulated outcome is decided here.
 */
export async function submitPayment(context: HandlerContext, payment: Payment): Promise<Payment> {
  const objection = payment.status === 'PENDING' ? await accountFailureOf(context, payment) : null;
  if (objection !== null) return failExpired(context, payment, 'giveUp', objection);
  const outcome = await outcomeOf(context, payment);
  const submitted = await transitionPayment(context, payment, 'submit', {
    outcome,
    submitted_at: context.now().toISOString(),
    trace_number: traceNumberOf(payment),
  });
  await post(context, 'P1', submitted.id, paymentPostings.P1(transferOf(submitted)));
  await notifyPaymentStep(context, submitted, 'processing');
  await scheduleEnd(context, submitted);
  return submitted;
}

/**
 * Transitions a payment from PROCESSING to COMPLETED: the funds are available to the payee.
 *
 * Schedules the return if the outcome is a late one, or one of a same-day payment, which settles before a bank returns
 * it.
 */
export async function completePayment(context: HandlerContext, payment: Payment): Promise<Payment> {
  const now = context.now();
  const completed = await transitionPayment(context, payment, 'complete', {
    completed_at: now.toISOString(),
  });
  await post(context, 'P2', completed.id, paymentPostings.P2(transferOf(completed)));
  await notifyPaymentStep(context, completed, 'completed');
  if (completed.outcome !== null && settlesFirst(completed)) {
    await schedule(context, 'payment.return', completed.id, returnAfter(now));
  }
  return completed;
}

/**
 * Transitions a payment from PROCESSING to FAILED: the bank returned it before settlement.
 *
 * `failure` is by default the simulated outcome.
 */
export async function failPayment(
  context: HandlerContext,
  payment: Payment,
  failure: AchReturn = achReturnOf(payment.outcome),
): Promise<Payment> {
  const failed = await transitionPayment(context, payment, 'fail', {
    ...achReturnColumns(failure),
    failed_at: context.now().toISOString(),
  });
  await post(context, 'P3', failed.id, paymentPostings.P3(transferOf(failed)));
  await applyReturn(context, failed.funding_source_id, failure.code);
  await notifyPaymentStep(context, failed, 'failed');
  return failed;
}

/**
 * Transitions a payment from COMPLETED to RETURNED.
 *
 * `failure` is by default the simulated outcome. Warns the payee if its available balance falls below zero.
 *
 * @throws {ApiError} 409 if it is not COMPLETED, or the window of the code has closed
 */
export async function returnPayment(
  context: HandlerContext,
  payment: Payment,
  failure: AchReturn = achReturnOf(payment.outcome),
): Promise<Payment> {
  checkReturnable(payment, failure, context.now());
  const returned = await transitionPayment(context, payment, 'return', {
    ...achReturnColumns(failure),
    returned_at: context.now().toISOString(),
  });
  await post(context, 'P4', returned.id, paymentPostings.P4(transferOf(returned)));
  await applyReturn(context, returned.funding_source_id, failure.code);
  await notifyPaymentStep(context, returned, 'returned');
  await warnOfNegativeBalance(context, returned);
  return returned;
}

async function outcomeOf({ db }: HandlerContext, { funding_source_id, outcome, cents }: Payment) {
  const bank = funding_source_id === null ? undefined : await bankAt(db, funding_source_id);
  if (!bank) return debitOutcome(outcome, cents);
  return debitOutcome(bank.row.behavior ?? outcome, cents, await bankFundsCents(db, bank.row));
}

/** Returns the trace number: eight digits for the sandbox's bank, then the payment's number in seven. */
const traceNumberOf = ({ seq }: Payment) => `11000000${String(seq).padStart(7, '0')}`;

const transferOf = ({ cents, payee_id, funding_source_id }: Payment) => ({
  cents,
  payeeId: payee_id,
  fundingSourceId: funding_source_id,
});

async function scheduleEnd(context: HandlerContext, payment: Payment) {
  const { id, settle_at } = payment;
  const submitAt = context.now();
  if (settlesFirst(payment)) {
    await schedule(context, 'payment.settle', id, new Date(settle_at ?? submitAt));
  } else {
    await schedule(context, 'payment.fail', id, returnAfter(submitAt));
  }
}

/** Reports whether a payment settles, before its bank returns it or for good. */
const settlesFirst = ({ outcome, speed }: Payment): boolean =>
  outcome === null || speed === 'sameDay' || returnCodeOf(outcome).isLate;

/** The service's settlement counts: the API hides the one between the banks, which is earlier. */
function checkReturnable(payment: Payment, { code }: AchReturn, now: Date): void {
  const { id, status, completed_at } = payment;
  if (status !== 'COMPLETED' || completed_at === null) return;
  const settledOn = newYorkDate(new Date(completed_at));
  const last = lastReturnDate(code, settledOn);
  if (last === undefined || newYorkDate(now) <= last) return;
  const message = `Payment ${id} settled on ${settledOn}: ${last} was the last day for ${code}.`;
  throw new ApiError(409, 'return_window_closed', message);
}

const job =
  (step: (context: HandlerContext, payment: Row<'payments'>) => Promise<unknown>): Job =>
  async (ref, context) => {
    await step(context, await rowAt(context.db, 'payments', ref));
  };

export const paymentJobs = {
  'payment.start': job(startScheduled),
  'payment.submit': job(submitPayment),
  'payment.settle': job(completePayment),
  'payment.fail': job(failPayment),
  'payment.return': job(returnPayment),
} as const;

/** Emits `balance.negative` and emails the payee of a returned payment if its available balance is below zero. */
async function warnOfNegativeBalance(
  context: HandlerContext,
  { id, payee_id: payeeId, payable_id: payableId }: Row<'payments'>,
): Promise<void> {
  const { available } = await balanceOf(context.db, payeeId);
  if (available >= 0) return;
  await emit(context, 'balance.negative', {
    id: payeeId,
    businessId: payeeId,
    data: { available: toDollars(available), paymentId: id, advice: NEGATIVE_BALANCE_ADVICE },
  });
  await mailBusiness(context, payeeId, {
    kind: 'balance',
    subject: `Your balance is negative: ${money(available)}`,
    letter: {
      opening: 'A payment that you received was returned after it had been withdrawn in part.',
      facts: [
        ['Available', money(available)],
        ['What to do', NEGATIVE_BALANCE_ADVICE],
        ['Payment', id],
      ],
    },
    ...(payableId !== null && { payableId }),
  });
}

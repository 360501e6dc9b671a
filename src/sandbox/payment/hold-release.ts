/** Transitions of payments that wait: start, hold, release, reject and cancel. */

import { scheduledStartAt, windowAt } from '../../api/ach/cut-off.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { bankAt } from './records.ts';
import { type AchReturn, achReturnColumns } from './returns.ts';
import type { HoldReason } from './rules.ts';
import {
  holdReasonFor,
  noWindow,
  scheduleStart,
  scheduleSubmission,
  windowColumns,
} from './start.ts';
import { notifyPaymentStep, transitionPayment } from './transition.ts';
import type { RequestingSide } from './update-payable.ts';

type Payment = Row<'payments'>;

/**
 * Cancels a payment that is SCHEDULED or HELD.
 *
 * @throws {ApiError} 404, or 409 in any other status
 */
export async function cancelPayment(
  context: HandlerContext,
  paymentId: string,
  { by }: { by: RequestingSide },
): Promise<Payment> {
  const payment = await rowAt(context.db, 'payments', paymentId);
  const cancelled = await transitionPayment(context, payment, 'cancel', {
    cancelled_at: context.now().toISOString(),
  });
  await notifyPaymentStep(context, cancelled, 'cancelled', by);
  return cancelled;
}

/**
 * Starts a SCHEDULED payment on its date: it becomes PENDING, HELD, or FAILED if its bank account is no longer usable.
 */
export async function startScheduled(context: HandlerContext, payment: Payment): Promise<Payment> {
  const holdReason = await accountFailureOf(context, payment);
  if (holdReason !== null) return failExpired(context, payment, 'giveUp', holdReason);
  const reason = await holdReasonFor(context, payment);
  return reason === null
    ? sendOff(context, payment, 'start')
    : holdPayment(context, payment, reason);
}

/** Transitions a payment from SCHEDULED or PENDING to HELD. */
export async function holdPayment(
  context: HandlerContext,
  payment: Payment,
  reason: HoldReason,
): Promise<Payment> {
  const held = await transitionPayment(context, payment, 'hold', {
    hold_reason: reason,
    ...noWindow,
  });
  await notifyPaymentStep(context, held, 'held');
  return held;
}

/**
 * Releases a HELD payment, whatever the reason of the hold: to PENDING, or to SCHEDULED if its date is in the future.
 */
export const releasePayment = (context: HandlerContext, payment: Payment): Promise<Payment> =>
  isScheduled(payment, context.now())
    ? postpone(context, payment)
    : sendOff(context, payment, 'release');

/** Transitions a payment from HELD to FAILED after a review that refused it. The failure code is `hold_rejected`. */
export const rejectPayment = (
  context: HandlerContext,
  payment: Payment,
  reason: string,
): Promise<Payment> => failExpired(context, payment, 'reject', { code: 'hold_rejected', reason });

/**
 * Releases the payments of a business that were held for `reason`, oldest first.
 *
 * A payment with another reason to wait stays HELD for that; one whose bank account is unusable fails.
 */
export async function releaseHeld(
  context: HandlerContext,
  businessId: string,
  reason: 'payee_not_verified' | 'payer_suspended',
): Promise<void> {
  const held = await context.db
    .selectFrom('payments')
    .selectAll()
    .where(reason === 'payer_suspended' ? 'payer_id' : 'payee_id', '=', businessId)
    .where('status', '=', 'HELD')
    .where('hold_reason', '=', reason)
    .orderBy('seq')
    .execute();
  for (const payment of held) await recheckHold(context, payment);
}

/** Holds all SCHEDULED and PENDING payments of a suspended payer, oldest first. */
export async function holdForSuspension(
  context: HandlerContext,
  businessId: string,
): Promise<void> {
  const open = await context.db
    .selectFrom('payments')
    .selectAll()
    .where('payer_id', '=', businessId)
    .where('status', 'in', ['SCHEDULED', 'PENDING'])
    .orderBy('seq')
    .execute();
  for (const payment of open) await holdPayment(context, payment, 'payer_suspended');
}

/** Decides on a payment whose hold ended: fails it, holds it for another reason, or releases it. */
async function recheckHold(context: HandlerContext, payment: Payment): Promise<void> {
  if (!isScheduled(payment, context.now())) {
    const holdReason = await accountFailureOf(context, payment);
    if (holdReason !== null)
      return void (await failExpired(context, payment, 'giveUp', holdReason));
    const reason = await holdReasonFor(context, payment);
    if (reason !== null) return placeHold(context, payment, reason);
  }
  await releasePayment(context, payment);
}

async function sendOff(context: HandlerContext, payment: Payment, name: 'start' | 'release') {
  const window = windowAt(payment.speed, context.now());
  const sent = await transitionPayment(context, payment, name, {
    hold_reason: null,
    ...windowColumns(window),
  });
  await scheduleSubmission(context, sent);
  await notifyPaymentStep(context, sent, name === 'start' ? 'initiated' : 'released');
  return sent;
}

async function postpone(context: HandlerContext, payment: Payment): Promise<Payment> {
  const start = scheduledStartAt(payment.scheduled_date ?? '');
  const window = windowColumns(windowAt(payment.speed, start));
  const postponed = await transitionPayment(context, payment, 'postpone', {
    hold_reason: null,
    ...window,
  });
  await scheduleStart(context, postponed);
  await notifyPaymentStep(context, postponed, 'released');
  return postponed;
}

/** Transitions a payment that was not submitted to FAILED. */
export async function failExpired(
  context: HandlerContext,
  payment: Payment,
  name: 'giveUp' | 'reject',
  failure: AchReturn,
): Promise<Payment> {
  const failed = await transitionPayment(context, payment, name, {
    ...achReturnColumns(failure),
    failed_at: context.now().toISOString(),
  });
  await notifyPaymentStep(context, failed, 'failed');
  return failed;
}

/**
 * Returns the reason for which a payment can no longer be made, or null: its bank account is not verified, or debits from
 * it are stopped. A suspended payer is a reason to hold, not to fail.
 */
export async function accountFailureOf(
  { db }: HandlerContext,
  { funding_source_id }: Payment,
): Promise<AchReturn | null> {
  if (funding_source_id === null) return null;
  const { status = 'removed', debits_stopped_code = null } =
    (await bankAt(db, funding_source_id))?.row ?? {};
  if (status !== 'verified')
    return { code: 'precondition_failed', reason: `The bank account is ${status}` };
  if (debits_stopped_code === null) return null;
  const reason = `Debits from the bank account are stopped after ${debits_stopped_code}`;
  return { code: 'debit_not_authorized', reason };
}

const isScheduled = ({ scheduled_date }: Payment, now: Date): boolean =>
  scheduled_date !== null && scheduledStartAt(scheduled_date) > now;

async function placeHold(
  context: HandlerContext,
  { id }: Payment,
  reason: HoldReason,
): Promise<void> {
  await context.db
    .updateTable('payments')
    .set({ hold_reason: reason })
    .where('id', '=', id)
    .execute();
}

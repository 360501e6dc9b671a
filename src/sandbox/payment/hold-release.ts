/** Transitions of payments that wait: start, hold, release, reject and cancel. */

import { scheduledStartAt, windowAt } from '../../contract/ach/cut-off.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { type AchReturn, achReturnColumns } from './failure.ts';
import { bankAt, paymentAt } from './records.ts';
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
  world: HandlerContext,
  paymentId: string,
  { by }: { by: RequestingSide },
): Promise<Payment> {
  const payment = await paymentAt(world.db, paymentId);
  const cancelled = await transitionPayment(world, payment, 'cancel', {
    cancelled_at: world.now().toISOString(),
  });
  await notifyPaymentStep(world, cancelled, 'cancelled', by);
  return cancelled;
}

/**
 * Starts a SCHEDULED payment on its date: it becomes PENDING, HELD, or FAILED if its bank account is no longer usable.
 */
export async function startScheduled(world: HandlerContext, payment: Payment): Promise<Payment> {
  const obstacle = await obstacleOf(world, payment);
  if (obstacle !== null) return giveUp(world, payment, 'giveUp', obstacle);
  const reason = await holdReasonFor(world, payment);
  return reason === null ? sendOff(world, payment, 'start') : holdPayment(world, payment, reason);
}

/** Transitions a payment from SCHEDULED or PENDING to HELD. */
export async function holdPayment(
  world: HandlerContext,
  payment: Payment,
  reason: HoldReason,
): Promise<Payment> {
  const held = await transitionPayment(world, payment, 'hold', {
    hold_reason: reason,
    ...noWindow,
  });
  await notifyPaymentStep(world, held, 'held');
  return held;
}

/**
 * Releases a HELD payment, whatever the reason of the hold: to PENDING, or to SCHEDULED if its date is in the future.
 */
export const releasePayment = (world: HandlerContext, payment: Payment): Promise<Payment> =>
  isStillToCome(payment, world.now())
    ? postpone(world, payment)
    : sendOff(world, payment, 'release');

/** Transitions a payment from HELD to FAILED after a review that refused it. The failure code is `hold_rejected`. */
export const rejectPayment = (
  world: HandlerContext,
  payment: Payment,
  reason: string,
): Promise<Payment> => giveUp(world, payment, 'reject', { code: 'hold_rejected', reason });

/**
 * Releases the payments of a business that were held for `reason`, oldest first.
 *
 * A payment with another reason to wait stays HELD for that; one whose bank account is unusable fails.
 */
export async function releaseHeld(
  world: HandlerContext,
  businessId: string,
  reason: 'payee_not_verified' | 'payer_suspended',
): Promise<void> {
  const held = await world.db
    .selectFrom('payments')
    .selectAll()
    .where(reason === 'payer_suspended' ? 'payer_id' : 'payee_id', '=', businessId)
    .where('status', '=', 'HELD')
    .where('hold_reason', '=', reason)
    .orderBy('seq')
    .execute();
  for (const payment of held) await reconsider(world, payment);
}

/** Holds all SCHEDULED and PENDING payments of a suspended payer, oldest first. */
export async function holdForSuspension(world: HandlerContext, businessId: string): Promise<void> {
  const open = await world.db
    .selectFrom('payments')
    .selectAll()
    .where('payer_id', '=', businessId)
    .where('status', 'in', ['SCHEDULED', 'PENDING'])
    .orderBy('seq')
    .execute();
  for (const payment of open) await holdPayment(world, payment, 'payer_suspended');
}

/** Decides on a payment whose hold ended: fails it, holds it for another reason, or releases it. */
async function reconsider(world: HandlerContext, payment: Payment): Promise<void> {
  if (!isStillToCome(payment, world.now())) {
    const obstacle = await obstacleOf(world, payment);
    if (obstacle !== null) return void (await giveUp(world, payment, 'giveUp', obstacle));
    const reason = await holdReasonFor(world, payment);
    if (reason !== null) return holdFor(world, payment, reason);
  }
  await releasePayment(world, payment);
}

async function sendOff(world: HandlerContext, payment: Payment, name: 'start' | 'release') {
  const window = windowAt(payment.speed, world.now());
  const sent = await transitionPayment(world, payment, name, {
    hold_reason: null,
    ...windowColumns(window),
  });
  await scheduleSubmission(world, sent);
  await notifyPaymentStep(world, sent, name === 'start' ? 'initiated' : 'released');
  return sent;
}

async function postpone(world: HandlerContext, payment: Payment): Promise<Payment> {
  const start = scheduledStartAt(payment.scheduled_date ?? '');
  const window = windowColumns(windowAt(payment.speed, start));
  const postponed = await transitionPayment(world, payment, 'postpone', {
    hold_reason: null,
    ...window,
  });
  await scheduleStart(world, postponed);
  await notifyPaymentStep(world, postponed, 'released');
  return postponed;
}

async function giveUp(
  world: HandlerContext,
  payment: Payment,
  name: 'giveUp' | 'reject',
  failure: AchReturn,
): Promise<Payment> {
  const failed = await transitionPayment(world, payment, name, {
    ...achReturnColumns(failure),
    failed_at: world.now().toISOString(),
  });
  await notifyPaymentStep(world, failed, 'failed');
  return failed;
}

/**
 * Returns the reason for which a payment can no longer be made, or null: its bank account is not verified. A suspended
 * payer is a reason to hold, not to fail.
 */
async function obstacleOf(
  { db }: HandlerContext,
  { funding_source_id }: Payment,
): Promise<AchReturn | null> {
  if (funding_source_id === null) return null;
  const status = (await bankAt(db, funding_source_id))?.row.status ?? 'removed';
  if (status === 'verified') return null;
  return { code: 'precondition_failed', reason: `The bank account is ${status}` };
}

const isStillToCome = ({ scheduled_date }: Payment, now: Date): boolean =>
  scheduled_date !== null && scheduledStartAt(scheduled_date) > now;

async function holdFor(world: HandlerContext, { id }: Payment, reason: HoldReason): Promise<void> {
  await world.db
    .updateTable('payments')
    .set({ hold_reason: reason })
    .where('id', '=', id)
    .execute();
}

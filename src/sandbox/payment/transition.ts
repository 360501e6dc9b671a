/** The shared steps of every payment transition: the row, the jobs, the events and the mails. */

import type { Updateable } from 'kysely';
import { toDollars } from '../../api/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { unschedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import {
  isBusinessStep,
  isPayerStep,
  mailBusinesses,
  mailPayer,
} from '../notifications/payment-mail.ts';
import { type PaymentTransition, paymentTransitionTarget } from './rules.ts';
import { affectPayable, type PaymentStep, type RequestingSide } from './update-payable.ts';

/**
 * Transitions a payment and saves `changes`.
 *
 * Removes the jobs that were scheduled for it.
 *
 * @throws {ApiError} 409 if the payment cannot make the transition
 */
export async function transitionPayment(
  context: HandlerContext,
  payment: Row<'payments'>,
  name: PaymentTransition,
  changes: Updateable<SandboxTables['payments']>,
): Promise<Row<'payments'>> {
  const status = paymentTransitionTarget(name, payment);
  await unschedule(context, payment.id);
  return context.db
    .updateTable('payments')
    .set({ ...changes, status })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Reports a step of a payment: emits the event, updates the payable and emails the sides. */
export async function notifyPaymentStep(
  context: HandlerContext,
  payment: Row<'payments'>,
  step: PaymentStep,
  by?: RequestingSide,
): Promise<void> {
  await emitPayment(context, payment, step);
  await affectPayable(context, payment, step, by);
  if (isBusinessStep(step)) await mailBusinesses(context, payment, step);
  if (isPayerStep(step)) await mailPayer(context, payment, step);
}

export const emitPayment = (
  context: HandlerContext,
  payment: Row<'payments'>,
  verb: PaymentStep | 'created',
) =>
  emit(context, `payment.${verb}`, {
    id: payment.id,
    businessId: payment.payer_id ?? payment.payee_id,
    data: {
      status: payment.status,
      amount: toDollars(payment.cents),
      payableId: payment.payable_id,
      payeeBusinessId: payment.payee_id,
      ...(payment.hold_reason !== null && { holdReason: payment.hold_reason }),
      ...(payment.failure_code !== null && { failureCode: payment.failure_code }),
    },
  });

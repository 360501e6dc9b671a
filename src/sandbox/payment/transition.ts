/** The shared steps of every payment transition: the row, the jobs, the events and the mails. */

import type { Updateable } from 'kysely';
import { toDollars } from '../../contract/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { type JobKind, unschedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { addresseeOf, mail } from '../notifications/outbox.ts';
import { isPayerStep, mailPayer } from '../notifications/payer-mail.ts';
import { money } from '../web/format.ts';
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
  changes: Updateable<SandboxTables['payments']> = {},
): Promise<Row<'payments'>> {
  const status = paymentTransitionTarget(name, payment);
  await unschedule(context, payment.id, ...jobKinds);
  return context.db
    .updateTable('payments')
    .set({ ...changes, status })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const jobKinds: readonly JobKind[] = [
  'payment.start',
  'payment.submit',
  'payment.settle',
  'payment.fail',
  'payment.return',
];

/** Reports a step of a payment: emits the event, updates the payable and emails the sides. */
export async function notifyPaymentStep(
  context: HandlerContext,
  payment: Row<'payments'>,
  step: PaymentStep,
  by?: RequestingSide,
): Promise<void> {
  await emitPayment(context, payment, step);
  await affectPayable(context, payment, step, by);
  for (const businessId of addressedBusinesses(payment, step)) {
    await mailAbout(context, payment, step, businessId);
  }
  if (isPayerStep(step)) await mailPayer(context, payment, step);
}

/** Emits `payment.<verb>` to the event log. */
export const emitPayment = (
  context: HandlerContext,
  payment: Row<'payments'>,
  verb: PaymentStep | 'created',
) =>
  emit(context, {
    type: `payment.${verb}`,
    resource: { type: 'payment', id: payment.id },
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

/**
 * Returns the businesses to email: both sides when a payment completed, failed or was returned, otherwise none. Every
 * other step is something a side did itself.
 */
function addressedBusinesses({ payer_id, payee_id }: Row<'payments'>, step: PaymentStep): string[] {
  if (!(step in eventNames)) return [];
  return [payer_id, payee_id].filter((id) => id !== null);
}

async function mailAbout(
  context: HandlerContext,
  { id, cents, payable_id, failure_code }: Row<'payments'>,
  step: PaymentStep,
  businessId: string,
): Promise<void> {
  const to = await addresseeOf(context.db, businessId);
  if (to === undefined) return;
  const subject = `A payment of ${money(cents)} ${eventNames[step]}`;
  const reason = failure_code === null ? '' : ` (${failure_code})`;
  await mail(context, {
    kind: 'payment',
    to,
    subject,
    text: `${subject}${reason}. Its id is ${id}.`,
    ...(payable_id !== null && { payableId: payable_id }),
  });
}

const eventNames: Readonly<Partial<Record<PaymentStep, string>>> = {
  completed: 'has settled',
  failed: 'failed',
  returned: 'was returned by the bank',
};

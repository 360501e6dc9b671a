import type { Updateable } from 'kysely';
import { dollarsText, toDollars } from '../../contract/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { type JobKind, unschedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { addresseeOf, mail } from '../notifications/outbox.ts';
import { type PaymentTransition, paymentTransitionTarget } from './rules.ts';
import { affectPayable, type PaymentStep, type RequestingSide } from './update-payable.ts';

/**
 * Puts a payment where the move leads, and takes back what was due to happen to it otherwise.
 * Throws `ApiError` (409) when it cannot make the move.
 */
export async function transitionPayment(
  world: HandlerContext,
  payment: Row<'payments'>,
  name: PaymentTransition,
  changes: Updateable<SandboxTables['payments']> = {},
): Promise<Row<'payments'>> {
  const status = paymentTransitionTarget(name, payment);
  await unschedule(world, payment.id, ...jobKinds);
  return world.db
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

/** Tells of a step that a payment has made: the event log, its payable, and who is to know by mail. */
export async function notifyPaymentStep(
  world: HandlerContext,
  payment: Row<'payments'>,
  step: PaymentStep,
  by?: RequestingSide,
): Promise<void> {
  await emitPayment(world, payment, step);
  await affectPayable(world, payment, step, by);
  for (const businessId of addressedBusinesses(payment, step)) {
    await mailAbout(world, payment, step, businessId);
  }
}

/** `payment.<verb>` in the event log. */
export const emitPayment = (
  world: HandlerContext,
  payment: Row<'payments'>,
  verb: PaymentStep | 'created',
) =>
  emit(world, {
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

/** Money that arrived, or did not, is news to both sides; the rest they did themselves. */
function addressedBusinesses({ payer_id, payee_id }: Row<'payments'>, step: PaymentStep): string[] {
  if (!(step in news)) return [];
  return [payer_id, payee_id].filter((it) => it !== null);
}

async function mailAbout(
  world: HandlerContext,
  { id, cents, payable_id, failure_code }: Row<'payments'>,
  step: PaymentStep,
  businessId: string,
): Promise<void> {
  const to = await addresseeOf(world.db, businessId);
  if (to === undefined) return;
  const subject = `A payment of $${dollarsText(cents)} ${news[step]}`;
  const reason = failure_code === null ? '' : ` (${failure_code})`;
  await mail(world, {
    kind: 'payment',
    to,
    subject,
    text: `${subject}${reason}. Its id is ${id}.`,
    ...(payable_id !== null && { payableId: payable_id }),
  });
}

const news: Readonly<Partial<Record<PaymentStep, string>>> = {
  completed: 'has settled',
  failed: 'failed',
  returned: 'was returned by the bank',
};

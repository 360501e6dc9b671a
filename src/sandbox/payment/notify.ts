import { dollarsText, toDollars } from '../../contract/money.ts';
import { addresseeOf } from '../notifications/recipient.ts';
import { emit } from '../notifications/events.ts';
import { mail } from '../notifications/outbox.ts';
import { type AskedBy, affectPayable, type PaymentStep } from './update-payable.ts';
import type { Row } from '../database/tables.ts';
import type { World } from '../context/handler-context.ts';

/** Tells of a step that a payment has made: the event log, its payable, and who is to know by mail. */
export async function announce(
  world: World,
  payment: Row<'payments'>,
  step: PaymentStep,
  by?: AskedBy,
): Promise<void> {
  await emitPayment(world, payment, step);
  await affectPayable(world, payment, step, by);
  for (const businessId of addressedBusinesses(payment, step)) {
    await mailAbout(world, payment, step, businessId);
  }
}

/** `payment.<verb>` in the event log. */
export const emitPayment = (
  world: World,
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
  world: World,
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

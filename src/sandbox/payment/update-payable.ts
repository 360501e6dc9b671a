/** The effects of a payment on its payable. */

import type { PaymentStatus } from '../../api/operations/pay.ts';
import type { PayableStatus } from '../../api/operations/payable.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { externalActor, logActivity } from '../payable/activity.ts';
import { externalPayerOf } from '../payable/records.ts';
import { authorizationOf, toAuthorization } from '../public-api/authorization.ts';
import { isActive } from './rules.ts';

/** A step of a payment, as the event log and the activity log call it. */
export type PaymentStep =
  | 'initiated'
  | 'scheduled'
  | 'held'
  | 'released'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'returned'
  | 'cancelled';

/**
 * The side that asked for the step.
 *
 * When it is the payee, the payable is about to be cancelled and keeps its status.
 */
export type RequestingSide = 'payer' | 'payee';

/**
 * Applies the step of a payment to its payable: status, payment columns, activity log and events.
 *
 * Does nothing without a payable. "Payable" under "States and transitions" of the specification leaves all of this
 * open.
 */
export async function affectPayable(
  context: HandlerContext,
  payment: Row<'payments'>,
  step: PaymentStep,
  by: RequestingSide = 'payer',
): Promise<void> {
  if (payment.payable_id === null) return;
  const payable = await rowAt(context.db, 'payables', payment.payable_id);
  const status = by === 'payee' ? payable.status : statusAfter(payable, payment, context);
  await record(context, payable, payment, status);
  const guest = step === 'initiated' && context.caller === null ? externalPayerOf(payment) : null;
  await logActivity(context, payable.id, {
    type: `payment_${step}`,
    message: messageOf(step, payment),
    fromStatus: payable.status,
    toStatus: status,
    metadata: {
      paymentId: payment.id,
      ...failureOf(payment),
      ...(payable.payment_id !== payment.id && (await entryOf(context, payment))),
    },
    businessId: by === 'payer' ? payment.payer_id : payment.payee_id,
    ...(guest && { actor: externalActor(guest.name) }),
  });
  if (status !== payable.status) await emitChange(context, payable, payment, status);
  if (status === 'PAID' && payable.link_enabled === 1)
    await announceLink(context, payable, 'disabled');
  if (reopensLink(payable, status)) await announceLink(context, payable, 'enabled');
}

/** Returns what the log keeps of a new payment: its entry, and the authorization if a request gave it. */
async function entryOf(
  context: HandlerContext,
  { id, sec_code, entry_description }: Row<'payments'>,
) {
  const authorization = await authorizationOf(context, id);
  return {
    ...{ secCode: sec_code, companyEntryDescription: entry_description },
    ...(authorization && { authorization: toAuthorization(authorization) }),
  };
}

/**
 * Returns the payable's status. While the payment is in flight it stays APPROVED until settlement, or is SCHEDULED from
 * the start: the option `initiateLeavesApproved` decides.
 */
function statusAfter(
  { status }: Row<'payables'>,
  payment: Row<'payments'>,
  { options }: HandlerContext,
): PayableStatus {
  const initiatedStatus = options.initiateLeavesApproved === 'immediately' ? 'SCHEDULED' : status;
  return statusByPayment[payment.status] ?? initiatedStatus;
}

const statusByPayment: Readonly<Partial<Record<PaymentStatus, PayableStatus>>> = {
  SCHEDULED: 'SCHEDULED',
  COMPLETED: 'PAID',
  FAILED: 'APPROVED',
  RETURNED: 'APPROVED',
  CANCELLED: 'APPROVED',
};

/** Reports whether the link that a payment closed opens again, since that payment was returned. */
const reopensLink = ({ link_closed_by_payment }: Row<'payables'>, status: PayableStatus): boolean =>
  link_closed_by_payment === 1 && status === 'APPROVED';

async function record(
  context: HandlerContext,
  payable: Row<'payables'>,
  payment: Row<'payments'>,
  status: PayableStatus,
): Promise<void> {
  const now = context.now().toISOString();
  const hasEnded = !isActive(payment.status);
  const isPaid = payment.status === 'COMPLETED';
  await context.db
    .updateTable('payables')
    .set({
      ...(status !== payable.status && { status }), // an update of `status` writes eight indices
      active_payment_id: hasEnded ? null : payment.id,
      payment_id: payment.id,
      payment_status: payment.status,
      paid_at: isPaid ? now : null,
      updated_at: now,
      ...(isPaid && { link_enabled: 0, link_closed_by_payment: payable.link_enabled }),
      ...(reopensLink(payable, status) && { link_enabled: 1, link_closed_by_payment: 0 }),
      ...(hasEnded && !isPaid && { last_payment_failure: failureText(payment, now) }),
    })
    .where('id', '=', payable.id)
    .execute();
}

const failureText = (payment: Row<'payments'>, at: string) =>
  JSON.stringify({
    paymentId: payment.id,
    fundingSourceId: payment.funding_source_id,
    status: payment.status,
    ...failureOf(payment),
    at,
  });

const failureOf = ({ failure_code, failure_reason }: Row<'payments'>) => ({
  code: failure_code,
  reason: failure_reason,
});

const messageOf = (step: PaymentStep, payment: Row<'payments'>): string => {
  const reason = payment.failure_code ?? (step === 'held' ? payment.hold_reason : null);
  return reason === null ? messages[step] : `${messages[step]}: ${reason}`;
};

const messages: Readonly<Record<PaymentStep, string>> = {
  initiated: 'Payment initiated',
  scheduled: 'Payment scheduled',
  held: 'Payment held',
  released: 'Payment released',
  processing: 'Payment sent to the ACH network',
  completed: 'Payment completed',
  failed: 'Payment failed',
  returned: 'Payment returned after settlement',
  cancelled: 'Payment cancelled',
};

async function emitChange(
  context: HandlerContext,
  { id, payee_id }: Row<'payables'>,
  payment: Row<'payments'>,
  status: PayableStatus,
): Promise<void> {
  await emit(context, `payable.${verbs[status] ?? 'updated'}`, {
    id,
    businessId: payee_id,
    data: { status, paymentId: payment.id },
  });
}

const verbs: Readonly<Partial<Record<PayableStatus, 'scheduled' | 'paid' | 'reopened'>>> = {
  SCHEDULED: 'scheduled',
  PAID: 'paid',
  APPROVED: 'reopened',
};

async function announceLink(
  context: HandlerContext,
  { id, payee_id }: Row<'payables'>,
  verb: 'disabled' | 'enabled',
) {
  await logActivity(context, id, {
    type: `payment_link_${verb}`,
    message: `Payment link ${verb}`,
  });
  await emit(context, `payment_link.${verb}`, { id, businessId: payee_id });
}

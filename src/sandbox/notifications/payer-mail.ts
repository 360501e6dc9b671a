/** Emails to payers of links about each step of their payment. */

import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { dateOf, money } from '../web/format.ts';
import { mail } from './outbox.ts';
import { failureReasonOf, partiesOf, paymentSubject } from './payment-letter.ts';

/** A step of which the payer is told. */
export type PayerStep = keyof typeof steps;

/** Reports whether the payer is told of this step. */
export const isPayerStep = (step: string): step is PayerStep => Object.hasOwn(steps, step);

/**
 * Emails the payer of a link's payment about a step, with the URL of the receipt. Does nothing for a payment that no
 * link started, or that has no address.
 */
export async function mailPayer(
  context: HandlerContext,
  payment: Row<'payments'>,
  step: PayerStep,
): Promise<void> {
  const { db, options } = context;
  const { id, cents, payable_id, receipt_id, external_payer } = payment;
  if (receipt_id === null) return;
  const authorization = await db
    .selectFrom('debit_authorizations')
    .selectAll()
    .where('payment_id', '=', id)
    .executeTakeFirst();
  const to = authorization?.payer_email ?? emailOf(external_payer);
  if (to === undefined) return;
  const { payee, invoiceNumber } = await partiesOf(context, payment);
  const { title, sentence } = steps[step];
  await mail(context, {
    kind: 'payment_receipt',
    to,
    subject: paymentSubject(title, payment, `to ${payee}`, invoiceNumber),
    letter: {
      opening: sentence(payee),
      facts: [
        ['Amount', money(cents)],
        ['To', payee],
        ['Invoice', invoiceNumber],
        ['For', payment.memo],
        ['From', authorization?.account ?? null],
        ['Reason', failureReasonOf(payment)],
        ['Arrives', step === 'authorized' || step === 'processing' ? arrivalOf(payment) : null],
        ['Reference', id],
      ],
      paragraphs: step === 'authorized' && authorization ? [authorization.wording] : [],
      action: { label: 'View the receipt', sentence: 'Your receipt is always up to date.' },
    },
    url: `${options.appUrl}/receipt/${receipt_id}`,
    ...(payable_id !== null && { payableId: payable_id }),
  });
}

const steps = {
  authorized: {
    title: 'Payment authorized',
    sentence: (payee: string) => `You authorized a payment to ${payee}. Keep this copy.`,
  },
  held: {
    title: 'Payment held for review',
    sentence: (payee: string) =>
      `Your payment to ${payee} is reviewed before it is sent. Nothing was debited yet.`,
  },
  released: {
    title: 'Payment released',
    sentence: (payee: string) => `The review of your payment to ${payee} is done: it will be sent.`,
  },
  processing: {
    title: 'Payment sent',
    sentence: (payee: string) => `Your payment to ${payee} was sent to your bank.`,
  },
  completed: {
    title: 'Payment arrived',
    sentence: (payee: string) => `Your payment to ${payee} has arrived.`,
  },
  failed: {
    title: 'Payment failed',
    sentence: (payee: string) =>
      `Your payment to ${payee} failed, and is still owed. The receipt says how to pay again.`,
  },
  returned: {
    title: 'Payment returned',
    sentence: (payee: string) =>
      `Your bank returned your payment to ${payee}, and it is owed again. The receipt says how to pay again.`,
  },
  cancelled: {
    title: 'Payment cancelled',
    sentence: (payee: string) => `Your payment to ${payee} was cancelled. Nothing was debited.`,
  },
} as const;

const emailOf = (externalPayer: string | null): string | undefined =>
  externalPayer === null ? undefined : JSON.parse(externalPayer).email;

const arrivalOf = ({ settle_at }: Row<'payments'>): string | null =>
  settle_at === null ? null : `${dateOf(new Date(settle_at))} (estimated)`;

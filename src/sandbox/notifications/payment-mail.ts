/** Emails about payments: to payers of links about each step, to both businesses about the end. */

import { sql } from 'kysely';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { externalPayerOf } from '../payable/records.ts';
import { dateOf, money } from '../web/format.ts';
import { addresseeOf, type Mail, mail, mailAll } from './outbox.ts';

export type PayerStep = keyof typeof steps;

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
  const { id, cents, payable_id, receipt_id } = payment;
  if (receipt_id === null) return;
  const authorization = await db
    .selectFrom('debit_authorizations')
    .selectAll()
    .where('payment_id', '=', id)
    .executeTakeFirst();
  const to = authorization?.payer_email ?? externalPayerOf(payment)?.email;
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

const arrivalOf = ({ settle_at }: Row<'payments'>): string | null =>
  settle_at === null ? null : `${dateOf(new Date(settle_at))} (estimated)`;

/** The names of both sides of a payment, as the other side sees them, and the number of its invoice. */
interface PaymentParties {
  readonly payer: string;
  readonly payee: string;
  readonly invoiceNumber: string | null;
}

/** Returns the names of both sides of a payment, and the number of its invoice. */
async function partiesOf(
  { db }: HandlerContext,
  payment: Row<'payments'>,
): Promise<PaymentParties> {
  const { payer_id, payee_id, payable_id } = payment;
  const row = await db
    .selectFrom('businesses as payee')
    .leftJoin('businesses as payer', (join) => join.on('payer.id', '=', payer_id ?? ''))
    .leftJoin('payables', (join) => join.on('payables.id', '=', payable_id ?? ''))
    .where('payee.id', '=', payee_id)
    .select([
      sql<string>`coalesce(payee.alias, payee.name)`.as('payee'),
      sql<string | null>`coalesce(payer.alias, payer.name)`.as('payer'),
      'payables.invoice_number as invoiceNumber',
    ])
    .executeTakeFirstOrThrow();
  return { ...row, payer: row.payer ?? externalPayerOf(payment)?.name ?? '' };
}

/**
 * Returns the subject of an email about a payment.
 *
 * @example `Payment returned · $2,431.50 to Coastal Linen Inc · invoice CL-7`
 */
const paymentSubject = (
  title: string,
  { cents }: Row<'payments'>,
  side: string,
  invoiceNumber: string | null,
): string =>
  [title, `${money(cents)} ${side}`, ...(invoiceNumber ? [`invoice ${invoiceNumber}`] : [])].join(
    ' · ',
  );

/** Returns why a payment failed or was returned, with its code; null if it did not. */
const failureReasonOf = ({ failure_code, failure_reason }: Row<'payments'>): string | null =>
  failure_code === null ? null : `${failure_reason ?? failure_code} (${failure_code})`;

/** A step of which the businesses are told. */
type BusinessStep = 'completed' | 'failed' | 'returned';

/** Reports whether the businesses are told of this step. */
export const isBusinessStep = (step: string): step is BusinessStep =>
  Object.hasOwn(sentences, step);

const sentences: Readonly<Record<BusinessStep, (payer: string, payee: string) => string>> = {
  completed: (payer, payee) => `The payment from ${payer} to ${payee} has arrived.`,
  failed: (payer, payee) => `The payment from ${payer} to ${payee} failed.`,
  returned: (payer, payee) => `The bank of ${payer} returned the payment to ${payee}.`,
};

/** Emails each business of a payment that it completed, failed or was returned. */
export async function mailBusinesses(
  context: HandlerContext,
  payment: Row<'payments'>,
  step: BusinessStep,
): Promise<void> {
  const { id, cents, payable_id, payer_id, payee_id } = payment;
  const { payer, payee, invoiceNumber } = await partiesOf(context, payment);
  const mails: Mail[] = [];
  for (const businessId of [payer_id, payee_id]) {
    const to = businessId === null ? undefined : await addresseeOf(context.db, businessId);
    if (to === undefined) continue;
    const side = businessId === payer_id ? `to ${payee}` : `from ${payer}`;
    mails.push({
      kind: 'payment',
      to,
      subject: paymentSubject(steps[step].title, payment, side, invoiceNumber),
      letter: {
        opening: sentences[step](payer, payee),
        facts: [
          ['Amount', money(cents)],
          ['From', payer],
          ['To', payee],
          ['Invoice', invoiceNumber],
          ['For', payment.memo],
          ['Reason', failureReasonOf(payment)],
          ['Reference', id],
        ],
      },
      ...(payable_id !== null && { payableId: payable_id }),
    });
  }
  await mailAll(context, mails);
}

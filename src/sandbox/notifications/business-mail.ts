/** Emails to both businesses of a payment about its end. Every other step is something that a side did itself. */

import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { money } from '../web/format.ts';
import { addresseeOf, type Mail, mailAll } from './outbox.ts';
import { failureReasonOf, partiesOf, paymentSubject } from './payment-letter.ts';

/** A step of which the businesses are told. */
type BusinessStep = keyof typeof titles;

/** Reports whether the businesses are told of this step. */
export const isBusinessStep = (step: string): step is BusinessStep => Object.hasOwn(titles, step);

const titles = {
  completed: 'Payment arrived',
  failed: 'Payment failed',
  returned: 'Payment returned',
} as const;

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
    const to = await knownAddresseeOf(context, businessId);
    if (to === undefined) continue;
    const side = businessId === payer_id ? `to ${payee}` : `from ${payer}`;
    mails.push({
      kind: 'payment',
      to,
      subject: paymentSubject(titles[step], payment, side, invoiceNumber),
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

/** Returns the address of a business, which is the same for many payments; `undefined` without a business. */
const knownAddresseeOf = async ({ db, cachedQuery }: HandlerContext, businessId: string | null) =>
  businessId === null
    ? undefined
    : cachedQuery(['users', 'businesses'], `addressee of ${businessId}`, () =>
        addresseeOf(db, businessId),
      );

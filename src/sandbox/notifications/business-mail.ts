/** Emails to both businesses of a payment about its end. Every other step is something that a side did itself. */

import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { money } from '../web/format.ts';
import { addresseeOf, mail } from './outbox.ts';
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
  for (const businessId of [payer_id, payee_id]) {
    const to = businessId === null ? undefined : await addresseeOf(context.db, businessId);
    if (to === undefined) continue;
    const isPayer = businessId === payer_id;
    await mail(context, {
      kind: 'payment',
      to,
      subject: paymentSubject(
        titles[step],
        payment,
        isPayer ? `to ${payee}` : `from ${payer}`,
        invoiceNumber,
      ),
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
}

/** The five weeks before the demo begins: invoices, payments and emails of two businesses. */

import { addDays, newYorkDate } from '../../api/ach/calendar.ts';
import { returnAfter } from '../../api/ach/cut-off.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { holdPayment, releasePayment } from '../payment/hold-release.ts';
import { achReturnWithCode } from '../payment/returns.ts';
import { failPayment, returnPayment } from '../payment/settle.ts';
import { handlers } from '../server/handler-registry.ts';
import type { StoryTime } from './companies.ts';
import {
  type DemoInvoice,
  type DemoParties,
  issueDemoInvoice,
  payPastInvoice,
} from './demo-invoices.ts';
import { openPayMeLink, payByLink } from './demo-payers.ts';

const DAY_MS = 24 * 3_600_000;

const paid: DemoInvoice = {
  ...{ number: 'CL-0995', amount: 960, line: ['Duvet covers', 24, 40], answer: 'approve' },
};
const cancelled: DemoInvoice = {
  ...{ number: 'CL-0996', amount: 88, line: ['Aprons', 16, 5.5], answer: 'wait' },
};
const overdue: DemoInvoice = {
  ...{ number: 'CL-0998', amount: 348.75, line: ['Napkins', 155, 2.25], answer: 'approve' },
};
const failed: DemoInvoice = {
  ...{ number: 'CL-0999', amount: 725, line: ['Bathrobes', 29, 25], answer: 'approve' },
};
const held: DemoInvoice = {
  ...{ number: 'CL-1000', amount: 1180, line: ['Curtains', 20, 59], answer: 'approve' },
};

/** The time of the history, which is told in days before the present. */
interface HistoryTime extends StoryTime {
  readonly moveToDaysAgo: (days: number) => Promise<void>;
  /** Returns the date so many days from the present. */
  readonly dateIn: (days: number) => string;
}

/** Returns the time at which the history of a demo begins. */
export const startOfHistory = (now: Date): Date => new Date(now.getTime() - 35 * DAY_MS);

/**
 * Tells the history of the demo. Resolves to the last segment of the pay-me link of the payee.
 *
 * Which days are business days changes when its payments move on, but not what becomes of them.
 */
export async function tellHistory(
  story: StoryTime,
  parties: DemoParties,
  now: Date,
): Promise<string> {
  const time: HistoryTime = {
    ...story,
    moveToDaysAgo: (days) => story.moveTo(new Date(now.getTime() - days * DAY_MS)),
    dateIn: (days) => addDays(newYorkDate(now), days),
  };
  const { asOwner, asVisitor, moveToDaysAgo, dateIn } = time;
  await closeFirstInvoices(time, parties);
  await moveToDaysAgo(26);
  const overdueId = await issueDemoInvoice(overdue, parties, asOwner, dateIn(-12));
  const link = await takePaymentsByLink(time, parties);
  await moveToDaysAgo(10);
  await failInvoice(time, parties);
  await moveToDaysAgo(4);
  const heldId = await issueDemoInvoice(held, parties, asOwner, dateIn(9));
  const heldPayment = await payPastInvoice(heldId, parties, asOwner);
  await holdPayment(asVisitor(), heldPayment, 'risk_review');
  await moveToDaysAgo(1);
  await askForPayment(overdueId, time, parties);
  return link;
}

/** One invoice is paid, one is cancelled. */
async function closeFirstInvoices(
  { asOwner, moveToDaysAgo }: HistoryTime,
  parties: DemoParties,
): Promise<void> {
  await moveToDaysAgo(33);
  await payPastInvoice(await issueDemoInvoice(paid, parties, asOwner), parties, asOwner);
  const payableId = await issueDemoInvoice(cancelled, parties, asOwner);
  await moveToDaysAgo(32);
  const params = { businessId: parties.payeeId, payableId };
  await handlers.payable.cancel({ params }, asOwner());
}

/**
 * Of four payments by link, one completes at once and one after a review, one is returned and one fails; the payee
 * withdraws. Resolves to the last segment of the link.
 */
async function takePaymentsByLink(
  time: HistoryTime,
  { payeeId, payeeBankId }: DemoParties,
): Promise<string> {
  const { asOwner, asVisitor, moveToDaysAgo } = time;
  await moveToDaysAgo(25);
  const link = await openPayMeLink(payeeId, time);
  const pay = (name: string, email: string, amount: number, memo: string) =>
    payByLink(link, { name, email, amount, memo }, time);
  await pay('Bayside Inn', 'accounts@bayside-inn.test', 412.4, 'Guest towels');
  const later = await pay('Harbor Cafe', 'office@harbor-cafe.test', 260, 'Tablecloths');
  const lodge = await pay('Lakeview Lodge', 'books@lakeview-lodge.test', 1530, 'Bed linen');
  const inReview = await holdPayment(asVisitor(), lodge, 'risk_review');
  await moveToDaysAgo(24);
  await releasePayment(asVisitor(), inReview);
  await moveToDaysAgo(15);
  const body = { amount: 800, fundingSourceId: payeeBankId };
  await handlers.business.withdraw({ params: { businessId: payeeId }, body }, asOwner());
  const context = asVisitor();
  await returnPayment(
    context,
    await rowAt(context.db, 'payments', later.id),
    achReturnWithCode('R10'),
  );
  const failing = await pay('Old Mill Diner', 'pay@old-mill.test', 186.75, 'Kitchen cloths');
  await failSubmitted(failing, 'R03', time);
  return link;
}

/** The bank returns the payment of an invoice, which is owed again. */
async function failInvoice(time: HistoryTime, parties: DemoParties): Promise<void> {
  const { asOwner, dateIn, moveToDaysAgo } = time;
  const payableId = await issueDemoInvoice(failed, parties, asOwner, dateIn(-2));
  await moveToDaysAgo(9);
  await failSubmitted(await payPastInvoice(payableId, parties, asOwner), 'R01', time);
}

/** The payee reminds the payer of an invoice, and sends its payment link. */
async function askForPayment(
  payableId: string,
  { asOwner }: HistoryTime,
  { payeeId }: DemoParties,
): Promise<void> {
  const params = { businessId: payeeId, payableId };
  await handlers.payable.remind({ params }, asOwner());
  await handlers.link.enable({ params }, asOwner());
  await handlers.link.send({ params, body: { email: 'ap@acme-hotels.test' } }, asOwner());
}

/** Moves to the time at which a bank returns a payment that was just made, which fails. */
async function failSubmitted(
  { id, submit_at }: Row<'payments'>,
  code: string,
  { asVisitor, moveTo }: StoryTime,
): Promise<void> {
  await moveTo(returnAfter(new Date(submit_at ?? 0)));
  const context = asVisitor();
  await failPayment(context, await rowAt(context.db, 'payments', id), achReturnWithCode(code));
}

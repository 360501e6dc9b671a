import { displayNameOf } from '../../../business/records.ts';
import type { HandlerContext } from '../../../context/handler-context.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { rowAt } from '../../../database/rows.ts';
import type { Row } from '../../../database/tables.ts';
import { paymentLinkStateOf } from '../../../payment-link/rules.ts';
import { authorizationOf } from '../../../public-api/authorization.ts';
import { findPayMeLink } from '../../../public-api/pay-me.ts';
import { type ReceiptRows, receiptRowsAt } from '../../../public-api/receipt.ts';
import { facts } from '../../facts.ts';
import { dateOf, money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { layout, seeOther } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { accountName, authorizationBox } from './confirm-page.ts';
import {
  contactLine,
  invoiceLines,
  invoiceOf,
  type LinkedInvoice,
  linkedInvoiceAt,
} from './linked-invoice.ts';
import { receiptSteps, returnWordsOf, stepList } from './receipt-steps.ts';

/**
 * Returns the receipt with the id in the path: the status of the payment.
 *
 * @throws {ApiError} 404 if there is none
 */
export const receiptPage = async ({ context, param }: PageRequest): Promise<Reply> =>
  showPayment(context, await receiptRowsAt(context, param('publicId')), 'payer');

/**
 * Returns the receipt of the newest payment of a payment link's invoice, for everybody who has the link: without the
 * payer, the account and the authorization. Without a payment it leads to the invoice.
 */
export async function linkReceiptPage({ context, param }: PageRequest): Promise<Reply> {
  const { payable } = await linkedInvoiceAt(context, param('nanoId'));
  const state = paymentLinkStateOf(payable);
  if (payable.payment_id === null || (state !== 'paid' && state !== 'inProgress')) {
    return seeOther(`/pay/${payable.link_nano_id}`);
  }
  const payment = await rowAt(context.db, 'payments', payable.payment_id);
  return showPayment(context, { payable, payment }, 'link');
}

async function showPayment(
  context: HandlerContext,
  { payment, payable }: ReceiptRows,
  reader: 'payer' | 'link',
): Promise<Reply> {
  const invoice = await invoiceOf(context, payable);
  const authorization = reader === 'payer' ? await authorizationOf(context, payment.id) : undefined;
  const payee = displayNameOf(invoice.payee);
  const { title, sentence, tone } = statusViews[payment.status];
  return layout({
    title: `Receipt: ${title}`,
    body: html`<h1 class="${tone}">${title}${payment.status === 'COMPLETED' ? ` on ${dateOf(new Date(payment.completed_at ?? payment.created_at))}` : ''}</h1>
      <p class="amount">${money(payment.cents)}</p>
      <p>${sentence(payee)}</p>
      ${failureBox(payment)}
      ${stepList(receiptSteps(payment))}
      ${await payAgain(context, payment, invoice, authorization)}
      ${facts([...detailsOf(payment, payable, payee), ...payerDetailsOf(authorization)])}
      ${invoiceLines(payable)}
      ${authorization ? authorizationBox(authorization.wording) : ''}
      ${contactLine(invoice.payee, invoice.contact)}
      <p class="fine screen">Keep the URL of this page to check your payment, and print it for your files. Reload it for the latest status.</p>`,
  });
}

const payerDetailsOf = (authorization: Row<'debit_authorizations'> | undefined) =>
  [
    ['Paid by', authorization?.payer_name ?? null],
    ['Email', authorization?.payer_email ?? null],
    ['From', authorization ? accountName(authorization.account) : null],
  ] as const;

const detailsOf = (payment: Row<'payments'>, payable: Row<'payables'>, payee: string) =>
  [
    ['To', payee],
    ['Invoice number', payable.invoice_number],
    ['For', payable.memo],
    ['Authorized on', dateOf(new Date(payment.created_at))],
    ['Reference', payment.id],
  ] as const;

function failureBox({ status, failure_code, failure_reason }: Row<'payments'>): Html {
  if (status !== 'FAILED' && status !== 'RETURNED') return html``;
  const { title, meaning } = returnWordsOf(failure_code, failure_reason);
  return html`<div class="notice bad"><p><strong>${title}.</strong> ${meaning}</p></div>`;
}

/** Returns the way to pay again after a payment that ended without paying; empty for any other. */
async function payAgain(
  context: HandlerContext,
  { id, status }: Row<'payments'>,
  { payable, payee }: LinkedInvoice,
  authorization: Row<'debit_authorizations'> | undefined,
): Promise<Html> {
  if (!['FAILED', 'RETURNED', 'CANCELLED'].includes(status)) return html``;
  if (payable.payment_id !== id && payable.status === 'PAID') {
    return html`<div class="notice good"><p>This was paid by a later payment. There is nothing left to pay.</p></div>`;
  }
  if (payable.active_payment_id !== null) {
    return html`<div class="notice busy"><p>A later payment is in progress. You cannot pay it twice.</p></div>`;
  }
  const path = await openLinkPath(context, { payable, payee }, authorization);
  return path === undefined
    ? html`<p>To pay again, ask ${displayNameOf(payee)} for a link.</p>`
    : html`<p class="screen"><a class="button" href="${path}">Pay again</a></p>`;
}

/** Returns the path of the link by which the payment can be made again; `undefined` if it takes no payment now. */
async function openLinkPath(
  context: HandlerContext,
  { payable, payee }: Pick<LinkedInvoice, 'payable' | 'payee'>,
  authorization: Row<'debit_authorizations'> | undefined,
): Promise<string | undefined> {
  if (authorization?.link_kind === 'payMe' && authorization.link !== null) {
    const issued = await findPayMeLink(context, authorization.link);
    return issued?.state === 'open' ? `/pay-me/${authorization.link}` : undefined;
  }
  const isOpen =
    payable.link_nano_id !== null &&
    payee.status !== 'suspended' &&
    paymentLinkStateOf(payable) === 'open';
  return isOpen ? `/pay/${payable.link_nano_id}` : undefined;
}

interface StatusView {
  readonly title: string;
  /** Takes the name of the payee. */
  readonly sentence: (payee: string) => string;
  readonly tone: 'good' | 'busy' | 'bad';
}

const inTransit: StatusView = {
  title: 'Your payment is in progress',
  sentence: () => 'No further action is needed.',
  tone: 'busy',
};

const statusViews: Readonly<Record<Row<'payments'>['status'], StatusView>> = {
  PENDING: inTransit,
  PROCESSING: inTransit,
  SCHEDULED: inTransit,
  HELD: {
    title: 'Your payment is held for review',
    sentence: () => 'It will be released or cancelled after the review. Nothing was debited yet.',
    tone: 'busy',
  },
  COMPLETED: {
    title: 'Paid',
    sentence: (payee) => `${payee} has received the funds.`,
    tone: 'good',
  },
  FAILED: {
    title: 'Your payment failed',
    sentence: (payee) =>
      `${payee} received nothing. If your account was debited, your bank credits it back.`,
    tone: 'bad',
  },
  RETURNED: {
    title: 'Your payment was returned',
    sentence: (payee) =>
      `Your bank took it back from ${payee} after it had arrived, and credits your account.`,
    tone: 'bad',
  },
  CANCELLED: {
    title: 'Your payment was cancelled',
    sentence: () => 'Your account was not debited.',
    tone: 'bad',
  },
};

import { newYorkDate } from '../../../../api/ach/calendar.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { rowAt } from '../../../database/rows.ts';
import type { Row } from '../../../database/tables.ts';
import { fileReply } from '../../../files/store.ts';
import { type PaymentLinkState, paymentLinkStateOf } from '../../../payment-link/rules.ts';
import { createLinkNotFoundError, publicBusinessOf } from '../../../public-api/parties.ts';
import { dateOf, longDate, money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { type GoneReason, gonePage } from './gone-page.ts';
import {
  attachmentAt,
  contactLine,
  invoiceDetails,
  type LinkedInvoice,
  linkedInvoiceAt,
  ownReceiptPath,
} from './linked-invoice.ts';
import { payeeHead } from './pay-me-page.ts';
import { emptyOrderForm, type OrderFormState, orderForm } from './payment-form.ts';
import { returnWordsOf } from './receipt-steps.ts';

/** The states in which the page shows the invoice; in any other the link is gone. */
type ShownState = Extract<PaymentLinkState, 'open' | 'inProgress' | 'paid'>;

/**
 * Returns the page of a payment link in the state it is in: the invoice with the form to pay it, a payment in progress,
 * the payment that paid it, or why the link is gone (410).
 *
 * @throws {ApiError} 404 if no such link was ever issued, or the invoice is a draft
 */
export async function invoicePage(
  pageRequest: PageRequest,
  link: string,
  draft: OrderFormState = emptyOrderForm,
): Promise<Reply> {
  const { context } = pageRequest;
  const invoice = await linkedInvoiceAt(context, link);
  const { payee, payable } = invoice;
  const found = stateOf(invoice);
  if ('gone' in found) return gonePage(context, payee.id, found.gone);
  const { state } = found;
  const shown = html`${payeeHead(publicBusinessOf(payee, context.options.appUrl), 'Invoice from')}
    ${await noticeOf(pageRequest, payable, state)}
    ${invoiceDetails(invoice, newYorkDate(context.now()))}
    ${contactLine(payee, invoice.contact)}
    ${state === 'open' ? html`<p class="bar"><strong>${money(payable.cents)}</strong> <a class="button" href="#pay">Pay</a></p>` : ''}`;
  return layout({
    status: draft.problems.length > 0 ? 422 : 200,
    title: titles[state](displayNameOf(payee)),
    body:
      state === 'open'
        ? orderForm(pageRequest, draft, { action: `/pay/${link}`, first: shown })
        : shown,
  });
}

/**
 * Returns a file that is attached to the invoice of a payment link.
 *
 * @throws {ApiError} 404 for another file, or while the link is gone
 */
export async function attachmentReply({ context, param }: PageRequest): Promise<Reply> {
  const invoice = await linkedInvoiceAt(context, param('nanoId'));
  const file = await attachmentAt(context, invoice.payable, param('fileId'));
  if (!file || 'gone' in stateOf(invoice)) throw createLinkNotFoundError();
  return fileReply(file);
}

/** Returns the state of the invoice's page, or the reason why its link is gone. */
function stateOf({
  payable,
  payee,
}: LinkedInvoice): { readonly state: ShownState } | { readonly gone: GoneReason } {
  const state = paymentLinkStateOf(payable);
  if (state === 'cancelled' || state === 'declined' || state === 'disabled') return { gone: state };
  if (state === 'open' && payee.status === 'suspended') return { gone: 'unavailable' };
  return { state };
}

const titles: Readonly<Record<ShownState, (payee: string) => string>> = {
  open: (payee) => `Invoice from ${payee}`,
  inProgress: (payee) => `Payment to ${payee} in progress`,
  paid: (payee) => `Paid: invoice from ${payee}`,
};

/** Returns the box above the invoice that says why there is no form, or what became of the last payment. */
async function noticeOf(
  pageRequest: PageRequest,
  payable: Row<'payables'>,
  state: ShownState,
): Promise<Html> {
  const { context } = pageRequest;
  if (payable.payment_id === null) return html``;
  const payment = await rowAt(context.db, 'payments', payable.payment_id);
  if (state === 'open') return lastFailure(payment);
  const ofLink = `/pay/${payable.link_nano_id}/receipt`;
  const path = (await ownReceiptPath(pageRequest, payable)) ?? ofLink;
  const receipt = html`<p><a href="${path}">See the receipt</a></p>`;
  return state === 'paid'
    ? html`<div class="notice good" role="status">
        <h2>Paid on ${dateOf(new Date(payable.paid_at ?? payment.created_at))}</h2>
        <p>${money(payment.cents)} arrived. There is nothing left to pay.</p>${receipt}
      </div>`
    : html`<div class="notice busy" role="status">
        <h2>A payment is ${payment.status === 'HELD' ? 'held for review' : 'in progress'}</h2>
        <p>${money(payment.cents)}, authorized on ${dateOf(new Date(payment.created_at))}${arrivalOf(payment)}.
          You cannot pay it twice.</p>${receipt}
      </div>`;
}

const arrivalOf = ({ settle_at, scheduled_date }: Row<'payments'>): string => {
  const start = scheduled_date === null ? '' : `, scheduled for ${longDate(scheduled_date)}`;
  return settle_at === null ? start : `${start}, estimated arrival ${dateOf(new Date(settle_at))}`;
};

/** Returns the box about a payment that ended without paying; empty if the newest one did not. */
function lastFailure({
  status,
  failure_code,
  failure_reason,
  failed_at,
  returned_at,
}: Row<'payments'>): Html {
  const ended = returned_at ?? failed_at;
  if ((status !== 'FAILED' && status !== 'RETURNED') || ended === null) return html``;
  const { title, meaning } = returnWordsOf(failure_code, failure_reason);
  return html`<div class="notice bad" role="status">
    <h2>The last payment ${status === 'RETURNED' ? 'was returned' : 'failed'} on ${dateOf(new Date(ended))}</h2>
    <p><strong>${title}.</strong> ${meaning} This invoice is still open: you can pay it again below.</p>
  </div>`;
}

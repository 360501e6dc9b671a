/** The banner of a payment or withdrawal that failed: why, what to do, and where to read on. */

import { findReturnCode } from '../../../api/ach/return-codes.ts';
import type { Row } from '../../database/tables.ts';
import { type Html, html } from '../html.ts';
import { returnWordsOf } from '../pages/pay/receipt-steps.ts';
import { linkTo, type PageContext } from './page-context.ts';
import { requestsAbout } from './requests.ts';
import { rowsWith } from './shapes/read-rows.ts';

type Transfer = Pick<
  Row<'payments' | 'withdrawals'>,
  'id' | 'status' | 'failure_code' | 'failure_reason'
> &
  Partial<Pick<Row<'payments'>, 'payable_id' | 'receipt_id'>>;

/** Returns the banner of a payment; `undefined` for one that did not fail. */
export function failureBanner(
  payment: Row<'payments'>,
  pageContext: PageContext,
): Promise<Html | undefined> {
  return bannerOf(
    payment,
    returnWordsOf(payment.failure_code, payment.failure_reason),
    pageContext,
  );
}

/** Returns the banner of a withdrawal; `undefined` for one that did not fail. */
export function withdrawalBanner(
  withdrawal: Row<'withdrawals'>,
  pageContext: PageContext,
): Promise<Html | undefined> {
  const { failure_code: code, failure_reason: reason } = withdrawal;
  const known = findReturnCode(code);
  const meaning = `${known ? `${known.meaning} ` : ''}${MONEY_IS_BACK}`;
  return bannerOf(withdrawal, { ...returnWordsOf(code, reason), meaning }, pageContext);
}

const MONEY_IS_BACK = 'The money is available again. Withdraw it to another bank account.';

async function bannerOf(
  transfer: Transfer,
  { title, meaning }: ReturnType<typeof returnWordsOf>,
  pageContext: PageContext,
): Promise<Html | undefined> {
  const { status } = transfer;
  if (status !== 'FAILED' && status !== 'RETURNED') return undefined;
  return html`<section class="verdict bad"><h2>${status === 'FAILED' ? 'Failed' : 'Returned'}: ${title}</h2>
    <p>${meaning}</p>
    <ul class="records">${(await sourcesOf(transfer, pageContext)).map((it) => html`<li>${it}</li>`)}</ul>
  </section>`;
}

/** Returns links to the transfer, the receipt, the email, the event and the request of its end, as far as there are any. */
async function sourcesOf(
  { id, payable_id = null, receipt_id = null }: Transfer,
  pageContext: PageContext,
): Promise<readonly Html[]> {
  const newest = { order: 'seq desc', limit: 1 };
  const [event] = await rowsWith(pageContext, 'events', ['resource_id', id], newest);
  const [mail] =
    payable_id === null
      ? []
      : await rowsWith(pageContext, 'outbox', ['payable_id', payable_id], newest);
  const [request] = requestsAbout([id, ...(payable_id === null ? [] : [payable_id])], pageContext);
  return [
    ...(pageContext.params['id'] === id ? [] : [linkTo(id, pageContext, 'Payment')]),
    ...(receipt_id === null ? [] : [html`<a href="/receipt/${receipt_id}">Receipt</a>`]),
    ...(mail ? [linkTo(mail.id, pageContext, 'Email')] : []),
    ...(event ? [linkTo(event.id, pageContext, 'Event')] : []),
    ...(request ? [html`<a href="${request.path}">Request</a>`] : []),
  ];
}

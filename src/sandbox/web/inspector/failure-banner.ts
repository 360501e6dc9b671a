/** The banner of a payment that ended without paying: why, what to do, and where to read on. */

import type { Row } from '../../database/tables.ts';
import { type Html, html } from '../html.ts';
import { returnWordsOf } from '../pages/pay/receipt-steps.ts';
import { linkTo, type PageContext } from './page-context.ts';
import { requestsAbout } from './requests.ts';
import { rowsWith } from './shapes/read-rows.ts';

/** Returns the banner; `undefined` for a payment that did not end so. */
export async function failureBanner(
  payment: Row<'payments'>,
  pageContext: PageContext,
): Promise<Html | undefined> {
  const { status, failure_code, failure_reason } = payment;
  if (status !== 'FAILED' && status !== 'RETURNED') return undefined;
  const { title, meaning } = returnWordsOf(failure_code, failure_reason);
  return html`<section class="verdict bad"><h2>${status === 'FAILED' ? 'Failed' : 'Returned'}: ${title}</h2>
    <p>${meaning}</p>
    <ul class="records">${(await sourcesOf(payment, pageContext)).map((it) => html`<li>${it}</li>`)}</ul>
  </section>`;
}

/** Returns links to the payment, the receipt, the email, the event and the request of a payment's end, as far as there are any. */
async function sourcesOf(
  { id, payable_id, receipt_id }: Row<'payments'>,
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

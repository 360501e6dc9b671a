import { centsOf } from '../../../../contract/money.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { type PublicInvoice, showInvoice } from '../../../public-api/invoice.ts';
import { longDate, money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { payeeHead } from './payee-header.ts';
import { emptyOrderForm, type OrderFormState, orderForm } from './payment-form.ts';

/** Returns the page of a payment link: the invoice, and the form to pay it. */
export async function invoicePage(
  pageRequest: PageRequest,
  draft: OrderFormState = emptyOrderForm,
): Promise<Reply> {
  const invoice = await showInvoice(pageRequest.context, pageRequest.param('nanoId'));
  const { payee, amount, dueDate, memo } = invoice;
  return layout({
    status: draft.problem ? 422 : 200,
    title: `Invoice from ${displayNameOf(payee)}`,
    body: html`${payeeHead(payee, 'Invoice from')}
      <p class="amount">${money(centsOf(amount))}</p>
      <p class="soft">${dueDate === null ? 'No due date' : `Due ${longDate(dueDate)}`}</p>
      ${memo === null ? '' : html`<p class="memo">${memo}</p>`}
      ${linesOf(invoice)}
      ${invoice.payable ? orderForm(pageRequest, draft, html``) : notNow}`,
  });
}

const linesOf = ({ lineItems, amount }: PublicInvoice): Html =>
  lineItems.length === 0
    ? html``
    : html`<table class="items">
      <caption class="unseen">Invoice items</caption>
      <thead><tr><th scope="col">Item</th><th scope="col" class="figure">Quantity</th>
        <th scope="col" class="figure">Price</th><th scope="col" class="figure">Total</th></tr></thead>
      <tbody>${lineItems.map(lineOf)}</tbody>
      <tfoot><tr><th scope="row" colspan="3">Total</th><td class="figure">${money(centsOf(amount))}</td></tr></tfoot>
    </table>`;

const lineOf = ({ description, quantity, unitPrice, total }: PublicInvoice['lineItems'][number]) =>
  html`<tr><td>${description}</td><td class="figure">${quantity}</td>
    <td class="figure">$${priceText(unitPrice)}</td><td class="figure">${money(centsOf(total))}</td></tr>`;

/** Formats a price in dollars with up to four decimals. */
const priceText = (price: number): string =>
  price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

const notNow = html`<div class="notice">
    <h2>Nothing to pay</h2>
    <p>This invoice is already being paid, or was not sent yet. You cannot pay it twice.</p>
  </div>`;

import { centsOf } from '../../../../api/money.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { rowAt } from '../../../database/rows.ts';
import { addresseeOf } from '../../../notifications/outbox.ts';
import type { PublicBusiness } from '../../../public-api/parties.ts';
import { findPayMeLink, type PublicPayMe, showPayMe } from '../../../public-api/pay-me.ts';
import { type FormField, formField } from '../../form.ts';
import { money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { gonePage } from './gone-page.ts';
import { contactLine } from './linked-invoice.ts';
import { emptyOrderForm, type OrderFormState, orderForm } from './payment-form.ts';

/**
 * Returns the page of a pay-me link: the business with the form to pay it, or why the link is gone (410).
 *
 * @throws {ApiError} 404 if no such link was ever issued
 */
export async function payMePage(
  pageRequest: PageRequest,
  token: string,
  draft: OrderFormState = emptyOrderForm,
): Promise<Reply> {
  const { context } = pageRequest;
  const issued = await findPayMeLink(context, token);
  if (issued && issued.state !== 'open') return gonePage(context, issued.businessId, issued.state);
  const link = await showPayMe(context, token);
  const payee = await rowAt(context.db, 'businesses', issued?.link.business_id ?? '');
  const { typed, problems } = draft;
  const amount: FormField = {
    name: 'amount',
    label: 'Amount in dollars',
    value: typed('amount'),
    hint: limitsOf(link),
    inputmode: 'decimal',
    isMoney: true,
  };
  const memo = { name: 'memo', label: 'Purpose', value: typed('memo'), optional: true };
  return layout({
    status: problems.length > 0 ? 422 : 200,
    title: `Pay ${displayNameOf(link.payee)}`,
    body: orderForm(pageRequest, draft, {
      action: `/pay-me/${token}`,
      first: html`${payeeHead(link.payee, 'Pay')}
        <div class="asked">${formField(amount, problems)}${formField(memo, problems)}</div>
        ${contactLine(payee, await addresseeOf(context.db, payee.id))}`,
    }),
  });
}

function limitsOf({ minAmount, maxAmount }: PublicPayMe): string {
  if (minAmount !== null && maxAmount !== null)
    return `From ${dollars(minAmount)} to ${dollars(maxAmount)}.`;
  if (minAmount !== null) return `${dollars(minAmount)} or more.`;
  if (maxAmount !== null) return `${dollars(maxAmount)} at most.`;
  return 'Such as 1250.00.';
}

const dollars = (amount: number): string => money(centsOf(amount));

/** Returns the header of a page with the payee: its logo, or the first letter of its name. */
export const payeeHead = (payee: PublicBusiness, purpose: string): Html =>
  html`<div class="party">
    ${portrait(payee)}
    <div>
      <p class="soft">${purpose}</p>
      <h1>${displayNameOf(payee)}</h1>
      ${payee.alias === null || payee.alias === payee.name ? '' : html`<p class="soft">${payee.name}</p>`}
    </div>
  </div>`;

// Only the path of the logo's URL is used, so that it loads from this host, by whichever name the browser reached it.
const portrait = ({ logoUrl, ...business }: PublicBusiness): Html =>
  logoUrl === null
    ? html`<span class="portrait" aria-hidden="true">${[...displayNameOf(business).trim()][0]?.toUpperCase()}</span>`
    : html`<img class="portrait" src="${new URL(logoUrl).pathname}" alt="" width="52" height="52">`;

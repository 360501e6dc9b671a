/** The page that asks for the authorization of a debit. */

import type { Reply } from '../../../context/problem-details.ts';
import type { Row } from '../../../database/tables.ts';
import { facts } from '../../facts.ts';
import { capitalized, dateOf, money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import type { DebitProposal, DebitSource } from './debit-proposal.ts';
import { arrivalDate, holderNames, speedNames } from './payment-form.ts';

/** The box above a page whose authorization changed since it was shown. */
export const changedNotice: Html = html`<div class="notice bad" role="alert">
    <h2>Please check again</h2>
    <p>Something changed since you last looked: the amount, the date or the payee's details. Nothing was paid.</p>
  </div>`;

/** Returns the page with the debit, the authorization text and the button to pay. */
export async function confirmPage(
  pageRequest: PageRequest,
  proposal: DebitProposal,
  { status = 200, notice }: { status?: number; notice?: Html } = {},
): Promise<Reply> {
  const { context, formToken } = pageRequest;
  const { checkout, source, payee, purpose, authorization, seal, repeats } = proposal;
  const { key, order } = checkout;
  const amount = money(authorization.cents);
  return layout({
    status,
    title: 'Review and pay',
    body: html`<h1>Review and pay</h1>
      ${notice}
      <p class="amount">${amount}</p>
      ${facts([
        ['To', payee],
        ['From', accountName(authorization.account)],
        ['For', checkout.kind === 'invoice' ? capitalized(purpose) : (order.memo ?? null)],
        ['Arrives', `${arrivalDate(order.clearingSpeed, context.now())} (estimated)`],
        ['Speed', speedNames[order.clearingSpeed]],
        ['Your account', 'own' in source ? null : holderNames[order.accountHolder]],
        ['Your name', order.payerName],
        ['Email', order.payerEmail],
      ])}
      <form method="post" action="/checkout/${key}">
        ${formToken}
        ${sourceFields(source)}
        <input type="hidden" name="authorization" value="${seal}">
        ${repeats ? repeatBox(repeats, amount, payee) : ''}
        <button class="button">Pay ${amount}</button>
        ${authorizationBox(authorization.wording, { isFolded: true })}
      </form>
      ${bankForm(pageRequest, key, 'Use another account')}
      <p class="fine"><a href="/checkout/${key}/edit">Change payment details</a></p>`,
  });
}

/** Returns the hidden fields that name the account to debit. The checkout itself knows the one that was typed. */
function sourceFields(source: DebitSource): Html {
  if ('own' in source) return html`<input type="hidden" name="bank" value="${source.own.id}">`;
  if ('typed' in source) return html``;
  return html`<input type="hidden" name="publicToken" value="${source.publicToken}">
    <input type="hidden" name="accountId" value="${source.accountId}">`;
}

/** Returns the name of an account, whose last digits stay on one line. */
export function accountName(account: string): Html {
  const [name = '', mask = ''] = account.split(/ (?=ending in \d+$)/);
  return html`${name} <span class="mask">${mask}</span>`;
}

/** Returns the authorization text as a box, a paragraph a line; folded, all but the first are shown on request. */
export function authorizationBox(
  wording: string,
  { isFolded = false }: { isFolded?: boolean } = {},
): Html {
  const [first, ...others] = wording.split('\n').map((line) => html`<p>${line}</p>`);
  return html`<section class="terms" aria-labelledby="terms">
    <h2 id="terms">Authorization</h2>
    ${first}
    ${isFolded ? html`<details><summary>The rest of the authorization</summary>${others}</details>` : others}
  </section>`;
}

const repeatBox = (
  { receipt_id, created_at }: Row<'payments'>,
  amount: string,
  payee: string,
): Html =>
  html`<div class="notice bad" role="alert">
    <h2>You already paid this</h2>
    <p>You paid ${amount} to ${payee} on ${dateOf(new Date(created_at))}. <a href="/receipt/${receipt_id}">See that receipt</a></p>
    <label class="tick"><input type="checkbox" name="again" value="yes" required> Pay ${amount} once more</label>
  </div>`;

/** Returns the form that leads to the provider for another account. Its button is like a link unless it is the main one. */
export const bankForm = (
  { formToken }: PageRequest,
  key: string,
  message: string,
  look: 'button' | 'link' = 'link',
): Html =>
  html`<form method="post" action="/checkout/${key}/bank">
    ${formToken}
    ${look === 'button' ? html`<button class="button">${message}</button>` : html`<p class="fine"><button class="link">${message}</button></p>`}
  </form>`;

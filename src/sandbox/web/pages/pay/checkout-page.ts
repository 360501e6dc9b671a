/** The checkout pages: start, choice of a bank, confirmation and payment. */

import { ApiError } from '../../../../contract/http/api-error.ts';
import { readPublicToken } from '../../../bank/connect.ts';
import { makeLinkToken } from '../../../bank/link-token.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { readPayerContact } from '../../../public-api/parties.ts';
import { money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { layout, seeOther } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import {
  beginCheckout,
  type Checkout,
  checkoutAt,
  endCheckout,
  type LinkTypeName,
  linkTypes,
} from './checkout.ts';
import {
  arrival,
  type FormValues,
  type OrderFormState,
  type OrderInput,
  problemOf,
  speedNames,
} from './payment-form.ts';

/** Starts a checkout and redirects to the bank-linking provider. Shows the form again if its input has a problem. */
export async function startCheckout(
  pageRequest: PageRequest,
  {
    kind,
    link,
    wishes: order,
    typed,
  }: { kind: LinkTypeName; link: string; wishes: OrderInput; typed: FormValues },
  showAgain: (visit: PageRequest, draft: OrderFormState) => Promise<Reply>,
): Promise<Reply> {
  try {
    readPayerContact(order);
    await linkTypes[kind].check(pageRequest.context, link, order);
  } catch (error) {
    const problem = error instanceof ApiError ? problemOf(error) : undefined;
    if (problem) return showAgain(pageRequest, { typed, problem });
    throw error;
  }
  return redirectToProvider(
    pageRequest,
    await beginCheckout(pageRequest.context, { kind, link, wishes: order }),
  );
}

/** Redirects to the provider, which returns to the checkout. */
export async function redirectToProvider({ context }: PageRequest, key: string): Promise<Reply> {
  const { url } = await makeLinkToken(context, '');
  const { pathname, searchParams } = new URL(url);
  searchParams.set('redirect', `/checkout/${key}`);
  return seeOther(`${pathname}?${searchParams}`);
}

/**
 * Returns the confirmation page with the chosen account; a page to choose one if there is none; the receipt if it is
 * paid.
 */
export async function checkoutPage(pageRequest: PageRequest): Promise<Reply> {
  const checkout = await checkoutAt(pageRequest.context, pageRequest.param('key'));
  if (checkout.publicId !== null) return seeOther(`/receipt/${checkout.publicId}`);
  const choice = {
    publicToken: pageRequest.query('public_token'),
    accountId: pageRequest.query('account_id'),
  };
  return choice.publicToken === ''
    ? layout({ title: 'Select your bank', body: noBank(pageRequest, checkout) })
    : confirmPage(pageRequest, checkout, choice);
}

/** Pays once: a form sent again leads to the receipt of the first payment. */
export async function payCheckout(
  typed: FormValues,
  { context, param }: PageRequest,
): Promise<Reply> {
  const checkout = await checkoutAt(context, param('key'));
  const { kind, link, wishes: order } = checkout;
  if (checkout.publicId !== null) return seeOther(`/receipt/${checkout.publicId}`);
  const choice = { publicToken: typed('publicToken'), accountId: typed('accountId') };
  const { publicId } = await linkTypes[kind].pay(context, link, { ...order, ...choice });
  await endCheckout(context, checkout, publicId);
  return seeOther(`/receipt/${publicId}`);
}

async function confirmPage(
  pageRequest: PageRequest,
  checkout: Checkout,
  choice: { publicToken: string; accountId: string },
): Promise<Reply> {
  const { context } = pageRequest;
  const { kind, link, wishes: order, key } = checkout;
  const { cents } = await linkTypes[kind].check(context, link, order);
  const payee = displayNameOf(await linkTypes[kind].payeeOf(context, link));
  const { bankName, name, mask } = await readPublicToken(context, choice);
  const { clearingSpeed, payerName, payerEmail, memo } = order;
  return layout({
    title: 'Review and pay',
    body: html`<h1>Review and pay</h1>
      <p class="amount">${money(cents)}</p>
      <dl class="facts">
        ${detailRow('To', payee)}
        ${detailRow('From', html`${bankName}, ${name} <span class="mask">ending in ${mask}</span>`)}
        ${detailRow(speedNames[clearingSpeed], arrival(clearingSpeed, context.now()))}
        ${memo ? detailRow('For', memo) : ''}
        ${detailRow('Your name', payerName)}
        ${detailRow('Email', payerEmail)}
      </dl>
      <form method="post" action="/checkout/${key}">
        ${pageRequest.formToken}
        <input type="hidden" name="publicToken" value="${choice.publicToken}">
        <input type="hidden" name="accountId" value="${choice.accountId}">
        <button class="button">Pay ${money(cents)}</button>
      </form>
      <p class="fine">You authorize ${payee} to debit this amount from this account, once.</p>
      ${bankForm(pageRequest, key, 'Use another account')}
      <p class="fine"><a href="${linkTypes[kind].home(link)}">Edit payment details</a></p>`,
  });
}

const noBank = (pageRequest: PageRequest, { kind, link, key }: Checkout): Html =>
  html`<h1>Select your bank</h1>
    <p>No account was selected, and nothing was paid.</p>
    ${bankForm(pageRequest, key, 'Select your bank')}
    <p class="fine"><a href="${linkTypes[kind].home(link)}">Start over</a></p>`;

const bankForm = ({ formToken }: PageRequest, key: string, message: string): Html =>
  html`<form method="post" action="/checkout/${key}/bank">
    ${formToken}
    <button class="button plain">${message}</button>
  </form>`;

const detailRow = (name: string, value: Html | string): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

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
  visit: PageRequest,
  {
    kind,
    link,
    wishes,
    typed,
  }: { kind: LinkTypeName; link: string; wishes: OrderInput; typed: FormValues },
  again: (visit: PageRequest, draft: OrderFormState) => Promise<Reply>,
): Promise<Reply> {
  try {
    readPayerContact(wishes);
    await linkTypes[kind].check(visit.world, link, wishes);
  } catch (error) {
    const problem = error instanceof ApiError ? problemOf(error) : undefined;
    if (problem) return again(visit, { typed, problem });
    throw error;
  }
  return redirectToProvider(visit, await beginCheckout(visit.world, { kind, link, wishes }));
}

/** Redirects to the provider, which returns to the checkout. */
export async function redirectToProvider({ world }: PageRequest, key: string): Promise<Reply> {
  const { url } = await makeLinkToken(world, '');
  const { pathname, searchParams } = new URL(url);
  searchParams.set('redirect', `/checkout/${key}`);
  return seeOther(`${pathname}?${searchParams}`);
}

/**
 * Returns the confirmation page with the chosen account; a page to choose one if there is none; the receipt if it is
 * paid.
 */
export async function checkoutPage(visit: PageRequest): Promise<Reply> {
  const checkout = await checkoutAt(visit.world, visit.param('key'));
  if (checkout.publicId !== null) return seeOther(`/receipt/${checkout.publicId}`);
  const choice = {
    publicToken: visit.query('public_token'),
    accountId: visit.query('account_id'),
  };
  return choice.publicToken === ''
    ? layout({ title: 'Select your bank', body: noBank(visit, checkout) })
    : confirmPage(visit, checkout, choice);
}

/** Pays once: a form sent again leads to the receipt of the first payment. */
export async function payCheckout(
  typed: FormValues,
  { world, param }: PageRequest,
): Promise<Reply> {
  const checkout = await checkoutAt(world, param('key'));
  const { kind, link, wishes } = checkout;
  if (checkout.publicId !== null) return seeOther(`/receipt/${checkout.publicId}`);
  const choice = { publicToken: typed('publicToken'), accountId: typed('accountId') };
  const { publicId } = await linkTypes[kind].pay(world, link, { ...wishes, ...choice });
  await endCheckout(world, checkout, publicId);
  return seeOther(`/receipt/${publicId}`);
}

async function confirmPage(
  visit: PageRequest,
  checkout: Checkout,
  choice: { publicToken: string; accountId: string },
): Promise<Reply> {
  const { world } = visit;
  const { kind, link, wishes, key } = checkout;
  const { cents } = await linkTypes[kind].check(world, link, wishes);
  const payee = displayNameOf(await linkTypes[kind].payeeOf(world, link));
  const { bankName, name, mask } = await readPublicToken(world, choice);
  const { clearingSpeed, payerName, payerEmail, memo } = wishes;
  return layout({
    title: 'Review and pay',
    body: html`<h1>Review and pay</h1>
      <p class="amount">${money(cents)}</p>
      <dl class="facts">
        ${fact('To', payee)}
        ${fact('From', html`${bankName}, ${name} <span class="mask">ending in ${mask}</span>`)}
        ${fact(speedNames[clearingSpeed], arrival(clearingSpeed, world.now()))}
        ${memo ? fact('For', memo) : ''}
        ${fact('Your name', payerName)}
        ${fact('Email', payerEmail)}
      </dl>
      <form method="post" action="/checkout/${key}">
        ${visit.formToken}
        <input type="hidden" name="publicToken" value="${choice.publicToken}">
        <input type="hidden" name="accountId" value="${choice.accountId}">
        <button class="button">Pay ${money(cents)}</button>
      </form>
      <p class="fine">You authorize ${payee} to debit this amount from this account, once.</p>
      ${bankForm(visit, key, 'Use another account')}
      <p class="fine"><a href="${linkTypes[kind].home(link)}">Edit payment details</a></p>`,
  });
}

const noBank = (visit: PageRequest, { kind, link, key }: Checkout): Html =>
  html`<h1>Select your bank</h1>
    <p>No account was selected, and nothing was paid.</p>
    ${bankForm(visit, key, 'Select your bank')}
    <p class="fine"><a href="${linkTypes[kind].home(link)}">Start over</a></p>`;

const bankForm = ({ formToken }: PageRequest, key: string, says: string): Html =>
  html`<form method="post" action="/checkout/${key}/bank">
    ${formToken}
    <button class="button plain">${says}</button>
  </form>`;

const fact = (name: string, value: Html | string): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

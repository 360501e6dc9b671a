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
import { gonePage } from './gone-page.ts';
import {
  arrival,
  emptyOrderForm,
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
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'link_not_found' || error.code === 'payable_not_payable') {
      return showAgain(pageRequest, emptyOrderForm);
    }
    const problem = problemOf(error);
    if (problem) return showAgain(pageRequest, { typed, problem });
    throw error;
  }
  return redirectToProvider(
    pageRequest,
    await beginCheckout(pageRequest.context, { kind, link, wishes: order }),
  );
}

/** Redirects to the provider, which returns to the checkout. */
async function redirectToProvider({ context }: PageRequest, key: string): Promise<Reply> {
  const { url } = await makeLinkToken(context, '');
  const { pathname, searchParams } = new URL(url);
  searchParams.set('redirect', `/checkout/${key}`);
  return seeOther(`${pathname}?${searchParams}`);
}

/**
 * Returns the confirmation page with the chosen account; a page to choose one if there is none; the receipt if it is
 * paid.
 */
export const checkoutPage = (pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, async (checkout) => {
    const choice = {
      publicToken: pageRequest.query('public_token'),
      accountId: pageRequest.query('account_id'),
    };
    return choice.publicToken === ''
      ? layout({ title: 'Select your bank', body: noBank(pageRequest, checkout) })
      : confirmPage(pageRequest, checkout, choice);
  });

/** Pays once: a form sent again leads to the receipt of the first payment. */
export const payCheckout = (typed: FormValues, pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, async (checkout) => {
    const { context } = pageRequest;
    const { kind, link, wishes: order } = checkout;
    const choice = { publicToken: typed('publicToken'), accountId: typed('accountId') };
    const { publicId } = await linkTypes[kind].pay(context, link, { ...order, ...choice });
    await endCheckout(context, checkout, publicId);
    return seeOther(`/receipt/${publicId}`);
  });

/** Redirects to the provider again, for another account. */
export const changeBank = (_: FormValues, pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, ({ key }) => redirectToProvider(pageRequest, key));

/**
 * Goes on with a checkout that can still be paid. One that was paid leads to its receipt, an expired one is gone (410),
 * and where the link was closed since, its page tells why.
 *
 * @throws {ApiError} 404, or 409 if the invoice is being paid
 */
async function withOpenCheckout(
  pageRequest: PageRequest,
  goOn: (checkout: Checkout) => Promise<Reply>,
): Promise<Reply> {
  const { context, param } = pageRequest;
  const checkout = await checkoutAt(context, param('key'));
  const { kind, link, publicId, wishes: order } = checkout;
  if (publicId !== null) return seeOther(`/receipt/${publicId}`);
  const home = linkTypes[kind].home(link);
  if (checkout.isExpired) {
    const { id } = await linkTypes[kind].payeeOf(context, link);
    const way = html`<p><a class="button" href="${home}">Start over</a></p>`;
    return gonePage(context, id, 'checkoutExpired', way);
  }
  try {
    await linkTypes[kind].check(context, link, order);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'link_not_found') return seeOther(home);
    throw error;
  }
  return goOn(checkout);
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

/** The pages of payers with an account of the service: sign-in, and the choice of one of their bank accounts. */

import { permissionsOf } from '../../../access/permissions.ts';
import type { Caller, HandlerContext } from '../../../context/handler-context.ts';
import type { Reply } from '../../../context/problem-details.ts';
import type { Row } from '../../../database/tables.ts';
import { type Html, html } from '../../html.ts';
import { layout, seeOther } from '../../page.ts';
import {
  clearSignInCookie,
  type RefusedSignIn,
  signedInLine,
  signedInUser,
  signInFields,
  trySignIn,
} from '../invite/sign-in.ts';
import type { PageRequest } from '../page-routes.ts';
import { type Checkout, linkTypes } from './checkout.ts';
import { type OpenCheckout, withOpenCheckout } from './checkout-steps.ts';
import { bankForm } from './confirm-page.ts';
import type { FormValues } from './payment-form.ts';

/** A bank account that the signed-in user can pay with, and its business. */
export type OwnAccount = Row<'bank_accounts'> & { readonly business_name: string };

/** Returns the sign-in form, or the bank accounts of the user who is signed in. */
export const ownAccountsPage = (pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, async (checkout) => {
    const caller = await signedInUser(pageRequest);
    return caller ? choicePage(pageRequest, checkout, caller) : signInPage(pageRequest, checkout);
  });

/** Signs in. A wrong password shows the form again, and is counted. */
export const signInToPay = (typed: FormValues, pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, async (checkout) => {
    const signIn = await trySignIn(typed, pageRequest, SIGN_IN_PATH);
    return typeof signIn === 'string'
      ? seeOther(`/checkout/${checkout.key}/sign-in`, { 'Set-Cookie': signIn })
      : signInPage(pageRequest, checkout, signIn);
  });

export const signOutOfPaying = (_: FormValues, pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, async ({ key }) =>
    seeOther(`/checkout/${key}/sign-in`, {
      'Set-Cookie': await clearSignInCookie(pageRequest, SIGN_IN_PATH),
    }),
  );

const SIGN_IN_PATH = '/checkout';

/** Returns the account with this id, if the user who is signed in can pay the checkout with it. */
export async function ownAccountAt(
  pageRequest: PageRequest,
  checkout: Checkout,
  bankId: string,
): Promise<{ readonly caller: Caller; readonly account: OwnAccount } | undefined> {
  const caller = bankId === '' ? null : await signedInUser(pageRequest);
  if (!caller) return undefined;
  const accounts = await ownAccounts(pageRequest.context, checkout, caller);
  const account = accounts.find(({ id }) => id === bankId);
  return account && { caller, account };
}

/** Returns the verified accounts of the user's businesses, for an invoice those of its payer. */
async function ownAccounts(
  context: HandlerContext,
  { kind, link }: Checkout,
  { accountId, role }: Caller,
): Promise<readonly OwnAccount[]> {
  if (!permissionsOf[role].includes('payments:initiate')) return [];
  const payerId = await linkTypes[kind].payerIdOf(context, link);
  return context.db
    .selectFrom('bank_accounts')
    .innerJoin('businesses', 'businesses.id', 'bank_accounts.business_id')
    .selectAll('bank_accounts')
    .select('businesses.name as business_name')
    .where('businesses.account_id', '=', accountId)
    .where('bank_accounts.status', '=', 'verified')
    .$if(payerId !== undefined, (query) => query.where('businesses.id', '=', payerId ?? ''))
    .orderBy('bank_accounts.created_at')
    .execute();
}

function signInPage(
  pageRequest: PageRequest,
  { key, head }: OpenCheckout,
  refused?: RefusedSignIn,
): Reply {
  return layout({
    status: refused?.status ?? 200,
    title: 'Sign in to pay',
    body: html`${head}<h1>Sign in to pay</h1>
      <p>Pay from a bank account that your business has linked. Nothing is paid yet.</p>
      <form method="post" action="/checkout/${key}/sign-in">
        ${signInFields(pageRequest, refused)}
      </form>
      <p class="fine"><a href="/checkout/${key}/edit">Pay without an account</a></p>`,
  });
}

async function choicePage(
  pageRequest: PageRequest,
  checkout: OpenCheckout,
  caller: Caller,
): Promise<Reply> {
  const { key, head } = checkout;
  const accounts = await ownAccounts(pageRequest.context, checkout, caller);
  return layout({
    title: 'Select your account',
    body: html`${head}<h1>Select your account</h1>
      ${accounts.length === 0 ? noAccount : html`<ul class="choices">${accounts.map((it) => accountLink(key, it))}</ul>`}
      ${bankForm(pageRequest, key, 'Select another bank')}
      ${signedInLine(pageRequest, caller, `/checkout/${key}`)}`,
  });
}

const noAccount = html`<p>You have no verified bank account that can pay this, or your role does not allow payments.</p>`;

const accountLink = (key: string, account: OwnAccount): Html =>
  html`<li><a class="choice" href="/checkout/${key}?bank=${account.id}">
    <span><strong>${account.bank_name}, ${account.name}</strong>
      <span class="soft">${account.business_name}, ending in ${account.last4}</span></span></a></li>`;

/** The checkout pages: start, choice of a bank, confirmation and payment. */

import { ApiError } from '../../../../api/http/api-error.ts';
import { makeLinkToken } from '../../../bank/link-token.ts';
import type { Caller } from '../../../context/handler-context.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { type Html, html } from '../../html.ts';
import { layout, seeOther } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { beginCheckout, type LinkTypeName, linkTypes } from './checkout.ts';
import { closedCodes, type OpenCheckout, withOpenCheckout } from './checkout-steps.ts';
import { bankForm, changedNotice, confirmPage } from './confirm-page.ts';
import { type DebitSource, payProposal, proposeDebit } from './debit-proposal.ts';
import { type AskedAmount, findOrderProblems } from './order-problems.ts';
import { ownAccountAt } from './own-account-page.ts';
import {
  emptyOrderForm,
  type FormValues,
  formValuesOf,
  type OrderFormState,
  type OrderInput,
} from './payment-form.ts';
import { typedAccountOf } from './typed-account.ts';
import { verificationPage } from './typed-account-page.ts';

export type ShowLinkPage = (
  pageRequest: PageRequest,
  link: string,
  draft: OrderFormState,
) => Promise<Reply>;

/**
 * Starts a checkout and redirects to the bank-linking provider. Shows the form again with all problems of its input, and
 * the page of the link if that takes no payment any more.
 */
export async function startCheckout(
  pageRequest: PageRequest,
  {
    kind,
    link,
    order,
    typed,
  }: { kind: LinkTypeName; link: string; order: OrderInput; typed: FormValues },
  show: ShowLinkPage,
): Promise<Reply> {
  const { context } = pageRequest;
  const asked = await askedOrClosed(() => linkTypes[kind].asked(context, link));
  if (asked === undefined) return show(pageRequest, link, emptyOrderForm);
  const problems = findOrderProblems(order, asked);
  if (problems.length > 0) return show(pageRequest, link, { typed, problems });
  await linkTypes[kind].check(context, link, order);
  const key = await beginCheckout(context, { kind, link, order });
  const step = steps.get(typed('with'));
  return step === undefined
    ? redirectToProvider(pageRequest, key)
    : seeOther(`/checkout/${key}/${step}`);
}

/** The step of a checkout for each way to give an account, except the provider. */
const steps: ReadonlyMap<string, string> = new Map([
  ['numbers', 'account'],
  ['account', 'sign-in'],
]);

/** Returns the amount that a link asks for; `undefined` if the link takes no payment. */
async function askedOrClosed(read: () => Promise<AskedAmount>): Promise<AskedAmount | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && closedCodes.includes(error.code)) return undefined;
    throw error;
  }
}

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
    const { query } = pageRequest;
    const chosen = await sourceOf(pageRequest, checkout, {
      publicToken: query('public_token'),
      accountId: query('account_id'),
      bank: query('bank'),
    });
    if ('reply' in chosen) return chosen.reply;
    return confirmPage(pageRequest, await proposeDebit(pageRequest, checkout, chosen.source));
  });

/**
 * Pays once: a form sent again leads to the receipt of the first payment. If the authorization is no longer the one
 * that was shown, or a repeat was not confirmed, nothing is paid and the page is shown again.
 */
export const payCheckout = (typed: FormValues, pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, async (checkout) => {
    const choice = {
      publicToken: typed('publicToken'),
      accountId: typed('accountId'),
      bank: typed('bank'),
    };
    const chosen = await sourceOf(pageRequest, checkout, choice);
    if ('reply' in chosen) {
      return chosen.reply.status === 303 ? chosen.reply : seeOther(`/checkout/${checkout.key}`);
    }
    const proposal = await proposeDebit(pageRequest, checkout, chosen.source);
    if (typed('authorization') !== proposal.seal) {
      return confirmPage(pageRequest, proposal, { status: 409, notice: changedNotice });
    }
    if (proposal.repeats && typed('again') !== 'yes') {
      return confirmPage(pageRequest, proposal, { status: 409 });
    }
    const payer = { ...pageRequest.context, caller: chosen.caller ?? null };
    return seeOther(`/receipt/${(await payProposal(payer, proposal)).publicId}`);
  });

interface AccountChoice {
  readonly publicToken: string;
  readonly accountId: string;
  readonly bank: string;
}

/** Returns the account to debit, and the user if it is one's own; or the page to show while there is none. */
async function sourceOf(
  pageRequest: PageRequest,
  checkout: OpenCheckout,
  { publicToken, accountId, bank }: AccountChoice,
): Promise<{ readonly source: DebitSource; readonly caller?: Caller } | { readonly reply: Reply }> {
  if (publicToken !== '') return { source: { publicToken, accountId } };
  if (bank !== '') {
    const found = await ownAccountAt(pageRequest, checkout, bank);
    if (!found) return { reply: seeOther(`/checkout/${checkout.key}/sign-in`) };
    return { source: { own: found.account }, caller: found.caller };
  }
  const typed = await typedAccountOf(pageRequest.context, checkout);
  if (!typed) {
    return { reply: layout({ title: 'Select your bank', body: noBank(pageRequest, checkout) }) };
  }
  return typed.status === 'verified'
    ? { source: { typed } }
    : { reply: verificationPage(pageRequest, checkout, typed) };
}

export const editCheckout = (
  pageRequest: PageRequest,
  pages: Readonly<Record<LinkTypeName, ShowLinkPage>>,
): Promise<Reply> =>
  withOpenCheckout(pageRequest, ({ kind, link, order }) =>
    pages[kind](pageRequest, link, { typed: formValuesOf(order), problems: [] }),
  );

/** Redirects to the provider again, for another account. */
export const changeBank = (_: FormValues, pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, ({ key }) => redirectToProvider(pageRequest, key));

const noBank = (pageRequest: PageRequest, { key, head }: OpenCheckout): Html =>
  html`${head}<h1>Select your bank</h1>
    <p>No account was selected, and nothing was paid.</p>
    ${bankForm(pageRequest, key, 'Select your bank', 'button')}
    <p class="fine"><a href="/checkout/${key}/account">Enter account numbers instead</a></p>
    <p class="fine"><a href="/checkout/${key}/edit">Change payment details</a></p>`;

import { Refused } from '../../../../contract/http/api-error.ts';
import { offeredAt } from '../../../bank/connect.ts';
import { makeLinkToken } from '../../../bank/link-token.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { readWho } from '../../../public-api/parties.ts';
import { money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { seeOther, sheet } from '../../page.ts';
import type { Visit } from '../page-routes.ts';
import {
  beginCheckout,
  type Checkout,
  checkoutAt,
  type DoorName,
  doors,
  endCheckout,
} from './checkout.ts';
import {
  arrival,
  type Draft,
  problemOf,
  speedNames,
  type Typed,
  type Wishes,
} from './payment-form.ts';

/** Takes what was filled in, and leads to the bank-linking provider; shows the form again when something is wrong with it. */
export async function startCheckout(
  visit: Visit,
  { kind, link, wishes, typed }: { kind: DoorName; link: string; wishes: Wishes; typed: Typed },
  again: (visit: Visit, draft: Draft) => Promise<Reply>,
): Promise<Reply> {
  try {
    readWho(wishes);
    await doors[kind].check(visit.world, link, wishes);
  } catch (error) {
    const problem = error instanceof Refused ? problemOf(error) : undefined;
    if (problem) return again(visit, { typed, problem });
    throw error;
  }
  return toProvider(visit, await beginCheckout(visit.world, { kind, link, wishes }));
}

/** Leads to the provider, which leads back to the checkout. */
export async function toProvider({ world }: Visit, key: string): Promise<Reply> {
  const { url } = await makeLinkToken(world, '');
  const { pathname, searchParams } = new URL(url);
  searchParams.set('redirect', `/checkout/${key}`);
  return seeOther(`${pathname}?${searchParams}`);
}

/** Everything once more, with the account that was chosen, before it is paid. */
export async function checkoutPage(visit: Visit): Promise<Reply> {
  const checkout = await checkoutAt(visit.world, visit.param('key'));
  if (checkout.publicId !== null) return seeOther(`/receipt/${checkout.publicId}`);
  const choice = {
    publicToken: visit.query('public_token'),
    accountId: visit.query('account_id'),
  };
  return choice.publicToken === ''
    ? sheet({ title: 'Choose your bank', body: noBank(visit, checkout) })
    : confirmPage(visit, checkout, choice);
}

/** Pays, once: whoever sends the form again comes to the same receipt. */
export async function pay(typed: Typed, { world, param }: Visit): Promise<Reply> {
  const checkout = await checkoutAt(world, param('key'));
  const { kind, link, wishes } = checkout;
  if (checkout.publicId !== null) return seeOther(`/receipt/${checkout.publicId}`);
  const choice = { publicToken: typed('publicToken'), accountId: typed('accountId') };
  const { publicId } = await doors[kind].pay(world, link, { ...wishes, ...choice });
  await endCheckout(world, checkout, publicId);
  return seeOther(`/receipt/${publicId}`);
}

async function confirmPage(
  visit: Visit,
  checkout: Checkout,
  choice: { publicToken: string; accountId: string },
): Promise<Reply> {
  const { world } = visit;
  const { kind, link, wishes, key } = checkout;
  const { cents } = await doors[kind].check(world, link, wishes);
  const payee = displayNameOf(await doors[kind].payeeOf(world, link));
  const { bankName, name, mask } = await offeredAt(world, choice);
  const { clearingSpeed, payerName, payerEmail, memo } = wishes;
  return sheet({
    title: 'Check and pay',
    body: html`<h1>Check and pay</h1>
      <p class="amount">${money(cents)}</p>
      <dl class="facts">
        ${fact('To', payee)}
        ${fact('From', html`${bankName}, ${name} <span class="mask">ending in ${mask}</span>`)}
        ${fact(speedNames[clearingSpeed], arrival(clearingSpeed, world.now()))}
        ${memo ? fact('For', memo) : ''}
        ${fact('Your name', payerName)}
        ${fact('E-mail', payerEmail)}
      </dl>
      <form method="post" action="/checkout/${key}">
        ${visit.formToken}
        <input type="hidden" name="publicToken" value="${choice.publicToken}">
        <input type="hidden" name="accountId" value="${choice.accountId}">
        <button class="button">Pay ${money(cents)}</button>
      </form>
      <p class="fine">You allow ${payee} to take this amount from this account, once.</p>
      ${bankForm(visit, key, 'Use another account')}
      <p class="fine"><a href="${doors[kind].home(link)}">Change something else</a></p>`,
  });
}

const noBank = (visit: Visit, { kind, link, key }: Checkout): Html =>
  html`<h1>Choose your bank</h1>
    <p>No account was chosen, and nothing was paid.</p>
    ${bankForm(visit, key, 'Choose your bank')}
    <p class="fine"><a href="${doors[kind].home(link)}">Start over</a></p>`;

const bankForm = ({ formToken }: Visit, key: string, says: string): Html =>
  html`<form method="post" action="/checkout/${key}/bank">
    ${formToken}
    <button class="button plain">${says}</button>
  </form>`;

const fact = (name: string, value: Html | string): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

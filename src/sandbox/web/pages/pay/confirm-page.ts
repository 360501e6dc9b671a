/** The page that asks for the authorization of a debit. */

import { newYorkTime } from '../../../../contract/ach/calendar.ts';
import { windowAt } from '../../../../contract/ach/cut-off.ts';
import { readPublicToken } from '../../../bank/connect.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { HandlerContext } from '../../../context/handler-context.ts';
import type { Reply } from '../../../context/problem-details.ts';
import type { Row } from '../../../database/tables.ts';
import { addresseeOf } from '../../../notifications/outbox.ts';
import type { AuthorizationDraft } from '../../../public-api/authorization.ts';
import { authorizationText } from '../../../public-api/authorization-text.ts';
import { dateOf, longDate, money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { facts } from '../../html-table.ts';
import { layout } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { type Checkout, linkTypes } from './checkout.ts';
import { arrival, speedNames } from './payment-form.ts';

/** The account to debit: one chosen at the provider, a verified one whose numbers were typed, or the payer's own. */
export type DebitSource =
  | { readonly publicToken: string; readonly accountId: string }
  | { readonly typed: Row<'bank_accounts'> }
  | { readonly own: Row<'bank_accounts'> };

/** A debit as it is shown for authorization. */
export interface DebitProposal {
  readonly checkout: Checkout;
  readonly source: DebitSource;
  readonly payee: string;
  readonly authorization: AuthorizationDraft;
  /** Hash of the checkout, the account and the text. A form with another one was shown something else. */
  readonly seal: string;
  /** An equal payment that this browser made by the same link within a day; it has to be confirmed. */
  readonly repeats: Row<'payments'> | undefined;
}

/**
 * Returns the debit that a checkout asks for, with the authorization text.
 *
 * @throws {ApiError} 422 for an account that cannot be used
 */
export async function proposeDebit(
  { context, visitor }: PageRequest,
  checkout: Checkout,
  source: DebitSource,
): Promise<DebitProposal> {
  const { kind, link, key, order } = checkout;
  const { cents, purpose } = await linkTypes[kind].check(context, link, order);
  const row = await linkTypes[kind].payeeOf(context, link);
  const contact = await addresseeOf(context.db, row.id);
  const { id, account } = await accountOf(context, source);
  const payee = displayNameOf(row);
  const { submitAt } = windowAt(order.clearingSpeed, context.now());
  const wording = authorizationText({
    ...{ payer: order.payerName.trim(), payee, account, purpose, amount: money(cents) },
    ...{ date: dateOf(submitAt), deadline: easternText(submitAt), email: order.payerEmail.trim() },
    contact: contact === undefined ? '' : ` at ${contact}`,
  });
  return {
    ...{ checkout, source, payee },
    authorization: {
      ...{ wording, account, cents, visitor, link, link_kind: kind },
      ...{ payer_name: order.payerName.trim(), payer_email: order.payerEmail.trim() },
    },
    seal: context.hash(`authorization ${key} ${id} ${wording}`),
    repeats: kind === 'payMe' ? await findRepeat(context, { visitor, link, cents }) : undefined,
  };
}

/** Returns the id of the account to debit and its name with the last four digits. */
async function accountOf(
  context: HandlerContext,
  source: DebitSource,
): Promise<{ id: string; account: string }> {
  if (!('publicToken' in source)) {
    const { id, bank_name, name, last4 } = 'own' in source ? source.own : source.typed;
    return { id, account: `${bank_name}, ${name} ending in ${last4}` };
  }
  const { bankName, name, mask } = await readPublicToken(context, source);
  return { id: source.accountId, account: `${bankName}, ${name} ending in ${mask}` };
}

const DAY_MS = 24 * 3_600_000;

/** Returns an equal payment of this browser by the same link within a day, unless it ended without paying. */
const findRepeat = (
  { db, now }: PageRequest['context'],
  { visitor, link, cents }: { visitor: string; link: string; cents: number },
): Promise<Row<'payments'> | undefined> =>
  db
    .selectFrom('debit_authorizations')
    .innerJoin('payments', 'payments.id', 'debit_authorizations.payment_id')
    .selectAll('payments')
    .where('debit_authorizations.visitor', '=', visitor)
    .where(
      'debit_authorizations.authorized_at',
      '>',
      new Date(now().getTime() - DAY_MS).toISOString(),
    )
    .where('debit_authorizations.link', '=', link)
    .where('debit_authorizations.cents', '=', cents)
    .where('payments.status', 'not in', ['FAILED', 'RETURNED', 'CANCELLED'])
    .orderBy('payments.seq', 'desc')
    .executeTakeFirst();

/** Formats an instant: `March 2, 2026, 5:00 PM ET`. */
function easternText(moment: Date): string {
  const { date, hour, minute } = newYorkTime(moment);
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${longDate(date)}, ${clock} ET`;
}

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
  const { checkout, source, payee, authorization, seal, repeats } = proposal;
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
        [speedNames[order.clearingSpeed], arrival(order.clearingSpeed, context.now())],
        ['For', order.memo ?? null],
        ['Your name', order.payerName],
        ['Email', order.payerEmail],
      ])}
      <form method="post" action="/checkout/${key}">
        ${formToken}
        ${sourceFields(source)}
        <input type="hidden" name="authorization" value="${seal}">
        ${authorizationBox(authorization.wording)}
        ${repeats ? repeatBox(repeats, amount, payee) : ''}
        <button class="button">Pay ${amount}</button>
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

/** Returns the authorization text as a box, a paragraph a line. */
export const authorizationBox = (wording: string): Html =>
  html`<section class="terms" aria-labelledby="terms">
    <h2 id="terms">Authorization</h2>
    ${wording.split('\n').map((line) => html`<p>${line}</p>`)}
  </section>`;

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

/** Returns the form that leads to the provider for another account. */
export const bankForm = ({ formToken }: PageRequest, key: string, message: string): Html =>
  html`<form method="post" action="/checkout/${key}/bank">
    ${formToken}
    <button class="button plain">${message}</button>
  </form>`;

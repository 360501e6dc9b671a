/** Debits that a checkout asks for: what the payer authorizes, and the payment. */

import { windowAt } from '../../../../api/ach/cut-off.ts';
import { readPublicToken } from '../../../bank/connect.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { HandlerContext } from '../../../context/handler-context.ts';
import { rowAt } from '../../../database/rows.ts';
import type { Row } from '../../../database/tables.ts';
import { addresseeOf } from '../../../notifications/outbox.ts';
import { mailPayer } from '../../../notifications/payment-mail.ts';
import { type AuthorizationDraft, recordAuthorization } from '../../../public-api/authorization.ts';
import { accountText, authorizationText } from '../../../public-api/authorization-text.ts';
import type { PaymentReceipt } from '../../../public-api/receipt.ts';
import { money } from '../../format.ts';
import type { PageRequest } from '../page-routes.ts';
import { type Checkout, endCheckout, linkTypes } from './checkout.ts';

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
  /** The text that names what is paid, in the middle of a sentence: `invoice CL-2001, due March 31, 2026`. */
  readonly purpose: string;
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
  { context, visitor }: Pick<PageRequest, 'context' | 'visitor'>,
  checkout: Checkout,
  source: DebitSource,
): Promise<DebitProposal> {
  const { kind, link, key, order } = checkout;
  const { cents, purpose } = await linkTypes[kind].check(context, link, order);
  const row = await linkTypes[kind].payeeOf(context, link);
  const { id, account } = await accountOf(context, source);
  const payee = displayNameOf(row);
  const wording = authorizationText({
    ...{ payer: order.payerName.trim(), payee, account, purpose, cents },
    start: windowAt(order.clearingSpeed, context.now()).submitAt,
    act: `By selecting "Pay ${money(cents)}"`,
    copy: `emailed to ${order.payerEmail.trim()}`,
    contact: await addresseeOf(context.db, row.id),
  });
  return {
    ...{ checkout, source, payee, purpose },
    authorization: {
      ...{ wording, account, cents, visitor, link, link_kind: kind },
      ...{ payer_name: order.payerName.trim(), payer_email: order.payerEmail.trim() },
    },
    seal: context.hash(`authorization ${key} ${id} ${wording}`),
    repeats: kind === 'payMe' ? await findRepeat(context, { visitor, link, cents }) : undefined,
  };
}

/** Pays as authorized, stores the authorization, tells the payer and ends the checkout. */
export async function payProposal(
  context: HandlerContext,
  { checkout, source, authorization }: DebitProposal,
): Promise<PaymentReceipt> {
  const { kind, link, order } = checkout;
  const account = 'own' in source ? { fundingSourceId: source.own.id } : source;
  const typed = 'typed' in source ? source.typed : undefined;
  const paid = await linkTypes[kind].pay(context, link, { ...order, ...account }, typed);
  await recordAuthorization(context, authorization, paid);
  await mailPayer(context, await rowAt(context.db, 'payments', paid.paymentId), 'authorized');
  await endCheckout(context, checkout, paid.publicId);
  return paid;
}

/** Returns the id of the account to debit and its name with the last four digits. */
async function accountOf(
  context: HandlerContext,
  source: DebitSource,
): Promise<{ id: string; account: string }> {
  if (!('publicToken' in source)) {
    const bank = 'own' in source ? source.own : source.typed;
    return { id: bank.id, account: accountText(bank) };
  }
  const { bankName, name, mask } = await readPublicToken(context, source);
  return { id: source.accountId, account: accountText({ bank_name: bankName, name, last4: mask }) };
}

const DAY_MS = 24 * 3_600_000;

/** Returns an equal payment of this browser by the same link within a day, unless it ended without paying. */
const findRepeat = (
  { db, now }: HandlerContext,
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

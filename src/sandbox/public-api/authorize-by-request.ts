/** Authorizations that a request to the API gives, without a page: what was authorized, by whom, when and from where. */

import { displayNameOf } from '../business/records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { findRow, rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { addresseeOf } from '../notifications/outbox.ts';
import { externalPayerOf } from '../payable/records.ts';
import { bankAt } from '../payment/records.ts';
import type { AuthorizationDraft } from './authorization.ts';
import { accountText, authorizationText, purposeOf, purposeOfMemo } from './authorization-text.ts';

/**
 * Returns the authorization that the request for a payment is, in the words of the pages. The specification does not say
 * how the service keeps authorizations: assumed.
 */
export async function requestAuthorization(
  context: HandlerContext,
  payment: Row<'payments'>,
): Promise<AuthorizationDraft> {
  const { payee_id, cents } = payment;
  const payee = await rowAt(context.db, 'businesses', payee_id);
  const payer = await payerOf(context, payment);
  const account = await accountOf(context, payment);
  const by = context.caller === null ? '' : ` of ${context.caller.name}`;
  const wording = authorizationText({
    ...{ act: `By this request${by}`, copy: 'stored with the payment' },
    ...{ payer: payer.name, payee: displayNameOf(payee), cents, account, start: startOf(payment) },
    purpose: await purposeFor(context, payment),
    contact: await addresseeOf(context.db, payee_id),
  });
  return {
    ...{ wording, account, cents, payer_name: payer.name, payer_email: payer.email },
    ...{ visitor: null, link_kind: null, link: null },
  };
}

async function purposeFor(
  { db }: HandlerContext,
  { payable_id, memo }: Row<'payments'>,
): Promise<string> {
  const payable = await findRow(db, 'payables', payable_id);
  return payable ? purposeOf(payable) : purposeOfMemo(memo);
}

/** Returns when the debit is sent at the earliest; a held payment has no window yet. */
const startOf = ({ submit_at, created_at }: Row<'payments'>): Date =>
  new Date(submit_at ?? created_at);

async function payerOf(
  { db, caller }: HandlerContext,
  payment: Row<'payments'>,
): Promise<{ readonly name: string; readonly email: string }> {
  const guest = externalPayerOf(payment);
  if (guest) return guest;
  const business = await rowAt(db, 'businesses', payment.payer_id ?? '');
  return { name: displayNameOf(business), email: caller?.email ?? '' };
}

async function accountOf(
  { db }: HandlerContext,
  { funding_source_id: id }: Row<'payments'>,
): Promise<string> {
  const bank = id === null ? undefined : await bankAt(db, id);
  return bank ? accountText(bank.row) : 'the account selected at the bank';
}

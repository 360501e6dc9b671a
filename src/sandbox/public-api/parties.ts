/** The payers and payees of public links. */

import { z } from 'zod/mini';
import type { SecCode } from '../../api/ach/entry.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { checkRole } from '../access/check-access.ts';
import { redeemPublicToken } from '../bank/connect.ts';
import { logoUrlOf } from '../business/records.ts';
import type { Caller, HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { createNotFoundError, readEmail, readTrimmedText } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { bankAt } from '../payment/records.ts';
import { behaviorOf } from '../payment/returns.ts';
import { checkMayDebit, checkMayPay, checkOwner, checkVerified } from '../payment/rules-request.ts';
import type { PaymentDraft } from '../payment/start.ts';

/** The payer of a public link: columns of the payment. */
export type Payer = Pick<
  PaymentDraft,
  'payer_id' | 'external_payer' | 'funding_source_id' | 'outcome' | 'sec_code'
>;

/** The holder of the account of a payer without an account. */
export type AccountHolder = z.output<typeof AccountHolder>;
export const AccountHolder = z.enum(['business', 'consumer']);

/** The entries that the account of a holder takes. */
const secCodes: Readonly<Record<AccountHolder, SecCode>> = { business: 'CCD', consumer: 'WEB' };

/** The name, the email and the kind of account that a payer without an account enters. */
const PayerContact = z.object({
  payerName: z.string(),
  payerEmail: z.string(),
  accountHolder: z._default(AccountHolder, 'business'),
});
/** The bank account chosen at the provider. */
const Choice = z.object({ publicToken: z.string(), accountId: z.string() });

const SignedIn = z.object({ fundingSourceId: z.string() });

/**
 * Reads the payer and uses up the public token of a payer without an account, unless that payer has a verified account
 * `typed` by its numbers.
 */
export const readPayer = (
  context: HandlerContext,
  body: unknown,
  typed?: Row<'bank_accounts'>,
): Promise<Payer> =>
  context.caller === null
    ? external(context, body, typed)
    : signedIn(context, context.caller, body);

/** Reads name and email of a payer without an account, and the class of its entries. */
function readPayerContact(body: unknown) {
  const { payerName, payerEmail, accountHolder } = readBody(PayerContact, body);
  return {
    contact: {
      name: readTrimmedText(payerName, 'payerName', 255),
      email: readEmail(payerEmail, 'payerEmail'),
    },
    sec_code: secCodes[accountHolder],
  };
}

async function external(
  context: HandlerContext,
  body: unknown,
  typed: Row<'bank_accounts'> | undefined,
): Promise<Payer> {
  const { contact, sec_code } = readPayerContact(body);
  if (typed) checkVerified(typed);
  return {
    payer_id: null,
    external_payer: JSON.stringify(contact),
    funding_source_id: null,
    sec_code,
    outcome: typed
      ? typed.behavior
      : behaviorOf(await redeemPublicToken(context, readBody(Choice, body))),
  };
}

/** Reads a signed-in payer, who pays from a bank account of the service. */
async function signedIn({ db }: HandlerContext, caller: Caller, body: unknown): Promise<Payer> {
  const { fundingSourceId } = readBody(SignedIn, body);
  const bank = await bankAt(db, fundingSourceId);
  if (!bank) throw createNotFoundError('bank account', fundingSourceId);
  checkOwner(bank, caller.accountId);
  checkRole({ permission: 'payments:initiate' }, caller);
  checkMayPay(bank.owner);
  checkMayDebit(bank);
  return {
    payer_id: bank.owner.id,
    external_payer: null,
    funding_source_id: bank.row.id,
    sec_code: 'CCD',
    outcome: null,
  };
}

export interface PublicBusiness {
  readonly name: string;
  readonly alias: string | null;
  readonly logoUrl: string | null;
}

/**
 * Returns the business of a link.
 *
 * @throws {ApiError} 404 while it is suspended
 */
export async function publicBusiness(
  { db, options }: HandlerContext,
  businessId: string,
): Promise<PublicBusiness> {
  const row = await rowAt(db, 'businesses', businessId);
  if (row.status === 'suspended') throw createLinkNotFoundError();
  return publicBusinessOf(row, options.appUrl);
}

/** Returns the public data of a business. `appUrl` is the base URL of its logo. */
export const publicBusinessOf = (row: Row<'businesses'>, appUrl: string): PublicBusiness => ({
  name: row.name,
  alias: row.alias,
  logoUrl: logoUrlOf(row, appUrl),
});

/** Creates a 404, alike for links that never existed and for links that became invalid. */
export const createLinkNotFoundError = (): ApiError =>
  new ApiError(404, 'link_not_found', 'This link is no longer valid.');

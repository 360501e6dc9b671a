/** Bank accounts of payers who typed the numbers: linked for one checkout, verified by micro-deposits. */

import { newYorkDate } from '../../../../api/ach/calendar.ts';
import { ApiError } from '../../../../api/http/api-error.ts';
import { connectByNumbers } from '../../../bank/connect.ts';
import type { HandlerContext } from '../../../context/handler-context.ts';
import { findRow } from '../../../database/rows.ts';
import type { Row } from '../../../database/tables.ts';
import { mail } from '../../../notifications/outbox.ts';
import { longDate } from '../../format.ts';
import { type Checkout, setCheckoutBank } from './checkout.ts';

type BankRow = Row<'bank_accounts'>;

/** The most checkouts that may try to verify one account: each has three attempts. */
const MAX_TRIES = 3;

export interface TypedNumbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: 'checking' | 'savings';
}

/** Returns the account whose numbers were typed in a checkout, or `undefined`. */
export const typedAccountOf = (
  { db }: HandlerContext,
  { bankId }: Checkout,
): Promise<BankRow | undefined> => findRow(db, 'bank_accounts', bankId);

/**
 * Links the account for a checkout, schedules its micro-deposits, and emails the payer the link that goes on with it.
 *
 * @throws {ApiError} 422 for a number that is not valid, 429 if too many checkouts tried this account
 */
export async function linkTypedAccount(
  context: HandlerContext,
  checkout: Checkout,
  numbers: TypedNumbers,
): Promise<void> {
  // Owned by no business, so that no business can list, use or verify it.
  const businessId = `guest_${context.newSecret(20)}`;
  const name = numbers.accountType === 'savings' ? 'Savings' : 'Checking';
  const bank = await connectByNumbers(context, { ...numbers, name, businessId });
  await assertNotGuessed(context, bank);
  await setCheckoutBank(context, checkout, bank.id);
  await mailWay(context, checkout, bank);
}

/** Throws if other checkouts failed to verify this account: each of them was a few more guesses. */
async function assertNotGuessed({ db }: HandlerContext, bank: BankRow): Promise<void> {
  const tries = await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('account_hash', '=', bank.account_hash)
    .where('business_id', 'like', 'guest_%')
    .where('id', '!=', bank.id)
    .where('status', 'in', ['unverified', 'verification_failed'])
    .execute();
  if (tries.length < MAX_TRIES) return;
  throw new ApiError(429, 'account_tried_too_often', 'This account was tried too often.');
}

async function mailWay(context: HandlerContext, checkout: Checkout, bank: BankRow): Promise<void> {
  await mail(context, {
    kind: 'account_verification',
    to: checkout.order.payerEmail.trim(),
    subject: `Verify your account ending in ${bank.last4} to pay`,
    letter: {
      opening: 'Nothing was paid yet. Two small deposits are on their way to your account.',
      facts: [
        ['Account', `${bank.name} ending in ${bank.last4}`],
        ['Expected', postDateOf(bank)],
      ],
      paragraphs: ['When you see them, open the link of this email and enter both amounts.'],
      action: {
        label: 'Enter both amounts',
        sentence: 'Keep this link to yourself: it is good for two weeks.',
      },
    },
    url: `${context.options.appUrl}/checkout/${checkout.key}`,
  });
}

/** Returns the date on which the micro-deposits are expected, e.g. `March 3, 2026`. */
export const postDateOf = ({ micro_post_at }: BankRow): string =>
  micro_post_at === null ? 'soon' : longDate(newYorkDate(new Date(micro_post_at)));

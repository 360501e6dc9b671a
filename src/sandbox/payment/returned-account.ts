/** Effects of a return on the bank account that it came from, and its limits on further payments from there. */

import { daysBetween, newYorkDate } from '../../api/ach/calendar.ts';
import { findReturnCode } from '../../api/ach/return-codes.ts';
import {
  accountStatusAfter,
  MAX_RETRIES,
  RETRY_DAYS,
  retryRuleOf,
} from '../../api/ach/return-rules.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { mailBusiness } from '../notifications/outbox.ts';

type Account = Row<'bank_accounts'>;

/**
 * Takes a verified bank account out of use after a return that says it cannot be used, or stops debits from it after
 * one that was not authorized. Emits an event and emails its business.
 *
 * Payments from it that are not submitted yet are checked again when they are.
 */
export async function applyReturn(
  context: HandlerContext,
  fundingSourceId: string | null,
  code: string,
): Promise<void> {
  const status = accountStatusAfter(code);
  const isUnauthorized =
    findReturnCode(code)?.class === 'unauthorized' && retryRuleOf(code) === 'newAuthorization';
  if (fundingSourceId === null || (status === undefined && !isUnauthorized)) return;
  const account = await context.db
    .updateTable('bank_accounts')
    .set(status === undefined ? { debits_stopped_code: code } : { status })
    .where('id', '=', fundingSourceId)
    .where('status', '=', 'verified')
    .returningAll()
    .executeTakeFirst();
  if (!account) return;
  const verb = status ?? 'debits_stopped';
  await emit(context, `bank_account.${verb}`, {
    id: fundingSourceId,
    businessId: account.business_id,
    data: { code },
  });
  await mailOwner(context, account, { code, isClosed: status !== undefined });
}

async function mailOwner(
  context: HandlerContext,
  { business_id, name, last4, id }: Account,
  { code, isClosed }: { readonly code: string; readonly isClosed: boolean },
): Promise<void> {
  const { title, advice } = findReturnCode(code) ?? { title: code, advice: '' };
  await mailBusiness(context, business_id, {
    kind: 'bank_account',
    subject: isClosed ? `Bank account ${name} cannot be used` : `Debits from ${name} are stopped`,
    letter: {
      opening: isClosed
        ? 'Your bank returned a transfer: this bank account can no longer be used.'
        : 'Your bank returned a debit as not authorized: no further debits are made from this bank account until you authorize them again.',
      facts: [
        ['Account', `${name}, ending in ${last4}`],
        ['Reason', `${title} (${code})`],
        ['What to do', advice],
        ['Reference', id],
      ],
    },
  });
}

/** Authorizes debits from a bank account again. The API hides how: assumed to be an act of its holder at the bank. */
export const authorizedAgain = ({ now }: HandlerContext) => ({
  debits_stopped_code: null,
  debits_authorized_at: now().toISOString(),
});

/**
 * Checks that a payment that was returned for its funds may be sent once more: twice at most, within 180 days, since the
 * debits were last authorized. Returns whether there is such a return.
 *
 * @throws {ApiError} 422 if not
 */
export async function checkRetries(
  { db, now }: HandlerContext,
  payableId: string,
  { id, debits_authorized_at }: Account,
): Promise<boolean> {
  const failed = await db
    .selectFrom('payments')
    .select(['failure_code', 'failed_at', 'returned_at'])
    .where('payable_id', '=', payableId)
    .where('funding_source_id', '=', id)
    .where('failure_code', 'is not', null)
    .orderBy('seq')
    .execute();
  const attempts = failed
    .filter(({ failure_code }) => retryRuleOf(failure_code) === 'twice')
    .map(({ failed_at, returned_at }) => returned_at ?? failed_at ?? '')
    .filter((at) => debits_authorized_at === null || at > debits_authorized_at);
  const [first] = attempts;
  if (first === undefined) return false;
  const days = daysBetween(newYorkDate(new Date(first)), newYorkDate(now()));
  if (attempts.length <= MAX_RETRIES && days <= RETRY_DAYS) return true;
  const message = `Payable ${payableId} was returned for its funds ${attempts.length} times: it may be sent again ${MAX_RETRIES} times, within ${RETRY_DAYS} days.`;
  throw new ApiError(422, 'retry_limit_exceeded', message);
}

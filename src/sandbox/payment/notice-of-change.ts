/** Notices of change: a bank took an entry and asks for a correction of the account's data. */

import { addBusinessDays, newYorkDate } from '../../api/ach/calendar.ts';
import { NOTICE_DAYS, noticeAdvice, noticesOfChange } from '../../api/ach/notices-of-change.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { mailBusiness } from '../notifications/outbox.ts';
import { bankAt } from './records.ts';

/** The latest notice about a bank account, as its record and the column hold it. */
export interface StoredNotice {
  readonly code: string;
  readonly title: string;
  /** UTC ISO. */
  readonly at: string;
  /** Eastern date. */
  readonly correctBy: string;
}

/**
 * Records a notice of change about the bank account of a submitted payment, with an event and an email. The payment is
 * unchanged.
 *
 * @throws {ApiError} 422 for an unknown code, 409 if the payment was not submitted or has no linked bank account
 */
export async function noteChange(
  context: HandlerContext,
  { id, status, funding_source_id }: Row<'payments'>,
  code = 'C01',
): Promise<void> {
  const notice = noticesOfChange[code];
  if (!notice) {
    const codes = Object.keys(noticesOfChange).join(', ');
    throw createInvalidFieldError('invalid_return_code', 'code', `code must be one of ${codes}.`);
  }
  const bank = funding_source_id === null ? undefined : await bankAt(context.db, funding_source_id);
  if (!bank || !['PROCESSING', 'COMPLETED'].includes(status)) {
    const message = `Payment ${id} is ${status}${bank ? '' : ', without a linked bank account'}: its bank sends no notice.`;
    throw new ApiError(409, 'invalid_payment_state', message);
  }
  const stored: StoredNotice = {
    code,
    title: notice.title,
    at: context.now().toISOString(),
    correctBy: addBusinessDays(newYorkDate(context.now()), NOTICE_DAYS),
  };
  const { id: accountId, business_id: businessId, name, last4 } = bank.row;
  await context.db
    .updateTable('bank_accounts')
    .set({ notice_of_change: JSON.stringify(stored) })
    .where('id', '=', accountId)
    .execute();
  await emit(context, 'bank_account.notice_of_change', {
    id: accountId,
    businessId,
    data: { code, paymentId: id },
  });
  await mailBusiness(context, businessId, {
    kind: 'bank_account',
    subject: `Correct the data of ${name}`,
    letter: {
      opening: 'Your bank accepted a payment, and asks for a correction of the account it is from.',
      facts: [
        ['Account', `${name}, ending in ${last4}`],
        ['Reason', `${notice.title} (${code})`],
        ['What to do', noticeAdvice(notice)],
        ['Correct by', stored.correctBy],
        ['Payment', id],
      ],
    },
  });
}

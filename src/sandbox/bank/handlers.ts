import { sql } from 'kysely';
import { newYorkDate } from '../../api/ach/calendar.ts';
import { ACCOUNT_VERIFICATION } from '../../api/ach/entry.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { BankAccount, bank as contract } from '../../api/operations/bank.ts';
import { createForbiddenError } from '../access/check-access.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { activePaymentsOf } from '../payment/records.ts';
import { connectByLink, connectByNumbers } from './connect.ts';
import { makeLinkToken } from './link-token.ts';
import { verifyMicroDeposits } from './micro-deposits.ts';

/**
 * Checks that the business that a body names is the caller's.
 *
 * @throws {ApiError} 404 if it is unknown, 403 if it belongs to another account
 */
async function checkOwnBusiness(id: string, { db, caller }: HandlerContext): Promise<void> {
  const { account_id } = await rowAt(db, 'businesses', id);
  if (account_id !== caller?.accountId) throw createForbiddenError(`Business ${id}`);
}

export const bankHandlers: Handlers<typeof contract> = {
  async list({ query }, { db, caller }) {
    const rows = await db
      .selectFrom('bank_accounts')
      .innerJoin('businesses', 'businesses.id', 'bank_accounts.business_id')
      .selectAll('bank_accounts')
      .where('businesses.account_id', '=', caller?.accountId ?? '')
      .where('bank_accounts.status', '!=', 'removed')
      .$if(query.businessId !== undefined, (select) =>
        select.where('business_id', '=', query.businessId ?? ''),
      )
      .orderBy('bank_accounts.created_at')
      .orderBy(sql`bank_accounts.rowid`)
      .execute();
    return rows.map(toBankAccount);
  },

  linkToken: (_, context) => makeLinkToken(context, context.caller?.accountId ?? ''),

  async connect({ body }, context) {
    await checkOwnBusiness(body.businessId, context);
    return toBankAccount(await connectByLink(context, body));
  },

  async connectManually({ body }, context) {
    await checkOwnBusiness(body.businessId, context);
    return toBankAccount(await connectByNumbers(context, body));
  },

  verifyMicroDeposits: async ({ params, body }, context) =>
    toBankAccount(
      await verifyMicroDeposits(
        context,
        await rowAt(context.db, 'bank_accounts', params.fundingSourceId),
        body,
      ),
    ),

  async setDefault({ params }, context) {
    const account = await rowAt(context.db, 'bank_accounts', params.fundingSourceId);
    if (account.status !== 'verified') {
      throw new ApiError(
        409,
        'funding_source_not_verified',
        `Bank account ${account.id} is ${account.status}: only a verified account can be the default.`,
      );
    }
    const { business_id } = account;
    await context.db
      .updateTable('bank_accounts')
      .set({ is_default: 0 })
      .where('business_id', '=', business_id)
      .execute();
    await context.db
      .updateTable('bank_accounts')
      .set({ is_default: 1 })
      .where('id', '=', account.id)
      .execute();
    await emit(context, 'bank_account.default_changed', {
      id: account.id,
      businessId: business_id,
    });
    return toBankAccount({ ...account, is_default: 1 });
  },

  async remove({ params }, context) {
    const account = await rowAt(context.db, 'bank_accounts', params.fundingSourceId);
    const active = await activePaymentsOf(context.db, account.id);
    if (active.length > 0) {
      throw new ApiError(
        409,
        'funding_source_in_use',
        `Bank account ${account.id} has pending transactions: ${active.join(', ')}.`,
        {
          details: { transactions: active },
        },
      );
    }
    const removedAt = context.now().toISOString();
    await context.db
      .updateTable('bank_accounts')
      .set({ status: 'removed', is_default: 0, removed_at: removedAt })
      .where('id', '=', account.id)
      .execute();
    await emit(context, 'bank_account.removed', {
      id: account.id,
      businessId: account.business_id,
    });
    return { id: account.id, status: 'removed', removedAt };
  },
};

/** Converts a row to the API's bank account. The account number is not stored anywhere. */
const toBankAccount = (row: Row<'bank_accounts'>): BankAccount => ({
  id: row.id,
  fundingSourceId: row.id,
  businessId: row.business_id,
  name: row.name,
  bankName: row.bank_name,
  accountType: row.account_type,
  last4: row.last4,
  routingNumber: row.routing_number,
  status: row.status,
  verificationMethod: row.method,
  isDefault: row.is_default === 1,
  microDeposits: microDepositsOf(row),
  debitsStoppedCode: row.debits_stopped_code,
  noticeOfChange: row.notice_of_change === null ? null : JSON.parse(row.notice_of_change),
  createdAt: row.created_at,
  verifiedAt: row.verified_at,
});

function microDepositsOf(row: Row<'bank_accounts'>) {
  if (row.micro_status === null) return null;
  return {
    status: row.micro_status,
    attemptsRemaining: row.micro_attempts,
    companyEntryDescription: ACCOUNT_VERIFICATION,
    expectedPostDate: row.micro_post_at === null ? null : newYorkDate(new Date(row.micro_post_at)),
  };
}

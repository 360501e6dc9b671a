/** Handlers of balance and withdrawals, and both as the API returns them. */

import { newYorkDate } from '../../api/ach/calendar.ts';
import { toDollars } from '../../api/money.ts';
import type { Balance, Withdrawal } from '../../api/operations/balance.ts';
import type { business as contract } from '../../api/operations/business.ts';
import type { Handler, HandlerContext } from '../context/handler-context.ts';
import { readAmount } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { type BalanceCents, balanceOf } from '../ledger/balance.ts';
import { bankAt } from '../payment/records.ts';
import { checkWithdrawal, checkWithdrawer } from './rules.ts';
import { startWithdrawal } from './transitions.ts';

/** Converts a row to the API's withdrawal. The amount is in dollars, the arrival date an Eastern date. */
export const toWithdrawal = (row: Row<'withdrawals'>): Withdrawal => ({
  withdrawalId: row.id,
  id: row.id,
  businessId: row.business_id,
  amount: toDollars(row.cents),
  currency: 'USD',
  fundingSourceId: row.funding_source_id,
  status: row.status,
  failureCode: row.failure_code,
  failureReason: row.failure_reason,
  createdAt: row.created_at,
  estimatedArrivalDate: newYorkDate(new Date(row.settle_at)),
  submittedAt: row.submitted_at,
  completedAt: row.completed_at,
  failedAt: row.failed_at,
  returnedAt: row.returned_at,
});

/** Converts a balance in cents to the API's, in dollars. */
export const toBalance = (businessId: string, cents: BalanceCents, asOf: Date): Balance => ({
  businessId,
  currency: 'USD',
  available: toDollars(cents.available),
  pending: toDollars(cents.pending),
  withdrawing: toDollars(cents.withdrawing),
  total: toDollars(cents.total),
  asOf: asOf.toISOString(),
});

/** Returns the balance of a business, in dollars. */
export const balanceHandler: Handler<typeof contract.balance> = (
  { params: { businessId } },
  context,
) => balanceNow(businessId, context);

/** Starts a withdrawal and returns it with the new balance. */
export const withdrawHandler: Handler<typeof contract.withdraw> = async (
  { params, body },
  context,
) => {
  const { businessId } = params;
  const { amount, fundingSourceId } = body;
  const business = await rowAt(context.db, 'businesses', businessId);
  const bank = checkWithdrawer(
    business,
    await bankAt(context.db, fundingSourceId),
    fundingSourceId,
  );
  const cents = readAmount(amount);
  const { available } = await balanceOf(context.db, businessId);
  checkWithdrawal(business, bank, cents, available);

  const withdrawal = await startWithdrawal(context, { businessId, fundingSourceId, cents });
  return { ...toWithdrawal(withdrawal), balance: await balanceNow(businessId, context) };
};

const balanceNow = async (businessId: string, { db, now }: HandlerContext) =>
  toBalance(businessId, await balanceOf(db, businessId), now());

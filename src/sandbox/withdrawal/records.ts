/** Withdrawals and balances as the API returns them. */

import { newYorkDate } from '../../contract/ach/calendar.ts';
import type { Balance, Withdrawal } from '../../contract/balance.ts';
import { toDollars } from '../../contract/money.ts';
import type { Row } from '../database/tables.ts';
import type { BalanceCents } from '../ledger/balance.ts';

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

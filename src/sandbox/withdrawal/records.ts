import { newYorkDate } from '../../contract/ach/calendar.ts';
import type { Balance, Withdrawal } from '../../contract/balance.ts';
import { toDollars } from '../../contract/money.ts';
import type { Row } from '../database/tables.ts';
import type { BalanceCents } from '../ledger/balance.ts';

/** A withdrawal as the service shows it. */
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

/** A balance as the service shows it, in dollars. */
export const toBalance = (businessId: string, cents: BalanceCents, asOf: Date): Balance => ({
  businessId,
  currency: 'USD',
  available: toDollars(cents.available),
  pending: toDollars(cents.pending),
  withdrawing: toDollars(cents.withdrawing),
  total: toDollars(cents.total),
  asOf: asOf.toISOString(),
});

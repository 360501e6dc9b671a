/** Payments as the API returns them, and reads of payments, businesses and bank accounts. */

import type { Kysely } from 'kysely';
import { newYorkDate } from '../../api/ach/calendar.ts';
import { toDollars } from '../../api/money.ts';
import type { Payment } from '../../api/operations/pay.ts';
import type { ReadContext } from '../context/handler-context.ts';
import { findRow, rowAt } from '../database/rows.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { authorizationOf, toAuthorization } from '../public-api/authorization.ts';
import { activeStatuses, isCancellable } from './rules.ts';
import type { Bank } from './rules-request.ts';

/** Returns a payment as the API does, with its authorization. */
export const paymentView = async (context: ReadContext, row: Row<'payments'>): Promise<Payment> => {
  const authorization = await authorizationOf(context, row.id);
  return {
    ...toPayment(row),
    authorization: authorization ? toAuthorization(authorization) : null,
  };
};

/**
 * Converts a row to the API's payment, without its authorization. The amount is in dollars, the settlement date an
 * Eastern date.
 */
export const toPayment = (row: Row<'payments'>): Payment => ({
  paymentId: row.id,
  id: row.id,
  kind: row.kind,
  status: row.status,
  amount: toDollars(row.cents),
  currency: 'USD',
  payableId: row.payable_id,
  connectionId: row.connection_id,
  payerBusinessId: row.payer_id,
  payeeBusinessId: row.payee_id,
  payer: row.external_payer === null ? null : JSON.parse(row.external_payer),
  fundingSourceId: row.funding_source_id,
  clearingSpeed: row.speed,
  scheduledDate: row.scheduled_date,
  estimatedSettlementDate: row.settle_at === null ? null : newYorkDate(new Date(row.settle_at)),
  memo: row.memo,
  holdReason: row.hold_reason,
  failureCode: row.failure_code,
  failureReason: row.failure_reason,
  traceNumber: row.trace_number,
  secCode: row.sec_code,
  companyEntryDescription: row.entry_description,
  createdAt: row.created_at,
  submittedAt: row.submitted_at,
  completedAt: row.completed_at,
  failedAt: row.failed_at,
  returnedAt: row.returned_at,
  cancelledAt: row.cancelled_at,
  cancellable: isCancellable(row.status),
  cutoffMissed: row.cutoff_missed === 1,
});

/** Returns a bank account and its owner, or `undefined` if it is unknown or removed. */
export async function bankAt(db: Kysely<SandboxTables>, id: string): Promise<Bank | undefined> {
  const row = await findRow(db, 'bank_accounts', id);
  if (!row || row.status === 'removed') return undefined;
  return { row, owner: await rowAt(db, 'businesses', row.business_id) };
}

/** Returns the ids of payments and withdrawals in flight that use this bank account, oldest first. */
export async function activePaymentsOf(
  db: Kysely<SandboxTables>,
  fundingSourceId: string,
): Promise<readonly string[]> {
  const payments = db
    .selectFrom('payments')
    .select(['id', 'created_at'])
    .where('funding_source_id', '=', fundingSourceId)
    .where('status', 'in', activeStatuses);
  const withdrawals = db
    .selectFrom('withdrawals')
    .select(['id', 'created_at'])
    .where('funding_source_id', '=', fundingSourceId)
    .where('status', 'in', ['PENDING', 'PROCESSING']);
  const rows = await payments.unionAll(withdrawals).orderBy('created_at').execute();
  return rows.map(({ id }) => id);
}

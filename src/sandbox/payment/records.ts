import { newYorkDate } from '../../contract/ach/calendar.ts';
import { toDollars } from '../../contract/money.ts';
import type { Payment } from '../../contract/pay.ts';
import { isCancellable } from './rules.ts';
import type { Row } from '../database/tables.ts';

/** A payment as the service shows it. */
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
  createdAt: row.created_at,
  submittedAt: row.submitted_at,
  completedAt: row.completed_at,
  failedAt: row.failed_at,
  returnedAt: row.returned_at,
  cancelledAt: row.cancelled_at,
  cancellable: isCancellable(row.status),
  cutoffMissed: row.cutoff_missed === 1,
});

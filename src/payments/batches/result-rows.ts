/** Result rows of a batch payment. */

import type { WriteOutcome } from '../../cli/errors.ts';
import { toDollars } from '../../contract/money.ts';
import type { Payment } from '../../contract/pay.ts';
import { columns } from '../../render/view.ts';
import type { PlannedPayment } from './planned-payment.ts';

/** The result of one row. Amounts in dollars, as printed. */
export interface PaymentRow {
  readonly row: number;
  readonly ref: string | null;
  readonly payableId: string;
  readonly outcome: WriteOutcome | 'skipped';
  readonly paymentId: string | null;
  readonly status: string | null;
  readonly amount: number | null;
  readonly payeeName: string | null;
  readonly invoiceNumber: string | null;
  readonly connectionId: string | null;
  readonly fundingSourceId: string | null;
  readonly clearingSpeed: string | null;
  readonly scheduledDate: string | null;
  readonly estimatedSettlementDate: string | null;
  readonly error: unknown;
}

/** The columns of the result table. */
export const rowColumns = columns(
  'row:number #1',
  'ref #9',
  'payableId #7',
  'outcome:state #2',
  'paymentId #8',
  'status:state #6',
  'amount:money #3',
  'payeeName #4',
  'invoiceNumber #5',
  'fundingSourceId #12',
  'clearingSpeed #13',
  'scheduledDate:date #11',
  'estimatedSettlementDate:date #10',
  'error:below',
);

/** Fields of a row that have no column of their own. */
export const otherMembers = ['connectionId', 'payableStatus'];

/** Returns the row of a payment that the service made. The service's values win over the planned ones. */
export const paidRow = (it: PlannedPayment, payment: Payment): PaymentRow => ({
  ...rowOf(it),
  outcome: 'applied',
  paymentId: payment.paymentId,
  status: payment.status ?? null,
  amount: payment.amount ?? toDollars(it.cents),
  clearingSpeed: payment.clearingSpeed ?? it.clearingSpeed,
  scheduledDate: payment.scheduledDate ?? it.scheduledDate,
  estimatedSettlementDate: payment.estimatedSettlementDate ?? it.estimatedSettlementDate,
});

/** Returns the row of a payment that failed with `error`. */
export const failedRow = (
  it: PlannedPayment,
  outcome: PaymentRow['outcome'],
  error: unknown,
): PaymentRow => ({ ...rowOf(it), outcome, error });

/** Returns the row of a payment that was not sent because an earlier batch ended the run. */
export const notSentRow = (it: PlannedPayment): PaymentRow =>
  failedRow(it, 'not-sent', 'not sent: an earlier payment stopped the run');

/** Returns the row of a payment that is no longer due because the payable was paid in another way after planning. */
export const skippedRow = (it: PlannedPayment): PaymentRow =>
  failedRow(it, 'skipped', 'it was paid separately meanwhile');

/**
 * Returns the row of a payment that was applied. `paymentId` is `null` if neither the response nor the journal has it.
 */
export const appliedRow = (it: PlannedPayment, paymentId: string | null): PaymentRow => ({
  ...rowOf(it),
  outcome: 'applied',
  paymentId,
});

const rowOf = (it: PlannedPayment) => ({
  row: it.row,
  ref: it.ref,
  payableId: it.payableId,
  outcome: 'not-sent' as const,
  paymentId: null,
  status: null,
  amount: toDollars(it.cents),
  payeeName: it.payeeName,
  invoiceNumber: it.invoiceNumber,
  connectionId: it.connectionId,
  fundingSourceId: it.fundingSourceId,
  clearingSpeed: it.clearingSpeed,
  scheduledDate: it.scheduledDate,
  estimatedSettlementDate: it.estimatedSettlementDate,
  error: null,
});

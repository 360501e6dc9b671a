/** Result rows of a batch payment. */

import { toDollars } from '../../api/money.ts';
import type { Payment } from '../../api/operations/pay.ts';
import { columns } from '../../render/view.ts';
import type { WriteOutcome } from '../errors.ts';
import type { Mark } from '../marks/mark.ts';
import type { PlannedTransfer } from './planned-payment.ts';

/** The result of one row. Amounts in dollars, as printed. */
export interface PaymentRow {
  readonly row: number;
  readonly ref: string | null;
  /** `null` for a quick payment and a withdrawal. */
  readonly payableId: string | null;
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
  /** The status of the payable, read after the payment; `null` if it was not paid or could not be read. */
  readonly payableStatus?: string | null;
  /** Facts for a person to look at; absent if there are none. */
  readonly marks?: readonly Mark[];
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
export const otherMembers = ['connectionId', 'payableStatus', 'marks'];

/** Returns the row of a payment that the service made. The service's values win over the planned ones. */
export const paidRow = (row: PlannedTransfer, payment: Payment): PaymentRow => ({
  ...rowOf(row),
  outcome: 'applied',
  paymentId: payment.paymentId,
  status: payment.status ?? null,
  amount: payment.amount ?? toDollars(row.cents),
  clearingSpeed: payment.clearingSpeed ?? row.clearingSpeed ?? null,
  scheduledDate: payment.scheduledDate ?? row.scheduledDate ?? null,
  estimatedSettlementDate: payment.estimatedSettlementDate ?? row.estimatedSettlementDate,
});

/** Returns the row of a payment that failed with `error`. */
export const failedRow = (
  payment: PlannedTransfer,
  outcome: PaymentRow['outcome'],
  error: unknown,
): PaymentRow => ({ ...rowOf(payment), outcome, error });

/** Returns the row of a payment that was not sent because an earlier batch ended the run. */
export const notSentRow = (payment: PlannedTransfer): PaymentRow =>
  failedRow(payment, 'not-sent', 'not sent: an earlier payment stopped the run');

/** Returns the row of a payment that is no longer due because the payable was paid in another way after planning. */
export const skippedRow = (payment: PlannedTransfer): PaymentRow =>
  failedRow(payment, 'skipped', 'it was paid separately meanwhile');

/**
 * Returns the row of a payment that was applied. `paymentId` is `null` if neither the response nor the journal has it.
 */
export const appliedRow = (payment: PlannedTransfer, paymentId: string | null): PaymentRow => ({
  ...rowOf(payment),
  outcome: 'applied',
  paymentId,
});

const rowOf = (payment: PlannedTransfer) => ({
  row: payment.row,
  ref: payment.ref,
  payableId: payment.payableId ?? null,
  outcome: 'not-sent' as const,
  paymentId: null,
  status: null,
  amount: toDollars(payment.cents),
  payeeName: payment.payeeName,
  invoiceNumber: payment.invoiceNumber ?? null,
  connectionId: payment.connectionId ?? null,
  fundingSourceId: payment.fundingSourceId,
  clearingSpeed: payment.clearingSpeed ?? null,
  scheduledDate: payment.scheduledDate ?? null,
  estimatedSettlementDate: payment.estimatedSettlementDate,
  error: null,
});

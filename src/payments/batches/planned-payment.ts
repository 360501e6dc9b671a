/** The transfers of a batch or a plan, and how a payment is made from a row, its payable and its bank account. */

import type { Timing } from '../../cli/payable/estimate-settlement.ts';
import type { BankAccount } from '../../contract/bank.ts';
import { shownName } from '../../contract/id-or-name.ts';
import type { ClearingSpeed, PaymentOrder } from '../../contract/pay.ts';
import type { Payable } from '../../contract/payable.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';
import { centsIn } from '../../render/money.ts';
import type { PaymentInput, Speed } from './read-payment-file.ts';

/** One transfer to be made: the payment of a payable, a quick payment, or a withdrawal. */
export interface PlannedTransfer {
  /** The row of the input, counted from 1. */
  readonly row: number;
  readonly ref: string | null;
  /** The bank account that pays, or that receives a withdrawal. */
  readonly fundingSourceId: string;
  /** An Eastern date by the ACH calendar; `null` if the service's clock is not known. */
  readonly estimatedSettlementDate: IsoDate | null;
  readonly cents: number;
  /** The payee as far as the service states it; the business itself for a withdrawal. */
  readonly payeeId: string | null;
  readonly payeeName: string | null;
  readonly connectionId?: string | null;
  readonly memo?: string | null;
  readonly payableId?: string;
  readonly invoiceNumber?: string | null;
  readonly dueDate?: string | null;
  readonly clearingSpeed?: ClearingSpeed | null;
  readonly scheduledDate?: IsoDate | null;
  readonly status?: string | null;
}

/** One payment of a payable to be made: the order, and a snapshot of the payable. */
export interface PlannedPayment extends PlannedTransfer {
  readonly payableId: string;
  /** `null` for the service's default speed. */
  readonly clearingSpeed: ClearingSpeed | null;
  readonly scheduledDate: IsoDate | null;
  readonly connectionId: string | null;
  readonly invoiceNumber: string | null;
  readonly dueDate: string | null;
  readonly status: string | null;
  readonly updatedAt: string | null;
}

/** One quick payment to be made. */
export interface PlannedQuickPayment extends PlannedTransfer {
  readonly connectionId: string;
  readonly memo: string | null;
}

/** Values for rows that do not set their own. */
export interface Defaults {
  /** The id of the funding source (`--from`). */
  readonly from: string | undefined;
  readonly speed: Speed | undefined;
  readonly on: IsoDate | undefined;
}

/**
 * Combines a row, its payable and its bank account into one payment. A row's own speed and date win over `defaults`.
 */
export function plannedPayment(
  input: PaymentInput,
  {
    payable,
    account,
    defaults,
    estimate,
  }: {
    readonly payable: Payable;
    readonly account: BankAccount;
    readonly defaults: Defaults;
    /** Returns the estimated settlement date of a payment with this timing. */
    readonly estimate: (timing: Timing) => IsoDate | null;
  },
): PlannedPayment {
  const speed = input.speed ?? defaults.speed;
  const on = input.scheduledDate ?? defaults.on;
  return {
    row: input.row,
    ref: input.ref ?? null,
    payableId: input.payableId,
    fundingSourceId: account.id,
    clearingSpeed: speed === 'same-day' ? 'sameDay' : (speed ?? null),
    scheduledDate: on ?? null,
    estimatedSettlementDate: estimate({ speed, on }),
    cents: centsIn(payable.amount) ?? 0,
    ...snapshotOf(payable),
  };
}

/** Returns the payable fields that a plan stores, to detect a later change and to show the payment. */
const snapshotOf = (payable: Payable) => ({
  connectionId: payable.connectionId ?? null,
  payeeId: payable.senderBusinessId ?? payable.businessId ?? null,
  payeeName: payable.payeeName ?? null,
  invoiceNumber: payable.invoiceNumber ?? null,
  dueDate: payable.dueDate ?? null,
  status: payable.status ?? null,
  updatedAt: payable.updatedAt ?? null,
});

/** Returns the payee for people: its name, quoted if it looks like an id, else its id. */
export function nameOfPayee({ payeeName, payeeId, connectionId, ...it }: PlannedTransfer): string {
  if (payeeName === null) return payeeId ?? connectionId ?? 'unknown payee';
  const shown = { own: [payeeId, connectionId], others: [it.payableId, it.fundingSourceId] };
  return shownName(payeeName, shown);
}

/** Converts a planned payment to a payment of the API request. */
export const toPaymentOrder = (payment: PlannedPayment): PaymentOrder => ({
  payableId: payment.payableId,
  fundingSourceId: payment.fundingSourceId,
  ...(payment.clearingSpeed !== null && { clearingSpeed: payment.clearingSpeed }),
  ...(payment.scheduledDate !== null && { scheduledDate: payment.scheduledDate }),
});

import type { Timing } from '../../cli/payable/estimate-settlement.ts';
import type { BankAccount } from '../../contract/bank.ts';
import { toDollars } from '../../contract/money.ts';
import type { ClearingSpeed, PaymentOrder } from '../../contract/pay.ts';
import type { Payable } from '../../contract/payable.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';
import type { PaymentInput, Speed } from './read-payment-file.ts';

/** One payment that is about to be made: what to ask for, and the payable as it was seen. */
export interface PlannedPayment {
  readonly row: number;
  readonly ref: string | null;
  readonly payableId: string;
  readonly fundingSourceId: string;
  /** Null: as fast as the service does when nothing is said. */
  readonly clearingSpeed: ClearingSpeed | null;
  readonly scheduledDate: IsoDate | null;
  /** By the ACH calendar; null where the service's clock is not known. */
  readonly estimatedSettlementDate: IsoDate | null;
  readonly cents: number;
  readonly connectionId: string | null;
  readonly payeeId: string | null;
  readonly payeeName: string | null;
  readonly invoiceNumber: string | null;
  readonly dueDate: string | null;
  readonly status: string | null;
  readonly updatedAt: string | null;
}

/** What holds for every row that says nothing else. */
export interface Defaults {
  readonly from: string | undefined;
  readonly speed: Speed | undefined;
  readonly on: IsoDate | undefined;
}

/** A row, its payable and its bank account as one payment. */
export function plannedPayment(
  wanted: PaymentInput,
  {
    payable,
    account,
    defaults,
    settles,
  }: {
    readonly payable: Payable;
    readonly account: BankAccount;
    readonly defaults: Defaults;
    /** The date that a payment of this timing has settled on. */
    readonly settles: (timing: Timing) => IsoDate | null;
  },
): PlannedPayment {
  const speed = wanted.speed ?? defaults.speed;
  const on = wanted.scheduledDate ?? defaults.on;
  return {
    row: wanted.row,
    ref: wanted.ref ?? null,
    payableId: wanted.payableId,
    fundingSourceId: account.id,
    clearingSpeed: speed === 'same-day' ? 'sameDay' : (speed ?? null),
    scheduledDate: on ?? null,
    estimatedSettlementDate: settles({ speed, on }),
    cents: centsOwed(payable) ?? 0,
    ...seenOf(payable),
  };
}

/** The payable in the members by which it is known again. */
const seenOf = (payable: Payable) => ({
  connectionId: payable.connectionId ?? null,
  payeeId: payable.senderBusinessId ?? payable.businessId ?? null,
  payeeName: payable.payeeName ?? null,
  invoiceNumber: payable.invoiceNumber ?? null,
  dueDate: payable.dueDate ?? null,
  status: payable.status ?? null,
  updatedAt: payable.updatedAt ?? null,
});

/** The cents of a payable; undefined where the service does not say, or says no amount in whole cents. */
export function centsOwed({ amount }: Payable): number | undefined {
  const cents = typeof amount === 'number' ? Math.round(amount * 100) : Number.NaN;
  return Number.isSafeInteger(cents) && toDollars(cents) === amount ? cents : undefined;
}

/** The same in the words of the wire. */
export const toPaymentOrder = (it: PlannedPayment): PaymentOrder => ({
  payableId: it.payableId,
  fundingSourceId: it.fundingSourceId,
  ...(it.clearingSpeed !== null && { clearingSpeed: it.clearingSpeed }),
  ...(it.scheduledDate !== null && { scheduledDate: it.scheduledDate }),
});

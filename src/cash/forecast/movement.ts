import type { Payable } from '../../api/operations/payable.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';

/** The series of the balance at the service. The other series are bank accounts, named by their ids. */
export const BALANCE = 'balance';

/** The series of debits whose bank account is not known. */
export const UNKNOWN_BANK = 'unknown-bank';

/** The state of a movement: that of its payment, or of its payable while there is no payment. */
export type Basis = 'scheduled' | 'in-flight' | 'held' | 'approved' | 'submitted';

export interface CashMovement {
  readonly series: string;
  readonly kind: 'receipt' | 'debit' | 'withdrawal';
  readonly basis: Basis;
  /** A business day, on or after the first day of the forecast; `null` if it is on no day. */
  readonly date: IsoDate | null;
  /** The reason why it is on no day; `null` if it is on one. */
  readonly why: string | null;
  /** Negative out of the series. */
  readonly cents: number;
  readonly dueDate: IsoDate | null;
  readonly party: string | null;
  readonly invoiceNumber: string | null;
  readonly payableId: string | null;
  readonly paymentId: string | null;
  /** The last business day on which a standard payment settles by the due date; `null` unless it is to be made. */
  readonly payBy: IsoDate | null;
  /** The habit of the payer in days; `null` for a payment that exists, and if nothing is known of the payer. */
  readonly daysLate: number | null;
  /** The business day on which it comes by that habit; `null` if that has passed. */
  readonly habitDate: IsoDate | null;
}

/** Returns a movement on no day, of which nothing else is known. */
export const newMovement = (kind: CashMovement['kind'], cents: number): CashMovement => ({
  series: BALANCE,
  kind,
  basis: 'in-flight',
  cents,
  ...{ date: null, why: null, dueDate: null, party: null, invoiceNumber: null },
  ...{ payableId: null, paymentId: null, payBy: null, daysLate: null, habitDate: null },
});

/** Reports whether no payment exists yet: the movement is planned or expected. */
export const isUnpaid = ({ basis }: CashMovement): boolean =>
  basis === 'approved' || basis === 'submitted';

/** An open payable, as a forecast keeps it. */
export type OpenPayable = Pick<Payable, keyof ReturnType<typeof toOpenPayable>>;

/** Returns the fields that decide about the movement of a payable: a forecast keeps them of every open one, and no others. */
export const toOpenPayable = (it: Payable) => ({
  id: it.id,
  status: it.status,
  direction: it.direction,
  senderBusinessId: it.senderBusinessId,
  payerBusinessId: it.payerBusinessId,
  connectionId: it.connectionId,
  payeeName: it.payeeName,
  payerName: it.payerName,
  amount: it.amount,
  dueDate: it.dueDate,
  invoiceNumber: it.invoiceNumber,
  activePaymentId: it.activePaymentId,
  paymentStatus: it.paymentStatus,
  lastPaymentFailure: it.lastPaymentFailure,
  scheduledDate: it.scheduledDate,
  estimatedSettlementDate: it.estimatedSettlementDate,
});

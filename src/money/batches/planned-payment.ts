/** The transfers of a batch or a plan. */

import { shownName } from '../../api/id-or-name.ts';
import type { ClearingSpeed } from '../../api/operations/pay.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import type { Mark } from '../marks/mark.ts';

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
  /** Facts for the maker and the approvers of a plan to look at; absent if there are none. */
  readonly marks?: readonly Mark[] | undefined;
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

/** Returns the payee for people: its name, quoted if it looks like an id, otherwise its id. */
export function nameOfPayee({ payeeName, payeeId, connectionId, ...it }: PlannedTransfer): string {
  if (payeeName === null) return payeeId ?? connectionId ?? 'unknown payee';
  const shown = { own: [payeeId, connectionId], others: [it.payableId, it.fundingSourceId] };
  return shownName(payeeName, shown);
}

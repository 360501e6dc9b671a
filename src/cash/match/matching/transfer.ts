import type { IsoDate } from '../../../api/schema/field-types.ts';
import type { BankLine } from '../statement/bank-statement.ts';

/** Transfers that the service or the journal knows, as they should appear on a bank statement. */

/** A payment, a withdrawal, or the return of a payment. */
export interface ExpectedTransfer {
  /** Unique among the transfers of a match. */
  readonly key: string;
  readonly kind: 'payment' | 'withdrawal' | 'return';
  /** Integer cents as on the statement: negative out of the bank account. */
  readonly cents: number;
  /** Texts that identify it in the text of a statement. */
  readonly identifiers: readonly Identifier[];
  /** The name of the other side; `null` if it is not known. */
  readonly party: string | null;
  /** `null` if no date is known: then only an identifier matches it. */
  readonly window: PostingWindow | null;
  /**
   * `made` if the service or the journal says so, `unresolved` if its outcome is unknown, `possible` if a payment failed
   * and the bank may show it or not.
   */
  readonly certainty: 'made' | 'unresolved' | 'possible';
  /** The intent of the batch that it is part of; `null` if it is in none. */
  readonly batch: string | null;
  readonly invoiceNumber: string | null;
  readonly payableId: string | null;
  readonly paymentId: string | null;
  /** The intent that sent it; `null` if it is not in the journal. */
  readonly intentId: string | null;
  /** Whether the outcome of that intent is unknown, although the service may show the payment. */
  readonly isUnresolved: boolean;
  /** The bank account that it is from or to; `null` if it is not known. */
  readonly fundingSourceId: string | null;
}

/** An identifier and what it is: `{what: 'invoice number', value: 'CL-1001', isAssigned: false}`. */
export interface Identifier {
  readonly what: string;
  readonly value: string;
  /** Whether the service assigned it to this transfer: people choose a number, and a payable may have several payments. */
  readonly isAssigned: boolean;
}

/** A line of a bank statement, with the bank account that it is of. */
export interface PostedLine extends BankLine {
  /** `null` if it is not known. */
  readonly fundingSourceId: string | null;
  /** Identifies it in every statement of the account: bank account, date, amount, and its number among equal ones. */
  readonly key: string;
}

/** Reports whether a line and a transfer may be of one bank account. */
export const isSameAccount = (
  line: Pick<PostedLine, 'fundingSourceId'>,
  transfer: Pick<ExpectedTransfer, 'fundingSourceId'>,
): boolean =>
  line.fundingSourceId === null ||
  transfer.fundingSourceId === null ||
  line.fundingSourceId === transfer.fundingSourceId;

/** The dates on which a transfer may be posted, first and last included, and the one on which it is expected. */
export interface PostingWindow {
  readonly from: IsoDate;
  readonly expected: IsoDate;
  readonly to: IsoDate;
}

/** Reports whether a date is in a window. */
export const isWithin = (date: IsoDate, { from, to }: PostingWindow): boolean =>
  from <= date && date <= to;

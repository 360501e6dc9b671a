/** The rows that a file or a filter names, before their payables are read. */

import type { IsoDate } from '../../api/schema/field-types.ts';

/** The ACH speed as typed by a user. */
export type Speed = 'standard' | 'same-day';

/** One payable to pay, from a file or a filter. Defaults apply to fields that are not set. */
export interface PaymentInput {
  /** Counted from 1, without the header. */
  readonly row: number;
  /** The row in messages: `payments.csv:3`, as a spreadsheet numbers it. `undefined` for a row of a filter. */
  readonly source?: string;
  /** The row in a file, as a spreadsheet numbers it. */
  readonly fileRow?: number;
  /** An id; in a file also an invoice number, until it is resolved. */
  readonly payableId: string;
  readonly connectionId?: string | undefined;
  readonly fundingSourceId?: string | undefined;
  readonly speed?: Speed | undefined;
  readonly scheduledDate?: IsoDate | undefined;
  /** The expected amount in cents. */
  readonly cents?: number | undefined;
  /** The expected name of the payee, as a list prints it. */
  readonly payeeName?: string | undefined;
  /** The user's own reference for the row. */
  readonly ref?: string | undefined;
}

/** One quick payment to be made, from a file. Defaults apply to fields that are not set. */
export interface QuickPaymentInput {
  /** Counted from 1, without the header. */
  readonly row: number;
  /** The row in messages: `payments.csv:3`, as a spreadsheet numbers it. */
  readonly source: string;
  readonly fileRow: number;
  readonly connectionId: string;
  readonly cents: number;
  readonly fundingSourceId: string | undefined;
  readonly memo: string | undefined;
  /** The user's own reference for the row. */
  readonly ref: string | undefined;
}

/** The rows of a file that is planned: all of one kind. */
export type PlanInputs =
  | { readonly kind: 'payables'; readonly rows: readonly PaymentInput[] }
  | { readonly kind: 'quickPayments'; readonly rows: readonly QuickPaymentInput[] };

/** Marks: what a person should look at before money leaves. A mark blocks nothing unless a policy says so. */

import { cutText, MAX_COLUMNS } from '../../render/cut-text.ts';

/** The codes of marks. */
export const MARK_CODES = [
  'first_payment',
  'new_connection',
  'similar_name',
  'large_amount',
  'paid_within_day',
  'duplicate_invoice',
  'duplicates_unknown',
] as const;

export type MarkCode = (typeof MARK_CODES)[number];

/** A mark of one payment or approval. */
export interface Mark {
  readonly code: MarkCode;
  /** A sentence for people. */
  readonly text: string;
}

/** The marks of a payee that was not paid before, or not like this: a policy can demand a second signature for them. */
export const isOfPayee = ({ code }: Mark): boolean =>
  code === 'first_payment' || code === 'new_connection' || code === 'similar_name';

/** The marks of an invoice that may be paid twice: a policy can block them. */
export const isOfDuplicate = ({ code }: Mark): boolean =>
  code === 'duplicate_invoice' || code === 'duplicates_unknown';

/** Returns a name or a number that others chose in quotes and cut, so that it cannot be read as part of the sentence. */
export const quoted = (text: string): string => JSON.stringify(cutText(text, MAX_COLUMNS));

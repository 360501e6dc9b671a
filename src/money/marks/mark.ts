/** Marks: facts for a person to look at before money leaves. A mark blocks nothing unless a policy says so. */

import { sanitize } from '../../render/sanitize.ts';

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
export function inQuotes(text: string): string {
  const letters = [...text];
  const cut = letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS).join('')}…` : text;
  return sanitize(JSON.stringify(cut));
}

/** The letters that are shown of a name: a terminal has room for them. */
const MAX_LETTERS = 60;

/** Returns the sentences of marks, each once, without those that are shown already; at most 20, and the number of the rest. */
export function markLines(
  marks: readonly Mark[],
  shown: readonly { readonly toString: () => string }[] = [],
): readonly string[] {
  const lines = [...new Set(marks.map(({ text }) => text))];
  const left = lines.slice(MAX_LINES).length;
  return [
    ...lines.slice(0, MAX_LINES),
    ...(left > 0 ? [`and ${left} more to look at`] : []),
  ].filter((line) => !shown.some((it) => `${it}` === line));
}

const MAX_LINES = 20;

/** Returns a record with its marks, if it has any. */
export const withMarks = <Record extends object>(
  record: Record,
  marks: readonly Mark[],
): Record & { readonly marks?: readonly Mark[] } =>
  marks.length === 0 ? record : { ...record, marks };

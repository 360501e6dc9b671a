/** The progress and the result of a batch or a run, in one line. */

import { centsIn, usd } from '../../render/money.ts';
import type { PaymentRow } from './result-rows.ts';

/** A number of payments and their sum in cents. */
export interface PaymentTotals {
  readonly count: number;
  readonly cents: number;
}

/** Counts payments and adds them up. */
export const paymentTotalsOf = (
  payments: readonly { readonly cents: number }[],
): PaymentTotals => ({
  count: payments.length,
  cents: payments.reduce((sum, { cents }) => sum + cents, 0),
});

/**
 * Returns the sentence that ends a batch or a run: `Paid 19 of 20, $17,096.70 of $17,179.70; 1 left out: payment in
 * flight.` With `reasonsFollow` it ends with a colon after the rows that were not paid.
 */
export function paidSentence(
  rows: readonly PaymentRow[],
  { reasonsFollow = false }: { readonly reasonsFollow?: boolean } = {},
): string {
  const paid = rows.filter(({ outcome }) => outcome === 'applied');
  const skipped = rows.filter(({ outcome }) => outcome === 'skipped');
  const reasons = [...new Set(skipped.map(({ error }) => reasonOf(error)))];
  const others = [
    ...(skipped.length > 0 ? [`${skipped.length} left out: ${reasons.join(', ')}`] : []),
    ...labels.flatMap(([outcome, label]) => {
      const { length } = rows.filter((row) => row.outcome === outcome);
      return length > 0 ? [`${length} ${label}`] : [];
    }),
  ];
  const all = usd(sumOf(rows));
  const sums = paid.length === rows.length ? all : `${usd(sumOf(paid))} of ${all}`;
  const sentence = [`Paid ${paid.length} of ${rows.length}, ${sums}`, ...others].join('; ');
  return `${sentence}${reasonsFollow ? ':' : '.'}`;
}

const labels: readonly (readonly [PaymentRow['outcome'], string])[] = [
  ['unknown', 'with an unknown outcome'],
  ['rejected', 'refused'],
  ['throttled', 'throttled'],
  ['not-sent', 'not sent'],
];

const sumOf = (rows: readonly PaymentRow[]): number =>
  rows.reduce((sum, { amount }) => sum + (centsIn(amount) ?? 0), 0);

const reasonOf = (error: unknown): string => String(error).replace(/^skipped: /, '');

/** The state of a run that is being paid: of the whole run, and of what is sent now. */
export interface PaymentProgress {
  readonly all: PaymentTotals;
  /** Paid, with those before this start. */
  readonly paid: PaymentTotals;
  /** Paid since this start, and left to send. */
  readonly now: { readonly paid: number; readonly left: number; readonly seconds: number };
}

/** Returns a progress line: count, sum, and the payments a second. */
export const progressLine = ({ all, paid, now }: PaymentProgress): string =>
  `Paid ${paid.count} of ${all.count === 1 ? '1 payment' : `${all.count} payments`}, ${usd(paid.cents)} of ${usd(all.cents)}, ${Math.round(now.paid / Math.max(0.001, now.seconds))} a second`;

/** Returns a progress line for a terminal: a bar, count, sum and the time left; less if there is no room. */
export function progressBar(progress: PaymentProgress, columns: number): string {
  const { all, paid } = progress;
  const parts = [
    `${paid.count} of ${all.count}`,
    `${usd(paid.cents)} of ${usd(all.cents)}`,
    ...timeLeft(progress),
  ];
  while (parts.length > 1 && parts.join(', ').length >= columns) parts.pop();
  const text = parts.join(', ');
  const width = Math.min(MAX_BAR, columns - text.length - 4);
  if (width < LEAST_BAR) return text;
  const full = Math.floor((width * paid.count) / Math.max(1, all.count));
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}] ${text}`;
}

const MAX_BAR = 24;
const LEAST_BAR = 8;

function timeLeft({ now }: PaymentProgress): string[] {
  if (now.paid === 0 || now.left === 0) return [];
  const seconds = Math.max(1, Math.round((now.left * now.seconds) / now.paid));
  return [seconds < 100 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`];
}

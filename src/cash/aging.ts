import { daysBetween } from '../api/ach/calendar.ts';
import { centsOf, toDollars } from '../api/money.ts';
import type { Payable } from '../api/operations/payable.ts';
import { dateIn, type IsoDate } from '../api/schema/field-types.ts';
import { isSent } from '../money/gate/describe-payable.ts';

/** The open amount in one direction, by days overdue. */
export interface Aging {
  readonly direction: 'received' | 'sent';
  readonly cents: number;
  readonly buckets: readonly Bucket[];
}

export interface Bucket {
  readonly name: string;
  readonly isOverdue: boolean;
  readonly cents: number;
  readonly payables: readonly AgedPayable[];
}

/** An open payable, with its amount in integer cents. */
export interface AgedPayable {
  readonly payable: Payable;
  readonly cents: number;
  /** Calendar days since the due date, below 1 if it is not overdue; `undefined` without a due date. */
  readonly daysOver: number | undefined;
}

export interface AgingView {
  readonly businessId: string;
  readonly today: IsoDate;
}

/**
 * Returns every bucket of both directions. Empty buckets are included, so that scripts find each at a fixed position.
 */
export function computeAging(payables: readonly Payable[], view: AgingView): readonly Aging[] {
  return (['received', 'sent'] as const).map((direction) => {
    const selected = payables
      .filter((payable) => isSent(payable, view.businessId) === (direction === 'sent'))
      .map((payable) => withAge(payable, view.today));
    const buckets = limits.map(({ name, matches }) => {
      const members = selected.filter(({ daysOver }) => matches(daysOver));
      const isOverdue = members.some(({ daysOver = 0 }) => daysOver > 0);
      return { name, isOverdue, cents: sumOf(members), payables: members };
    });
    return { direction, cents: sumOf(selected), buckets };
  });
}

/** A row to print: the amount in dollars, and the share of the direction's total from 0 to 1. */
export interface AgingRow {
  readonly direction: Aging['direction'];
  readonly bucket: string;
  readonly count: number;
  readonly amount: number;
  readonly share: number;
}

export const rowsOf = ({ direction, cents: all, buckets }: Aging): readonly AgingRow[] =>
  buckets.map(({ name, cents, payables }) => ({
    direction,
    bucket: name,
    count: payables.length,
    amount: toDollars(cents),
    share: all === 0 ? 0 : Math.round((cents / all) * 10_000) / 10_000,
  }));

type BucketTest = (daysOver: number | undefined) => boolean;

const between =
  (min: number, max: number): BucketTest =>
  (days) =>
    days !== undefined && days >= min && days <= max;

const limits: readonly { readonly name: string; readonly matches: BucketTest }[] = [
  { name: 'current', matches: between(Number.NEGATIVE_INFINITY, 0) },
  { name: '1-30 days', matches: between(1, 30) },
  { name: '31-60 days', matches: between(31, 60) },
  { name: '61-90 days', matches: between(61, 90) },
  { name: 'over 90 days', matches: between(91, Number.POSITIVE_INFINITY) },
  { name: 'no due date', matches: (days) => days === undefined },
];

function withAge(payable: Payable, today: IsoDate): AgedPayable {
  const cents = typeof payable.amount === 'number' ? centsOf(payable.amount) : 0;
  const due = dateIn(payable.dueDate);
  return { payable, cents, daysOver: due === undefined ? undefined : daysBetween(due, today) };
}

const sumOf = (items: readonly AgedPayable[]) => items.reduce((sum, { cents }) => sum + cents, 0);

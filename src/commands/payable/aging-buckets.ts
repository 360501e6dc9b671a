import { isSent } from '../../cli/payable/describe-payable.ts';
import { centsOf, toDollars } from '../../contract/money.ts';
import type { Payable } from '../../contract/payable.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';

/** What is owed in one direction, by how long it is overdue. */
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

export interface AgedPayable {
  readonly payable: Payable;
  readonly cents: number;
  /** Days since it was due, below 1 when it is not; undefined without a date. */
  readonly daysOver: number | undefined;
}

/** Who looks, and on which day. */
export interface AgingView {
  readonly businessId: string;
  readonly today: IsoDate;
}

/** Every bucket of both directions, empty ones too: a script finds them all in their places. */
export function agingOf(payables: readonly Payable[], look: AgingView): readonly Aging[] {
  return (['received', 'sent'] as const).map((direction) => {
    const own = payables
      .filter((it) => isSent(it, look.businessId) === (direction === 'sent'))
      .map((it) => aged(it, look.today));
    const buckets = limits.map(({ name, holds }) => {
      const inside = own.filter(({ daysOver }) => holds(daysOver));
      const isOverdue = inside.some(({ daysOver = 0 }) => daysOver > 0);
      return { name, isOverdue, cents: sumOf(inside), payables: inside };
    });
    return { direction, cents: sumOf(own), buckets };
  });
}

/** The rows that are printed, amounts in dollars. */
export const rowsOf = ({ direction, cents: all, buckets }: Aging) =>
  buckets.map(({ name, cents, payables }) => ({
    direction,
    bucket: name,
    count: payables.length,
    amount: toDollars(cents),
    share: all === 0 ? 0 : Math.round((cents / all) * 10_000) / 10_000,
  }));

type Holds = (daysOver: number | undefined) => boolean;

const between =
  (least: number, most: number): Holds =>
  (days) =>
    days !== undefined && days >= least && days <= most;

const limits: readonly { readonly name: string; readonly holds: Holds }[] = [
  { name: 'current', holds: between(Number.NEGATIVE_INFINITY, 0) },
  { name: '1-30 days', holds: between(1, 30) },
  { name: '31-60 days', holds: between(31, 60) },
  { name: '61-90 days', holds: between(61, 90) },
  { name: 'over 90 days', holds: between(91, Number.POSITIVE_INFINITY) },
  { name: 'no due date', holds: (days) => days === undefined },
];

function aged(payable: Payable, today: IsoDate): AgedPayable {
  const cents = typeof payable.amount === 'number' ? centsOf(payable.amount) : 0;
  return { payable, cents, daysOver: daysBetween(payable.dueDate?.slice(0, 10), today) };
}

/** Calendar days, counted in UTC where every day has the same length. */
function daysBetween(due: string | undefined, today: IsoDate): number | undefined {
  const days = (Date.parse(`${today}T00:00:00Z`) - Date.parse(`${due}T00:00:00Z`)) / 86_400_000;
  return Number.isNaN(days) ? undefined : days;
}

const sumOf = (items: readonly AgedPayable[]) => items.reduce((sum, { cents }) => sum + cents, 0);

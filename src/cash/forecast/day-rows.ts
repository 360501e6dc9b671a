import { addDays, isBusinessDay } from '../../api/ach/calendar.ts';
import { toDollars } from '../../api/money.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import { type CashMovement, isUnpaid } from './movement.ts';

/** A series of a forecast: the balance at the service, or a bank account. */
export interface Series {
  readonly id: string;
  readonly name: string;
  /** The amount before the first day, in cents; `null` if it is not known. */
  readonly openingCents: number | null;
}

/** A day of a series. Amounts are in dollars and not negative, except `balance`. */
export interface DayRow {
  readonly date: IsoDate;
  readonly series: string;
  readonly account: string;
  readonly in: number;
  readonly out: number;
  /** The amount at the end of the day; `null` if the opening amount is not known. */
  readonly balance: number | null;
  /** The part of `in` and `out` for which no payment exists yet. */
  readonly unpaid: number;
  /** Receivables that come on this day by the habit of their payers; not part of `in`. */
  readonly byHabit: number;
  /** The number of movements in `in` and `out`. */
  readonly count: number;
  /** `balance` as a part of the highest amount of the series, from -1 to 1; `null` without a balance. */
  readonly level: number | null;
}

/** Returns the business days from `first` to `last`, both included. */
export function businessDays(first: IsoDate, last: IsoDate): readonly IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) if (isBusinessDay(day)) days.push(day);
  return days;
}

/** Returns the rows of all series, one series after the other. */
export const dayRows = (
  series: readonly Series[],
  movements: readonly CashMovement[],
  days: readonly IsoDate[],
): readonly DayRow[] => series.flatMap((it) => rowsOf(it, movements, days));

/** The sums of a day, in cents. */
interface DaySums {
  in: number;
  out: number;
  unpaid: number;
  byHabit: number;
  count: number;
}

function rowsOf(
  { id, name, openingCents }: Series,
  movements: readonly CashMovement[],
  days: readonly IsoDate[],
): readonly DayRow[] {
  const sums = sumsOf(
    movements.filter(({ series }) => series === id),
    days,
  );
  const closings = closingsOf([...sums.values()], openingCents);
  const peak = Math.max(...[openingCents, ...closings].map((it) => Math.abs(it ?? 0)));
  return [...sums].map(([date, day], at): DayRow => {
    const closing = closings[at] ?? null;
    return {
      date,
      series: id,
      account: name,
      in: toDollars(day.in),
      out: toDollars(day.out),
      balance: closing === null ? null : toDollars(closing),
      unpaid: toDollars(day.unpaid),
      byHabit: toDollars(day.byHabit),
      count: day.count,
      level: closing === null ? null : levelOf(closing, peak),
    };
  });
}

function sumsOf(
  movements: readonly CashMovement[],
  days: readonly IsoDate[],
): ReadonlyMap<IsoDate, DaySums> {
  const sums = new Map(days.map((day) => [day, emptyDay()]));
  for (const it of movements) {
    addTo(sums.get(it.date ?? ''), it);
    const byHabit = sums.get(it.habitDate ?? '');
    if (byHabit) byHabit.byHabit += it.cents;
  }
  return sums;
}

const emptyDay = (): DaySums => ({ in: 0, out: 0, unpaid: 0, byHabit: 0, count: 0 });

function addTo(day: DaySums | undefined, movement: CashMovement): void {
  if (!day) return;
  const cents = Math.abs(movement.cents);
  day[movement.cents < 0 ? 'out' : 'in'] += cents;
  if (isUnpaid(movement)) day.unpaid += cents;
  day.count++;
}

/** Returns the amounts at the end of the days, in cents. */
function closingsOf(days: readonly DaySums[], opening: number | null): readonly (number | null)[] {
  if (opening === null) return days.map(() => null);
  let cents = opening;
  return days.map((day) => {
    cents += day.in - day.out;
    return cents;
  });
}

const levelOf = (cents: number, peak: number): number =>
  peak === 0 ? 0 : Math.round((cents / peak) * 10_000) / 10_000;

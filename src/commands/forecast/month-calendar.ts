import { addDays, holidayOn, newYorkDate } from '../../api/ach/calendar.ts';
import { cutOffHours, standardClearingDays } from '../../api/ach/cut-off.ts';
import { centsOf } from '../../api/money.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import type { DayRow } from '../../cash/forecast/day-rows.ts';
import type { Forecast } from '../../cash/forecast/run-forecast.ts';
import { usd } from '../../render/money.ts';
import { sanitize } from '../../render/sanitize.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** The width of a day in columns; five of them and the gaps between them are 79 wide. */
const CELL = 15;

/** Returns the calendars of a forecast as text of 79 columns: weeks from Monday to Friday, since ACH rests at weekends. */
export function monthCalendars(forecast: Forecast): string {
  const { days, series, rows } = forecast;
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const calendars = series.flatMap(({ id, name }) =>
    months.map((month) => {
      const own = rows.filter((it) => it.series === id && it.date.startsWith(month));
      return [`${sanitize(name)}, ${titleOf(month)}`, ...weeksOf(month, own, forecast), ''];
    }),
  );
  return [...calendars.flat(), ...legend].map((line) => `${line.trimEnd()}\n`).join('');
}

const titleOf = (month: string): string =>
  `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

const hours = (many: readonly number[]) => many.map((hour) => `${hour}:00`).join(', ');

const legend = [
  '+ in   - out   = at the end of the day   > today',
  '! approved payables to pay on this day, so that they settle by the due date',
  `Cut-offs on business days (ET): standard ${hours([cutOffHours.standard])}, settled ${standardClearingDays} business days later;`,
  `same-day ${hours(cutOffHours.sameDay)}.`,
];

function weeksOf(month: string, rows: readonly DayRow[], forecast: Forecast): readonly string[] {
  const byDate = new Map(rows.map((it) => [it.date, it]));
  const today = newYorkDate(forecast.now);
  const payBy = paymentsToSend(forecast, rows[0]?.series);
  const weeks = mondaysOf(month).flatMap((monday) => {
    const cells = DAYS.map((_, at) => {
      const date = addDays(monday, at);
      if (!date.startsWith(month)) return [];
      const isFirst = date === forecast.days[0];
      return cellOf(date, byDate.get(date), { today, isFirst, toSend: payBy.get(date) ?? 0 });
    });
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      lineOf(cells.map((cell) => cell[line] ?? '')),
    );
  });
  return [lineOf(DAYS), ...weeks, sumsOf(rows)];
}

const lineOf = (cells: readonly string[]): string =>
  cells.map((cell) => cell.padEnd(CELL)).join(' ');

/** Returns the Mondays of the weeks of a month that have a weekday in it. */
function mondaysOf(month: string): readonly IsoDate[] {
  const first = `${month}-01`;
  const weekday = new Date(first).getUTCDay();
  // A month that begins on a weekend begins with the Monday after it.
  let monday = addDays(first, weekday === 0 ? 1 : weekday === 6 ? 2 : 1 - weekday);
  const mondays: IsoDate[] = [];
  for (; monday.slice(0, 7) <= month; monday = addDays(monday, 7)) mondays.push(monday);
  return mondays;
}

interface DayMarks {
  readonly today: IsoDate;
  /** Whether it is the first day of the forecast, which shows the balance even if it does not change. */
  readonly isFirst: boolean;
  /** The number of payments that have to be sent on this day. */
  readonly toSend: number;
}

function cellOf(
  date: IsoDate,
  row: DayRow | undefined,
  { today, isFirst, toSend }: DayMarks,
): readonly string[] {
  const holiday = holidayOn(date);
  const mark = date === today ? '>' : ' ';
  const head = `${mark}${String(Number(date.slice(8))).padStart(2)}${toSend > 0 ? `  ! ${toSend}` : ''}`;
  if (holiday !== undefined) return [head, shortened(holiday)];
  if (!row) return [head];
  return [
    head,
    ...(row.in > 0 ? [amount('+', row.in)] : []),
    ...(row.out > 0 ? [amount('-', row.out)] : []),
    ...(row.balance === null || (row.count === 0 && !isFirst) ? [] : [amount('=', row.balance)]),
  ];
}

const shortened = (text: string): string =>
  text.length <= CELL ? text : `${text.slice(0, CELL - 1)}…`;

/** Returns an amount at the right of its cell; a long one without cents, so that nothing is cut. */
function amount(sign: string, dollars: number): string {
  const text = usd(centsOf(dollars)).replace('$', '');
  const fitting = text.length < CELL ? text : text.replace(/\.\d\d$/, '');
  return `${sign}${fitting.padStart(CELL - 1)}`;
}

/** Counts the approved payables of a bank account by the last day on which a standard payment is in time. */
function paymentsToSend(
  { movements, days: [first = ''] }: Forecast,
  series: string | undefined,
): ReadonlyMap<IsoDate, number> {
  const counts = new Map<IsoDate, number>();
  for (const it of movements) {
    if (it.payBy === null || it.series !== series) continue;
    const day = it.payBy < first ? first : it.payBy;
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

function sumsOf(rows: readonly DayRow[]): string {
  const sum = (name: 'in' | 'out') =>
    usd(rows.reduce((cents, row) => cents + centsOf(row[name]), 0));
  const last = rows.at(-1)?.balance ?? null;
  const end = last === null ? '' : `, ${usd(centsOf(last))} at the end`;
  return `In ${sum('in')}, out ${sum('out')}${end}`;
}

import { centsOf } from '../../api/money.ts';
import { bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { payable } from '../../api/operations/payable.ts';
import type { DayRow } from '../../cash/forecast/day-rows.ts';
import { forecastFlags, type SeriesAmount } from '../../cash/forecast/flags.ts';
import type { CashMovement } from '../../cash/forecast/movement.ts';
import type { Forecast } from '../../cash/forecast/run-forecast.ts';
import { command } from '../../cli/command.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import { usd } from '../../render/money.ts';
import { columns, listOf, text } from '../../render/view.ts';

export const commands = [];

const itemsView = listOf(
  columns(
    'date:date #1',
    'series #8',
    'kind #5',
    'basis:state #4',
    'amount:money #2',
    'party #3',
    'invoiceNumber #6',
    'dueDate:date #9',
    'payBy:date #11',
    'daysLate:number #10',
    'habitDate:date #12',
    'why #7',
  ),
  'Nothing is expected.',
  { also: ['payableId', 'paymentId'] },
);

export const defaultCommand = command({
  name: 'forecast',
  summary: 'Forecast receipts and debits by business day',
  about:
    'Shows two kinds of series, never mixed: the balance at the service (available now, plus receipts), and each bank account (--opening, minus payments, plus withdrawals that arrive). Approved payables are debited on the due date or the business day before it, overdue ones today. Unpaid receivables are expected on the due date; overdue items are undated. With --out <file>.ics it is an iCalendar file.',
  details:
    'Scheduled and in-flight payments are on the days of the ACH calendar. Held payments are undated without --release. The habit of a payer, the median days late of its last six invoices, is a column of its own and never part of a sum. In a terminal, each account has a table with a chart of its balance; days without a movement are one line.',
  calls: [payable.list, business.balance, bank.list],
  extraExits: ['waited'],
  perBusiness: { without: ['opening', 'failBelow', 'bank'] },
  flags: forecastFlags,
  view: listOf(
    columns(
      'date:date',
      'series',
      'account',
      'in:money',
      'out:money',
      'balance:money',
      'unpaid:money',
      'byHabit:money',
      'count:number',
      'level:number',
    ),
    'There are no business days in this period.',
  ),
  viewFor: ({ view }, { out }) => {
    if (isCalendarFile(out) || view === 'month') return text;
    return view === 'items' ? itemsView : undefined;
  },
  examples: {
    'Forecast the next weeks': 'remit forecast',
    'Forecast until the end of the month': 'remit forecast --to eom',
    'Show two weeks as a calendar': 'remit forecast --weeks 2 --view month',
    'Fail if a bank account would fall below $5,000':
      'remit forecast --opening fs_…=25000.00 --fail-below fs_…=5000.00 --json',
    'Write an iCalendar file': 'remit forecast --out forecast.ics',
  },

  async run({ context, flags }) {
    const { out, json, csv, format } = context.globalFlags;
    const isText = isCalendarFile(out) || flags.view === 'month';
    if (isText && (json || csv || format !== undefined)) {
      throw new UsageError(
        `${isCalendarFile(out) ? 'An .ics file' : '--view month'} cannot be combined with an output format.`,
      );
    }
    const { runForecast } = await import('../../cash/forecast/run-forecast.ts');
    const forecast = await runForecast(context, flags);
    for (const line of formatNotices(forecast)) context.notice(line);
    const result = await shown(forecast, isCalendarFile(out) ? 'calendar' : flags.view);
    assertAbove(forecast, flags.failBelow, result);
    return result;
  },

  sections: async ({ flags: { view = 'days' }, record }) =>
    view === 'days'
      ? (await import('./forecast-sections.ts')).forecastSections(record as readonly DayRow[])
      : undefined,
});

const isCalendarFile = (out: string | undefined): boolean => /\.ics$/i.test(out ?? '');

async function shown(
  forecast: Forecast,
  view: 'calendar' | 'days' | 'items' | 'month' | undefined,
) {
  if (view === 'calendar') return (await import('./icalendar.ts')).forecastCalendar(forecast);
  if (view === 'month') return (await import('./month-calendar.ts')).monthCalendars(forecast);
  if (view !== 'items') return forecast.rows;
  const { itemRow } = await import('../../cash/forecast/run-forecast.ts');
  return forecast.movements.map(itemRow);
}

/** Throws the result as a condition that is met if a day ends below a limit (exit 15). */
function assertAbove(
  { rows, series }: Forecast,
  limits: readonly SeriesAmount[],
  record: unknown,
): void {
  const found = limits.flatMap((limit) => {
    const day = rows.find(
      (it) =>
        it.series === limit.series && it.balance !== null && centsOf(it.balance) < limit.cents,
    );
    const name = series.find(({ id }) => id === limit.series)?.name ?? limit.series;
    return day
      ? [`${name} is ${usd(centsOf(day.balance ?? 0))} on ${day.date}, below ${usd(limit.cents)}.`]
      : [];
  });
  if (found.length === 0) return;
  throw new ConditionError('waited', 'below_minimum', found.join(' '), { record });
}

/** Returns lines with the period, the lowest amount of each series, and the undated movements. */
const formatNotices = ({ days, rows, series, movements, unresolved }: Forecast): string[] => [
  `${days.length} business days, ${days[0]} to ${days.at(-1)}.`,
  ...series.flatMap(({ id, name }) => {
    const low = lowestOf(rows, id);
    const amount = usd(centsOf(low?.balance ?? 0));
    return low ? [`${name}: the lowest balance is ${amount}, on ${low.date}.`] : [];
  }),
  ...undatedLines(movements),
  ...(unresolved === 0
    ? []
    : [`Undated: ${unresolved} with an unknown outcome: remit journal reconcile`]),
];

function lowestOf(rows: readonly DayRow[], id: string): DayRow | undefined {
  const own = rows.filter((it) => it.series === id && it.balance !== null);
  return own.reduce<DayRow | undefined>(
    (low, it) => (low === undefined || (it.balance ?? 0) < (low.balance ?? 0) ? it : low),
    undefined,
  );
}

function undatedLines(movements: readonly CashMovement[]): string[] {
  const groups = new Map<string, { count: number; cents: number }>();
  for (const { date, kind, why, cents } of movements) {
    if (date !== null) continue;
    const reason = `${why} (${kind})`;
    const { count, cents: before } = groups.get(reason) ?? { count: 0, cents: 0 };
    groups.set(reason, { count: count + 1, cents: before + Math.abs(cents) });
  }
  return [...groups].map(
    ([reason, { count, cents }]) => `Undated: ${count}, ${usd(cents)}, ${reason}`,
  );
}

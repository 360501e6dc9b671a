import { addDays, newYorkDate, nextBusinessDay } from '../../api/ach/calendar.ts';
import { toDollars } from '../../api/money.ts';
import type { BankAccount } from '../../api/operations/bank.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import type { Context } from '../../cli/context.ts';
import type { FlagValues } from '../../cli/flags/flag.ts';
import { calendarDate } from '../../cli/list/choose-filters.ts';
import { compareText } from '../../compare-text.ts';
import { UsageError } from '../../money/errors.ts';
import { allBanks, describeBank } from '../../money/gate/funding-source.ts';
import { businessDays, type DayRow, dayRows, type Series } from './day-rows.ts';
import { type forecastFlags, MAX_DAYS, type SeriesAmount } from './flags.ts';
import { BALANCE, type CashMovement, UNKNOWN_BANK } from './movement.ts';
import { readMovements } from './read-movements.ts';

export interface ForecastOptions extends Omit<FlagValues<typeof forecastFlags>, 'view'> {
  /** The business, instead of the one in use. */
  readonly businessId?: string | undefined;
}

export interface Forecast {
  /** The service's clock. */
  readonly now: Date;
  readonly days: readonly IsoDate[];
  readonly series: readonly Series[];
  readonly rows: readonly DayRow[];
  /** The movements of these days by date, then those that are on no day. */
  readonly movements: readonly CashMovement[];
  /** The number of requests with an unknown outcome, which are on no day. */
  readonly unresolved: number;
}

const WEEKS = 6;

/**
 * Makes a forecast of a business. Throws read errors.
 *
 * @throws {UsageError} if a flag names a bank account that the business does not have.
 */
export async function runForecast(context: Context, options: ForecastOptions): Promise<Forecast> {
  const { businessId = context.business(), opening, bank, release } = options;
  const banks = (await allBanks(context)).filter((it) => it.businessId === businessId);
  assertOptions(options, banks);
  const now = (await context.serviceTime()) ?? new Date();
  const today = newYorkDate(now);
  const first = nextBusinessDay(today);
  const days = businessDays(first, lastDay(options, today));
  const time = { now, first, releaseOn: release };
  const known = await readMovements(context, { businessId, banks, bank, time });
  const { availableCents, unresolved } = known;
  const last = days.at(-1) ?? first;
  const movements = known.movements
    .filter(({ date, habitDate }) => date === null || date <= last || (habitDate ?? '9') <= last)
    .toSorted(byDate);
  const series: readonly Series[] = [
    { id: BALANCE, name: 'Service balance', openingCents: availableCents },
    ...bankSeries(banks, opening, movements),
  ];
  return { now, days, series, rows: dayRows(series, movements, days), movements, unresolved };
}

/**
 * Returns the last calendar day of a forecast.
 *
 * @throws {UsageError} if it is given twice, has passed, or is too far away.
 */
function lastDay({ weeks, days, to }: ForecastOptions, today: IsoDate): IsoDate {
  if ([weeks, days, to].filter((it) => it !== undefined).length > 1) {
    throw new UsageError('--weeks, --days and --to cannot be combined: use one of them.');
  }
  if (to === undefined) return addDays(today, (days ?? (weeks ?? WEEKS) * 7) - 1);
  const last = calendarDate(to, 'to', today);
  if (last < today || last > addDays(today, MAX_DAYS - 1)) {
    const message = `--to must be a day from ${today} to ${addDays(today, MAX_DAYS - 1)}, not ${last}.`;
    throw new UsageError(message, { problems: [{ field: 'to', message }] });
  }
  return last;
}

/** Refuses accounts that the business does not have, and limits of series without an amount. */
function assertOptions(
  { opening, bank, failBelow }: ForecastOptions,
  banks: readonly BankAccount[],
): void {
  const own = new Set(banks.map(({ id }) => id));
  const given = new Set(opening.map(({ series }) => series));
  const problems = [
    ...opening.flatMap(({ series }) => (own.has(series) ? [] : [unknown('opening', series)])),
    ...(bank === undefined || own.has(bank) ? [] : [unknown('bank', bank)]),
    ...failBelow.flatMap(({ series }) => {
      if (series === BALANCE || given.has(series)) return [];
      return own.has(series) ? [withoutOpening(series)] : [unknown('fail-below', series)];
    }),
    ...(given.size === opening.length ? [] : [twice('opening')]),
  ];
  if (problems.length === 0) return;
  throw new UsageError(
    problems.map(({ message }) => message),
    { problems, next: ['remit bank list'] },
  );
}

const unknown = (field: string, id: string) => ({
  field,
  message: `--${field}: ${id} is not a bank account of this business.`,
});

const withoutOpening = (id: string) => ({
  field: 'fail-below',
  message: `--fail-below ${id} needs the amount in the account: --opening ${id}=<amount>.`,
});

const twice = (field: string) => ({ field, message: `--${field} names a bank account twice.` });

/** Returns the bank accounts that have an opening amount or a movement, in the order of the list. */
function bankSeries(
  banks: readonly BankAccount[],
  opening: readonly SeriesAmount[],
  movements: readonly CashMovement[],
): readonly Series[] {
  const amounts = new Map(opening.map(({ series, cents }) => [series, cents]));
  const moved = new Set(movements.flatMap(({ series, date }) => (date === null ? [] : [series])));
  const names = new Map(banks.map((it) => [it.id, describeBank(it)]));
  const known = [...new Set([...names.keys(), ...moved])].filter(
    (it) => it !== BALANCE && (amounts.has(it) || moved.has(it)),
  );
  return known.map((it) => ({
    id: it,
    name: it === UNKNOWN_BANK ? 'Bank account not known' : (names.get(it) ?? it),
    openingCents: amounts.get(it) ?? null,
  }));
}

/** Orders movements by date, those on no day last; then by series and name. */
const byDate = (one: CashMovement, two: CashMovement): number =>
  compareText(one.date ?? '9', two.date ?? '9') ||
  compareText(seriesOrder(one), seriesOrder(two)) ||
  compareText(one.party ?? '', two.party ?? '') ||
  compareText(one.invoiceNumber ?? '', two.invoiceNumber ?? '') ||
  compareText(one.payableId ?? one.paymentId ?? '', two.payableId ?? two.paymentId ?? '');

const seriesOrder = ({ series }: CashMovement): string => (series === BALANCE ? '' : series);

/** Converts a movement to a row, as it is printed: amount in dollars, negative out of the series. */
export const itemRow = ({ cents, ...it }: CashMovement) => ({
  date: it.date,
  series: it.series,
  kind: it.kind,
  basis: it.basis,
  amount: toDollars(cents),
  party: it.party,
  invoiceNumber: it.invoiceNumber,
  dueDate: it.dueDate,
  payBy: it.payBy,
  daysLate: it.daysLate,
  habitDate: it.habitDate,
  why: it.why,
  payableId: it.payableId,
  paymentId: it.paymentId,
});

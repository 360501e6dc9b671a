/** The ACH calendar: business days, and Eastern Time (ET). */

import type { IsoDate } from '../schema/field-types.ts';

/** The date and time of day that clocks in New York show (Eastern Time). */
export interface WallTime {
  readonly date: IsoDate;
  readonly hour: number;
  readonly minute: number;
}

// Computed by rule for every year, and without `Intl`, which is too slow for a database full of dates. The rules for
// daylight saving time are those in force since 2007.
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONDAY = 1;
const THURSDAY = 4;

/** Converts an instant to Eastern Time. */
export function newYorkTime(moment: Date): WallTime {
  const there = new Date(moment.getTime() + offsetMs(moment.getTime()));
  return { date: dateText(there), hour: there.getUTCHours(), minute: there.getUTCMinutes() };
}

/** Returns the Eastern date of an instant. */
export const newYorkDate = (moment: Date): IsoDate => newYorkTime(moment).date;

/** Returns the Eastern date of a timestamp; `undefined` if the text is not one. */
export function easternDateOf(timestamp: string | null | undefined): IsoDate | undefined {
  const moment = new Date(timestamp ?? '');
  return Number.isNaN(moment.getTime()) ? undefined : newYorkDate(moment);
}

/**
 * Converts an Eastern date and time of day to an instant. A time skipped by DST moves one hour later; an ambiguous time
 * resolves to the first occurrence.
 */
export function newYorkInstant(date: IsoDate, hour: number, minute = 0): Date {
  const shown = Date.parse(date) + hour * HOUR_MS + minute * 60_000;
  const summer = shown + DAYLIGHT_MS;
  return new Date(isDaylight(summer) ? summer : shown + STANDARD_MS);
}

/** Returns the calendar days from one date to another; negative if the second is earlier, NaN if one is no date. */
export const daysBetween = (first: IsoDate, last: IsoDate): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS);

/** Returns the date `days` calendar days later, or earlier if negative. */
export const addDays = (date: IsoDate, days: number): IsoDate =>
  dateText(new Date(Date.parse(date) + days * DAY_MS));

/** Reports whether a date is a business day: Monday to Friday, except Federal Reserve holidays. */
export const isBusinessDay: (date: IsoDate) => boolean = onceForEach((date) => {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && weekday !== 6 && holidayOn(date) === undefined;
});

const businessDayAfter = onceForEach((date) => nextBusinessDay(addDays(date, 1)));
const businessDayBefore = onceForEach((date) => previousBusinessDay(addDays(date, -1)));

/** Returns the date itself, or the first business day after it. */
export const nextBusinessDay = (date: IsoDate): IsoDate =>
  isBusinessDay(date) ? date : businessDayAfter(date);

/** Returns the date itself, or the last business day before it. */
export const previousBusinessDay = (date: IsoDate): IsoDate =>
  isBusinessDay(date) ? date : businessDayBefore(date);

/** Returns the `count`-th business day after the date; the date itself for 0. */
export function addBusinessDays(date: IsoDate, count: number): IsoDate {
  let day = date;
  for (let left = count; left > 0; left--) day = businessDayAfter(day);
  return day;
}

/** Returns the `count`-th business day before the date; the date itself for 0. */
export function subtractBusinessDays(date: IsoDate, count: number): IsoDate {
  let day = date;
  for (let left = count; left > 0; left--) day = businessDayBefore(day);
  return day;
}

/** The largest number of business days that is counted: what is further apart is equally far. */
const FARTHEST = 250;

/** Returns the business days from one date to a later one, without the first; negative for an earlier one. */
export function businessDaysBetween(from: IsoDate, to: IsoDate): number {
  if (to < from) return -businessDaysBetween(to, from);
  let count = 0;
  for (let day = from; day < to && count < FARTHEST; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) count++;
  }
  return count;
}

/** Returns the instant `count` business days later at the same Eastern time of day, to the millisecond. */
export function advanceBusinessDays(moment: Date, count: number): Date {
  const { date, hour, minute } = newYorkTime(moment);
  const later = newYorkInstant(addBusinessDays(date, count), hour, minute).getTime();
  return new Date(later + (moment.getTime() % 60_000));
}

const STANDARD_MS = 5 * HOUR_MS;
const DAYLIGHT_MS = 4 * HOUR_MS;

const offsetMs = (moment: number) => (isDaylight(moment) ? -DAYLIGHT_MS : -STANDARD_MS);

/**
 * Reports whether daylight saving time applies: from the second Sunday of March, 02:00 standard time, to the first
 * Sunday of November, 02:00 daylight time.
 */
function isDaylight(moment: number): boolean {
  const year = new Date(moment).getUTCFullYear();
  const { begins, ends } = daylight.get(year) ?? daylightOf(year);
  return begins <= moment && moment < ends;
}

/** The instants at which daylight saving time begins and ends, by year: a list has thousands of dates of a few years. */
const daylight = new Map<number, { readonly begins: number; readonly ends: number }>();

function daylightOf(year: number) {
  const begins = firstSunday(year, 2) + 7 * DAY_MS + 2 * HOUR_MS + STANDARD_MS;
  const ends = firstSunday(year, 10) + 2 * HOUR_MS + DAYLIGHT_MS;
  daylight.set(year, { begins, ends });
  return { begins, ends };
}

function firstSunday(year: number, month: number): number {
  const first = Date.UTC(year, month, 1);
  const weekday = new Date(first).getUTCDay();
  return first + ((7 - weekday) % 7) * DAY_MS;
}

/**
 * Returns the name of the Federal Reserve holiday on a date; `undefined` if there is none. A fixed holiday on a Sunday
 * is observed on Monday; one on a Saturday is not observed.
 */
export function holidayOn(date: IsoDate): string | undefined {
  const weekday = new Date(date).getUTCDay();
  const sunday = weekday === MONDAY ? fixedHoliday(addDays(date, -1)) : undefined;
  return fixedHoliday(date) ?? sunday ?? movingHoliday(date, weekday);
}

/** Returns the reason that a date is no business day: a holiday or `Saturday`; `undefined` for a business day. */
export function closedOn(date: IsoDate): string | undefined {
  const holiday = holidayOn(date);
  if (holiday !== undefined) return holiday;
  const weekday = new Date(date).getUTCDay();
  return weekday === 6 ? 'Saturday' : weekday === 0 ? 'Sunday' : undefined;
}

const fixedHoliday = (date: IsoDate): string | undefined => fixedHolidays.get(date.slice(5));

const fixedHolidays: ReadonlyMap<string, string> = new Map([
  ['01-01', "New Year's Day"],
  ['06-19', 'Juneteenth'],
  ['07-04', 'Independence Day'],
  ['11-11', 'Veterans Day'],
  ['12-25', 'Christmas Day'],
]);

const movingHoliday = (date: IsoDate, weekday: number): string | undefined =>
  movingHolidays.find(
    (it) => date.slice(5, 7) === it.month && weekday === it.weekday && isWithin(date, it.days),
  )?.name;

const isWithin = (date: IsoDate, [first, last]: readonly [number, number]) => {
  const day = Number(date.slice(8));
  return first <= day && day <= last;
};

/**
 * Holidays on a weekday of a month, with the range of days that contains it: a third Monday is between the 15th and
 * 21st.
 */
const movingHolidays = [
  { name: 'Martin Luther King Jr. Day', month: '01', weekday: MONDAY, days: [15, 21] },
  { name: "Washington's Birthday", month: '02', weekday: MONDAY, days: [15, 21] },
  { name: 'Memorial Day', month: '05', weekday: MONDAY, days: [25, 31] },
  { name: 'Labor Day', month: '09', weekday: MONDAY, days: [1, 7] },
  { name: 'Columbus Day', month: '10', weekday: MONDAY, days: [8, 14] },
  { name: 'Thanksgiving', month: '11', weekday: THURSDAY, days: [22, 28] },
] as const;

/** The dates whose business days are remembered: those of several years. */
const MAX_DATES = 5_000;

/**
 * Returns a function that computes its value for a date once: a hundred thousand records have a few hundred dates. It
 * forgets all of them when there are too many.
 */
function onceForEach<Value>(compute: (date: IsoDate) => Value): (date: IsoDate) => Value {
  const known = new Map<IsoDate, Value>();
  return (date) => {
    const before = known.get(date);
    if (before !== undefined) return before;
    const value = compute(date);
    if (known.size === MAX_DATES) known.clear();
    known.set(date, value);
    return value;
  };
}

const dateText = (moment: Date): IsoDate => moment.toISOString().slice(0, 10);

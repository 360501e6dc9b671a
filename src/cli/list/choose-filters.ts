/** The filters of one command line: what the service applies, and what is tested here. */

import { addDays } from '../../api/ach/calendar.ts';
import { UsageError } from '../../money/errors.ts';
import {
  type ChosenFilter,
  type FilterValues,
  isGiven,
  type RecordFilters,
} from './record-filter.ts';

/** Returns the filters that were given, in the order of their table. */
export const chooseFilters = <Row>(
  filters: RecordFilters<Row>,
  values: FilterValues,
): readonly ChosenFilter<Row>[] =>
  Object.entries(filters).flatMap(([name, filter]) =>
    isGiven(values[name]) ? [{ name, ...filter.choose(values[name]) }] : [],
  );

/** Returns the query of the service that applies as many of the filters as it can. */
export const queryOf = (chosen: readonly ChosenFilter<never>[]): Readonly<Record<string, string>> =>
  Object.assign({}, ...chosen.map(({ query }) => query));

/** Returns the filters that the service does not apply. */
export const filteredHere = <Row>(chosen: readonly ChosenFilter<Row>[]) =>
  chosen.filter(({ query }) => query === undefined);

/**
 * Converts a date of the command line to a calendar date: `today`, days from today (`+7d`, `-30d`), the end of this
 * month (`eom`), a month (`2026-03`: its first day from which, its last day up to which) or a date.
 */
export function calendarDate(text: string, side: 'from' | 'to', today: string): string {
  const [, days] = /^([+-]\d+)d$/.exec(text) ?? [];
  if (days !== undefined) return addDays(today, Number(days));
  if (text === 'today') return today;
  if (text === 'eom') return lastDayOf(today.slice(0, 7));
  if (text.length > 7) return text;
  return side === 'from' ? `${text}-01` : lastDayOf(text);
}

const lastDayOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** Reports whether a filter depends on today. */
export const isRelative = ({ end, value }: ChosenFilter<never>): boolean =>
  end !== undefined && typeof value === 'string' && isRelativeDate(value);

const isRelativeDate = (text: string): boolean => !/^\d/.test(text);

/**
 * Refuses ranges that end before they begin. Without `today` only those that do not depend on it are checked.
 *
 * @throws {UsageError} that names both flags.
 */
export function assertRanges(chosen: readonly ChosenFilter<never>[], today?: string): void {
  const problems = chosen.flatMap((from) => {
    const { end } = from;
    const to = chosen.find((it) => it.end?.of === end?.of && it.end?.side === 'to');
    if (end?.side !== 'from' || !to) return [];
    const [least, most] = [boundOf(from, today), boundOf(to, today)];
    if (least === undefined || most === undefined || least <= most) return [];
    const message = `${from.flag} must not be after ${to.flag}: no record can match.`;
    return [{ field: from.flag.slice(2), message }];
  });
  if (problems.length === 0) return;
  throw new UsageError(
    problems.map(({ message }) => message),
    { problems },
  );
}

/** Returns the value of an end in a form that can be compared; `undefined` if it depends on an unknown today. */
function boundOf({ end, value }: ChosenFilter<never>, today: string | undefined) {
  if (typeof value !== 'string') return value as number;
  if (isRelativeDate(value) && today === undefined) return undefined;
  return calendarDate(value, end?.side ?? 'from', today ?? '');
}

/** Filters of lists as data: their flags, and the test of a record. */

import type { Flag } from '../flags/flag.ts';

export type ListRow = Readonly<Record<string, unknown>>;

/** A filter as it is defined: a flag, the query parameter that applies it at the service if there is one, and its test. */
export interface FilterDefinition<Row, Value> {
  readonly flag: Flag<Value>;
  /** The fields that it tests, for the error of a record that lacks them. */
  readonly fields: readonly string[];
  /** Returns the query by which the service applies this value; `undefined` if it cannot. */
  readonly query?: (value: NonNullable<Value>) => Readonly<Record<string, string>> | undefined;
  /** The end of a range that it sets: `{ of: 'due', side: 'from' }`. Both ends are part of the range. */
  readonly end?: { readonly of: string; readonly side: RangeSide };
  /**
   * Reports whether a record matches. Returns `undefined` if the record lacks a field that decides this: such a record
   * is an error, and neither a match nor skipped.
   */
  readonly matches: (
    row: Row,
    value: NonNullable<Value>,
    facts: FilterFacts,
  ) => boolean | undefined;
}

export interface RecordFilter<Row, Value> {
  readonly flag: Flag<Value>;
  readonly choose: (value: unknown) => Omit<ChosenFilter<Row>, 'name'>;
}

export interface ChosenFilter<Row> {
  readonly name: string;
  /** The long name of its flag: `--due-to`. */
  readonly flag: string;
  readonly value: unknown;
  readonly fields: readonly string[];
  readonly end?: FilterDefinition<Row, unknown>['end'];
  /** The query by which the service applies it; `undefined` if it cannot. */
  readonly query: Readonly<Record<string, string>> | undefined;
  /** Reports whether a record matches; `undefined` if the record lacks a field that decides this. */
  readonly matches: (row: Row, facts: FilterFacts) => boolean | undefined;
}

export type RangeSide = 'from' | 'to';

/** Facts that filters need in addition to the record. */
export interface FilterFacts {
  readonly business: () => string;
  /** Today by the service's clock: Eastern date, `YYYY-MM-DD`. */
  readonly today: string;
  /** Returns the calendar date of a date on the command line, such as `+7d`. */
  readonly dateOf: (text: string, side: RangeSide) => string;
  /** Returns the Eastern date of a timestamp; `undefined` if it is not one. */
  readonly easternDate: (timestamp: string) => string | undefined;
}

/** The filters of one kind of record, by the name of their flag's value. */
export type RecordFilters<Row> = Readonly<Record<string, RecordFilter<Row, unknown>>>;

/** Returns a filter, with the type of its value inferred from its flag. */
export function recordFilter<Row, Value>({
  flag,
  fields,
  query,
  end,
  matches,
}: FilterDefinition<Row, Value>): RecordFilter<Row, Value> {
  const name = /--[\w-]+/.exec(flag.syntax)?.[0] ?? flag.syntax;
  return {
    flag,
    choose(given) {
      // The value was parsed by the flag.
      const value = given as NonNullable<Value>;
      return {
        ...{ flag: name, value, fields, query: query?.(value) },
        ...(end && { end }),
        matches: (row, facts) => matches(row, value, facts),
      };
    },
  };
}

export const fieldFilter = <Row, Value>(field: keyof Row & string, flag: Flag<Value>) =>
  recordFilter<Row, Value>({
    flag,
    fields: [field],
    matches: (row, wanted) => (row[field] === undefined ? undefined : row[field] === wanted),
  });

/** Returns the flags of filters, under a heading of their own in help. */
export function filterFlags<Filters extends RecordFilters<never>>(
  filters: Filters,
): { readonly [Name in keyof Filters]: Filters[Name]['flag'] } {
  const flags = Object.entries(filters).map(([name, { flag }]) => [
    name,
    { ...flag, group: 'Filters' },
  ]);
  return Object.fromEntries(flags);
}

/** The values of filters by name; `undefined` and `false` for those that are not given. */
export type FilterValues = Readonly<Record<string, unknown>>;

export const isGiven = (value: unknown): boolean => value !== undefined && value !== false;

import { toDollars } from '../../api/money.ts';
import { MissingFieldError } from '../../money/errors.ts';
import { eachPage, PagedRows, pagesOf } from '../../paged-iterable.ts';
import { centsIn, usd } from '../../render/money.ts';
import type { ListRow } from './record-filter.ts';

interface ListField {
  readonly field: string;
  readonly isMoney?: true;
  /** Whether a record may be without it. Otherwise a record that lacks it is an error. */
  readonly isOptional?: true;
}

/** Fields by the word that names them on the command line: `due` is `dueDate`. */
export type ListFields = Readonly<Record<string, ListField>>;

export async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  await visitAll(rows, (row) => all.push(row));
  return all;
}

/** Reads a list completely, and calls `visit` for every record of a page while the next pages are on their way. */
export async function visitAll<Row>(
  rows: AsyncIterable<Row>,
  visit: (row: Row) => void,
): Promise<void> {
  for await (const page of pagesOf(rows)) for (const row of page) visit(row);
}

/**
 * Sorts records by several keys, such as `['due', '-amount']`: ascending, or descending after `-`. Records without a
 * value are last. Equal records keep their order.
 *
 * @throws {MissingFieldError} if a record lacks a required field.
 */
export function sortRecords<Row extends ListRow>(
  rows: readonly Row[],
  keys: readonly string[],
  fields: ListFields,
): Row[] {
  const orders = keys.map((key) => {
    const field = fields[key.replace(/^-/, '')];
    if (field === undefined) throw new RangeError(`no field ${key}`);
    return { field, sign: key.startsWith('-') ? -1 : 1 };
  });
  return rows
    .map((row) => ({ row, values: orders.map(({ field }) => sortValue(row, field, '--sort')) }))
    .toSorted((a, b) => {
      for (const [at, { sign }] of orders.entries()) {
        const order = compare(a.values[at] ?? null, b.values[at] ?? null, sign);
        if (order !== 0) return order;
      }
      return 0;
    })
    .map(({ row }) => row);
}

/** Sorts a list as `sortRecords` does, once all of it is read. */
export const sortList = <Row extends ListRow>(
  rows: AsyncIterable<Row>,
  keys: readonly string[],
  fields: ListFields,
): AsyncIterable<Row> =>
  new PagedRows(
    (async function* () {
      yield sortRecords(await allOf(rows), keys, fields);
    })(),
  );

type Comparable = string | number | null;

function compare(a: Comparable, b: Comparable, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}

/** Returns a field in a form that can be compared: cents, or text; `null` for none. */
function sortValue(row: ListRow, { field, isMoney, isOptional }: ListField, flag: string) {
  const value = row[field];
  const known = isMoney ? centsIn(value) : value;
  if (known === undefined && !isOptional) throw new MissingFieldError(flag, [field], row['id']);
  if (known === undefined || known === null || known === '') return null;
  return typeof known === 'number' ? known : String(known);
}

/** Records in one direction with an equal value of a field, counted and summed. Amount in dollars. */
type RecordGroup = Readonly<Record<string, unknown>> & {
  readonly direction: string | null;
  readonly count: number;
  readonly amount: number;
};

/**
 * Groups records by the value of a field, those sent and received apart: what is owed and what is due are never added
 * up. Groups are in the order of their values; the one without a value is last.
 *
 * @throws {MissingFieldError} if a record lacks the field or an amount.
 */
export function groupRecords<Row extends ListRow>(
  rows: readonly Row[],
  by: ListField,
  directionOf: (row: Row) => string | null,
): RecordGroup[] {
  const groups = new Map<
    string,
    { direction: string | null; value: Comparable; cents: number[] }
  >();
  for (const row of rows) {
    const value = sortValue(row, by, '--group-by');
    const direction = directionOf(row);
    const key = JSON.stringify([direction, value]);
    const group = groups.get(key) ?? { direction, value, cents: [] };
    groups.set(key, group);
    group.cents.push(amountOf(row, '--group-by'));
  }
  return [...groups.values()]
    .toSorted((a, b) => compare(a.direction, b.direction, 1) || compare(a.value, b.value, 1))
    .map(({ direction, value, cents }) => ({
      direction,
      [by.field]: value,
      count: cents.length,
      amount: toDollars(sumOf(cents)),
    }));
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, it) => sum + it, 0);

function amountOf(row: ListRow, flag: string): number {
  const cents = centsIn(row['amount']);
  if (cents === undefined) throw new MissingFieldError(flag, ['amount'], row['id']);
  return cents;
}

/**
 * Counts and sums the records that pass. `tell` is called at the end with a line: `12 payables, $3,400.00`, or one part
 * for each direction.
 *
 * @throws {MissingFieldError} if a record lacks an amount.
 */
export function withTotal<Row extends ListRow>(
  rows: AsyncIterable<Row>,
  noun: string,
  directionOf: (row: Row) => string | null,
  tell: (line: string) => void,
): AsyncIterable<Row> {
  const totals = new Map<string | null, { count: number; cents: number }>();
  const add = (page: readonly Row[]) => {
    for (const row of page) {
      const { count, cents } = totals.get(directionOf(row)) ?? { count: 0, cents: 0 };
      totals.set(directionOf(row), {
        count: count + 1,
        cents: cents + amountOf(row, '--total'),
      });
    }
    return page;
  };
  return eachPage(rows, add, () => tell(totalLine(totals, noun)));
}

function totalLine(
  totals: ReadonlyMap<string | null, { readonly count: number; readonly cents: number }>,
  noun: string,
): string {
  const words = (count: number, cents: number) =>
    `${count} ${noun}${count === 1 ? '' : 's'}, ${usd(cents)}`;
  if (totals.size < 2) {
    const [{ count, cents } = { count: 0, cents: 0 }] = totals.values();
    return words(count, cents);
  }
  return [...totals]
    .toSorted(([a], [b]) => compare(a, b, 1))
    .map(([direction, { count, cents }]) => `${direction ?? 'other'}: ${words(count, cents)}`)
    .join('; ');
}

/** Replaces every record by its rows. `atEnd` is called after the last one. */
export const expandRecords = <Row, Result>(
  rows: AsyncIterable<Row>,
  toRows: (row: Row) => readonly Result[],
  atEnd: () => void,
): AsyncIterable<Result> => eachPage<Row, Result>(rows, (page) => page.flatMap(toRows), atEnd);

/** Returns the rows after the first `skip`, at most `limit` of them, and reads no further than that. */
export function takeRecords<Row>(
  rows: AsyncIterable<Row>,
  { limit, skip = 0 }: { readonly limit?: number | undefined; readonly skip?: number | undefined },
): AsyncIterable<Row> {
  return limit === undefined && skip === 0
    ? rows
    : new PagedRows(taken(rows, skip, limit ?? Number.POSITIVE_INFINITY));
}

async function* taken<Row>(rows: AsyncIterable<Row>, skip: number, limit: number) {
  let [from, left] = [skip, limit];
  for await (const page of pagesOf(rows)) {
    const part = page.slice(from, from + left);
    from = Math.max(0, from - page.length);
    left -= part.length;
    yield part;
    if (left <= 0) return;
  }
}

export const onePage = <Row>(rows: readonly Row[]): AsyncIterable<Row> =>
  new PagedRows(
    (async function* () {
      yield rows;
    })(),
  );

/** Completes the rows of every page, which may read. `atEnd` is called after the last page. */
export const completeRows = <Row>(
  rows: AsyncIterable<Row>,
  complete: (page: readonly Row[]) => Promise<readonly Row[]>,
  atEnd: () => void,
): AsyncIterable<Row> =>
  new PagedRows(
    (async function* () {
      for await (const page of pagesOf(rows)) yield await complete(page);
      atEnd();
    })(),
  );

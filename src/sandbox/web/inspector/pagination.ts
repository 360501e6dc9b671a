/** Pagination of the inspector's lists. */

import { sql } from 'kysely';
import type { Row as TableRow } from '../../database/tables.ts';
import { type Html, html } from '../html.ts';
import type { OrderColumn } from './lists/condition.ts';
import type { PageContext } from './page-context.ts';

/** Rows of a page, so that it is small with its stylesheet and its script. */
const SIZE = 12;

/** A range of rows, by their sequence number. */
export interface SeqRange {
  readonly side: '<' | '>';
  readonly seq: number;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** A range of rows by a column, then by their sequence number. */
export interface SortedRange extends SeqRange {
  readonly column: OrderColumn;
  /** The value of the column at the end of the range; `undefined` if it has no such end. */
  readonly value?: string | number | undefined;
}

/** The order of a list. */
export interface ListOrder {
  readonly column: OrderColumn;
  readonly direction: 'asc' | 'desc';
}

const newestFirst: ListOrder = { column: 'seq', direction: 'desc' };

/** One page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly order: ListOrder;
  /** Positions of the pages before and after this one; null if there is none. */
  readonly previous: Readonly<Record<string, string>> | null;
  readonly next: Readonly<Record<string, string>> | null;
}

/** A row that has a place in a list. */
export interface Numbered {
  readonly seq: number;
  readonly cents?: number;
  readonly due_date?: string | null;
}

/**
 * Returns one page of rows, newest first, at the position in the query: `before` or `after` a row.
 *
 * Rows are found by sequence number, so that the last page is as fast as the first.
 */
export const readSeqPage = <Row extends Numbered>(
  query: URLSearchParams,
  read: (range: SortedRange) => Promise<readonly Row[]>,
  size = SIZE,
): Promise<Page<Row>> => readSortedPage(query, newestFirst, read, size);

/**
 * Returns one page of rows in an order, at the position in the query: `before` or `after` a sequence number, or a value
 * and a sequence number, such as `125000.42`.
 */
export async function readSortedPage<Row extends Numbered>(
  query: URLSearchParams,
  order: ListOrder,
  read: (range: SortedRange) => Promise<readonly Row[]>,
  size = SIZE,
): Promise<Page<Row>> {
  const isUp = order.direction === 'asc';
  const [back, onward] = isUp ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const limit = size + 1;
  const start = positionIn(query.get(back), order);
  if (start) {
    const rows = await read({ ...rangeFrom(start, back), limit });
    if (rows.length > size) return pageOf(rows.slice(0, size).toReversed(), order, [true, true]);
  }
  const from = start ? undefined : positionIn(query.get(onward), order);
  const rows = await read({ ...rangeFrom(from ?? { column: order.column }, onward), limit });
  return pageOf(rows.slice(0, size), order, [from !== undefined, rows.length > size]);
}

interface Position {
  readonly column: OrderColumn;
  readonly seq?: number;
  readonly value?: string | number;
}

/** Returns the range of all rows on one side of a position, those next to it first. */
function rangeFrom({ column, seq, value }: Position, side: 'before' | 'after') {
  return side === 'before'
    ? { column, value, side: '<' as const, order: 'desc' as const, seq: seq ?? LAST_SEQ }
    : { column, value, side: '>' as const, order: 'asc' as const, seq: seq ?? -1 };
}

const LAST_SEQ = Number.MAX_SAFE_INTEGER;

/** Returns one page of all rows of a table in the order in which they were created, newest first, as `readSeqPage` does. */
export async function readTablePage<Table extends 'connections' | 'invitations' | 'users'>(
  { db, query }: Pick<PageContext, 'db' | 'query'>,
  table: Table,
): Promise<Page<TableRow<Table>>> {
  const page = await readSeqPage(query, ({ side, seq, order, limit }) =>
    db
      .selectFrom(table as 'users')
      .selectAll()
      .select(sql<number>`rowid`.as('seq'))
      .where(sql<number>`rowid`, side, seq)
      .orderBy(sql`rowid`, order)
      .limit(limit)
      .execute(),
  );
  return page as Page<unknown> as Page<TableRow<Table>>;
}

/** Returns the first rows of several lists, each in the order of the range, as one list in that order. */
export function mergedRows<Row extends Numbered>(
  lists: readonly (readonly Row[])[],
  { column, order, limit }: SortedRange,
): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  const compare = (one: Row, other: Row) => compareBy(column, one, other) || one.seq - other.seq;
  return lists
    .flat()
    .toSorted((one, other) => sign * compare(one, other))
    .slice(0, limit);
}

function compareBy(column: OrderColumn, one: Numbered, other: Numbered): number {
  const [left, right] = [one[column] ?? '', other[column] ?? ''];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Returns the range of the newest rows. */
export const newest = (limit: number): SortedRange => ({
  ...rangeFrom({ column: 'seq' }, 'before'),
  limit,
});

/** Returns links to the pages before and after, with the filters of the current URL. */
export function pager(url: URL, { order, previous, next }: Page<unknown>): Html {
  if (previous === null && next === null) return html``;
  const isByAge = order.column === 'seq';
  const [back, onward] = !isByAge
    ? ['Previous', 'Next']
    : order.direction === 'desc'
      ? ['Newer', 'Older']
      : ['Older', 'Newer'];
  return html`<nav class="pager" aria-label="Pages">
    ${previous === null ? html`<span></span>` : html`<a href="${url.pathname}${hrefWith(url, previous)}">← ${back}</a>`}
    ${next === null ? html`<span></span>` : html`<a href="${url.pathname}${hrefWith(url, next)}">${onward} →</a>`}
  </nav>`;
}

/** Returns the position in a query; `undefined` for none, or one in another order. */
function positionIn(text: string | null, { column }: ListOrder): Position | undefined {
  const [, value, number] = /^(?:([\d-]{1,15})\.)?(\d{1,15})$/.exec(text ?? '') ?? [];
  if (number === undefined || (value === undefined) !== (column === 'seq')) return undefined;
  const seq = Number(number);
  if (value === undefined) return { column, seq };
  if (column === 'due_date') return { column, seq, value };
  return /^\d+$/.test(value) ? { column, seq, value: Number(value) } : undefined;
}

function pageOf<Row extends Numbered>(
  rows: readonly Row[],
  order: ListOrder,
  [hasPrevious, hasNext]: readonly [boolean, boolean],
): Page<Row> {
  const [first, last] = [rows[0], rows.at(-1)];
  const [back, onward] = order.direction === 'asc' ? ['before', 'after'] : ['after', 'before'];
  return {
    rows,
    order,
    previous: hasPrevious && first ? { [back]: positionOf(first, order) } : null,
    next: hasNext && last ? { [onward]: positionOf(last, order) } : null,
  };
}

const positionOf = (row: Numbered, { column }: ListOrder): string =>
  column === 'seq' ? String(row.seq) : `${row[column]}.${row.seq}`;

/** Returns the URL, relative to this one, of the first page with the filters and the order of a URL, but for those that are changed or left out. */
export function hrefWith(
  url: URL,
  changed: Readonly<Record<string, string>>,
  omitted: readonly string[] = [],
): string {
  const kept = filtersIn(url);
  for (const name of omitted) kept.delete(name);
  for (const [name, value] of Object.entries(changed)) kept.set(name, value);
  return kept.size === 0 ? url.pathname : `?${kept}`;
}

/** Returns the filters and the order of a URL, without its position. */
export function filtersIn({ searchParams }: URL): URLSearchParams {
  const kept = [...searchParams].filter(([name, value]) => filterNames.has(name) && value !== '');
  return new URLSearchParams(kept);
}

/** The names of filters, and of the order. */
const filterNames: ReadonlySet<string> = new Set([
  ...['status', 'type', 'business', 'side', 'dueFrom', 'dueTo', 'least', 'most', 'number', 'kind'],
  ...['about', 'to', 'unread', 'sort'],
]);

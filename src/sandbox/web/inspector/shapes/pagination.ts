/** The pages of a list: each begins at the last row of another, so that the last page is as fast as the first. */

import { type Html, html } from '../../html.ts';

/** Rows of a page, so that it is small with its stylesheet and its script. */
const SIZE = 12;

/** The column that a list is ordered by. Rows of one value are ordered by `seq`. */
export type OrderColumn = 'seq' | 'cents' | 'due_date';

export interface ListOrder {
  readonly column: OrderColumn;
  readonly direction: 'asc' | 'desc';
}

const newestFirst: ListOrder = { column: 'seq', direction: 'desc' };

/** A row that has a place in a list. */
export interface Numbered {
  readonly seq: number;
  readonly cents?: number;
  readonly due_date?: string | null;
}

/** The place of a row in an order; beyond all rows without a `seq`. */
interface Position {
  readonly seq?: number;
  readonly value?: string | number | undefined;
}

/** A range of rows by a column, then by their sequence number: those on one side of a position, the next to it first. */
export interface RowRange {
  readonly column: OrderColumn;
  readonly side: '<' | '>';
  readonly order: 'asc' | 'desc';
  readonly seq: number;
  /** The value of the column at the position; `undefined` for all rows. */
  readonly value?: string | number | undefined;
  readonly limit: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly order: ListOrder;
  /** Positions of the pages before and after this one, as parts of a query; null if there is none. */
  readonly previous: Readonly<Record<string, string>> | null;
  readonly next: Readonly<Record<string, string>> | null;
}

/**
 * Returns one page of rows in an order, at the position in the query: `before` or `after` a sequence number, or a value
 * and a sequence number, such as `125000.42`.
 */
export async function readPage<Row extends Numbered>(
  query: URLSearchParams,
  read: (range: RowRange) => Promise<readonly Row[]>,
  { order = newestFirst, size = SIZE }: { order?: ListOrder; size?: number | undefined } = {},
): Promise<Page<Row>> {
  const isUp = order.direction === 'asc';
  const [back, onward] = isUp ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const limit = size + 1;
  const start = positionIn(query.get(back), order);
  if (start) {
    const rows = await read({ ...rangeFrom(start, back, order), limit });
    if (rows.length > size) return pageOf(rows.slice(0, size).toReversed(), order, [true, true]);
  }
  const from = start ? undefined : positionIn(query.get(onward), order);
  const rows = await read({ ...rangeFrom(from ?? {}, onward, order), limit });
  return pageOf(rows.slice(0, size), order, [from !== undefined, rows.length > size]);
}

/** Returns the range of the newest rows. */
export const newest = (limit: number): RowRange => ({
  ...rangeFrom({}, 'before', newestFirst),
  limit,
});

const rangeFrom = (
  { seq, value }: Position,
  side: 'before' | 'after',
  { column }: ListOrder,
): Omit<RowRange, 'limit'> =>
  side === 'before'
    ? { column, value, side: '<', order: 'desc', seq: seq ?? Number.MAX_SAFE_INTEGER }
    : { column, value, side: '>', order: 'asc', seq: seq ?? -1 };

/** Returns the position in a query; `undefined` for none, or one in another order. */
function positionIn(text: string | null, { column }: ListOrder): Position | undefined {
  const [, value, number] = /^(?:([\d-]{1,15})\.)?(\d{1,15})$/.exec(text ?? '') ?? [];
  if (number === undefined || (value === undefined) !== (column === 'seq')) return undefined;
  const seq = Number(number);
  if (value === undefined || column === 'due_date') return { seq, value };
  return /^\d+$/.test(value) ? { seq, value: Number(value) } : undefined;
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

/** A list as its links know it: its path, and the filters and the order of its query, without a position. */
export interface ListUrl {
  readonly pathname: string;
  readonly filters: URLSearchParams;
}

/** Returns the URL of the first page of a list with some filters changed. A filter of `''` is left out. */
export function hrefWith(
  { pathname, filters }: ListUrl,
  changed: Readonly<Record<string, string>>,
): string {
  const all = { ...Object.fromEntries(filters), ...changed };
  const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

/** Returns links to the pages before and after. */
export function pager(
  { pathname, filters = new URLSearchParams() }: Partial<ListUrl> & Pick<ListUrl, 'pathname'>,
  { order, previous, next }: Page<unknown>,
): Html {
  if (previous === null && next === null) return html``;
  const isByAge = order.column === 'seq';
  const ages = order.direction === 'desc' ? ['Newer', 'Older'] : ['Older', 'Newer'];
  const [back, onward] = isByAge ? ages : ['Previous', 'Next'];
  const href = (position: Readonly<Record<string, string>>) =>
    hrefWith({ pathname, filters }, position);
  return html`<nav class="pager" aria-label="Pages">
    ${previous === null ? html`<span></span>` : html`<a href="${href(previous)}">← ${back}</a>`}
    ${next === null ? html`<span></span>` : html`<a href="${href(next)}">${onward} →</a>`}
  </nav>`;
}

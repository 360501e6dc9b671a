/** Pagination of the inspector's lists by sequence number. */

import { sql } from 'kysely';
import type { Row as TableRow } from '../../database/tables.ts';
import { type Html, html } from '../html.ts';
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

/** One page of a list, newest first. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Query for the next newer and older page; null if there is none. */
  readonly newer: string | null;
  readonly older: string | null;
}

interface Numbered {
  readonly seq: number;
}

/**
 * Returns one page of rows, newest first, at the position in the query: `before` or `after` a row.
 *
 * Rows are found by sequence number, so that the last page is as fast as the first.
 */
export async function readSeqPage<Row extends Numbered>(
  query: URLSearchParams,
  read: (range: SeqRange) => Promise<readonly Row[]>,
  size = SIZE,
): Promise<Page<Row>> {
  const after = numberIn(query.get('after'));
  if (after !== undefined) {
    const rows = await read({ side: '>', seq: after, order: 'asc', limit: size + 1 });
    if (rows.length > size) return page(rows.slice(0, size).toReversed(), true, true);
  }
  const before = after === undefined ? numberIn(query.get('before')) : undefined;
  const seq = before ?? Number.MAX_SAFE_INTEGER;
  const rows = await read({ side: '<', seq, order: 'desc', limit: size + 1 });
  return page(rows.slice(0, size), before !== undefined, rows.length > size);
}

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
export async function mergedRows<Row extends Numbered>(
  reads: readonly Promise<readonly Row[]>[],
  { order, limit }: SeqRange,
): Promise<Row[]> {
  const rows = (await Promise.all(reads)).flat();
  const sign = order === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => sign * (one.seq - other.seq)).slice(0, limit);
}

/** Returns the range of the newest rows. */
export const newest = (limit: number): SeqRange => ({
  side: '<',
  seq: Number.MAX_SAFE_INTEGER,
  order: 'desc',
  limit,
});

/** Returns links to the newer and older pages, with the filters of the current URL. */
export function pager(url: URL, { newer, older }: Page<unknown>): Html {
  if (newer === null && older === null) return html``;
  return html`<nav class="pager" aria-label="Pages">
    ${newer === null ? html`<span></span>` : html`<a href="${hrefWith(url, newer)}">← Newer</a>`}
    ${older === null ? html`<span></span>` : html`<a href="${hrefWith(url, older)}">Older →</a>`}
  </nav>`;
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function page<Row extends Numbered>(
  rows: readonly Row[],
  hasNewer: boolean,
  hasOlder: boolean,
): Page<Row> {
  const first = rows[0];
  const last = rows.at(-1);
  return {
    rows,
    newer: hasNewer && first ? `after=${first.seq}` : null,
    older: hasOlder && last ? `before=${last.seq}` : null,
  };
}

function hrefWith(url: URL, position: string): string {
  const preserved = [...url.searchParams].filter(([name]) => kinds.has(name));
  return `${url.pathname}?${new URLSearchParams(preserved)}${preserved.length > 0 ? '&' : ''}${position}`;
}

/** The filters that a URL can have other than its position. */
const kinds: ReadonlySet<string> = new Set(['status', 'type', 'business']);

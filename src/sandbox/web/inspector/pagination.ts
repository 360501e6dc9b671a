import { type Html, html } from '../html.ts';

const SIZE = 50;

/** Which rows of a long list are to be read, by the number that orders it. */
export interface SeqRange {
  readonly side: '<' | '>';
  readonly seq: number;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Where the pages beside this one begin; null when there is none. */
  readonly newer: string | null;
  readonly older: string | null;
}

interface Numbered {
  readonly seq: number;
}

/**
 * One page of a list, newest first, where the query says: `before` or `after` a row. Found by the number of the row,
 * so that the last page comes as quickly as the first.
 */
export async function readSeqPage<Row extends Numbered>(
  query: URLSearchParams,
  read: (range: SeqRange) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const after = numberIn(query.get('after'));
  if (after !== undefined) {
    const rows = await read({ side: '>', seq: after, order: 'asc', limit: SIZE + 1 });
    if (rows.length > SIZE) return page(rows.slice(0, SIZE).toReversed(), true, true);
  }
  const before = after === undefined ? numberIn(query.get('before')) : undefined;
  const seq = before ?? Number.MAX_SAFE_INTEGER;
  const rows = await read({ side: '<', seq, order: 'desc', limit: SIZE + 1 });
  return page(rows.slice(0, SIZE), before !== undefined, rows.length > SIZE);
}

/** The links to the pages beside this one; what else the address says is kept. */
export function pager(here: URL, { newer, older }: Page<unknown>): Html {
  if (newer === null && older === null) return html``;
  return html`<nav class="pager" aria-label="Pages">
    ${newer === null ? html`<span></span>` : html`<a href="${hrefWith(here, newer)}">← Newer</a>`}
    ${older === null ? html`<span></span>` : html`<a href="${hrefWith(here, older)}">Older →</a>`}
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

function hrefWith(here: URL, position: string): string {
  const kept = [...here.searchParams].filter(([name]) => kinds.has(name));
  return `${here.pathname}?${new URLSearchParams(kept)}${kept.length > 0 ? '&' : ''}${position}`;
}

/** What an address may say besides where in the list one is. */
const kinds: ReadonlySet<string> = new Set(['status', 'type']);

import { isRecord } from '../../../is-record.ts';
import { IncompleteListError } from '../errors.ts';
import type { ListMetadata } from '../response/envelope.ts';

/** Page sizes to fall back to if the service rejects the requested one. */
const SMALLER_PAGE_SIZES = [100, 50, 20, 10];
const MAX_STEPS_BACK = 100;

/** The `limit` and `offset` of a page request. */
export type PageQuery = Readonly<Record<string, number>>;

interface PagerOptions {
  readonly isPaged: boolean;
  readonly first: number;
  readonly size: number;
  /** The largest number of rows to return. */
  readonly limit?: number;
}

/**
 * Offset pagination with a one-row overlap.
 *
 * If the overlapping row is missing from the next page, rows were deleted in between; the pager steps back one page, so
 * that no row is skipped.
 */
export class OffsetPager {
  isOver = false;
  received = 0;
  readonly #isPaged: boolean;
  readonly #start: number;
  readonly #limit: number;
  readonly #seenIds = new Set<string>();
  #size: number;
  #offset: number;
  #stepsBack = 0;
  #isStuck = false;
  /** The offset step of the last page, and the number of pages read. */
  #step = 0;
  #pages = 0;
  /** The smallest total reported: rows added while paging are not missing. */
  #total = Number.POSITIVE_INFINITY;

  constructor({ isPaged, first, size, limit = Number.POSITIVE_INFINITY }: PagerOptions) {
    this.#isPaged = isPaged;
    this.#start = first;
    this.#limit = limit;
    this.#offset = first;
    this.#size = size;
  }

  /** The next page to request. A list that is not known to be paged is requested whole. */
  get question(): PageQuery {
    if (this.#isPaged) return { limit: this.#size, offset: this.#offset };
    return this.#offset > 0 ? { offset: this.#offset } : {};
  }

  /** Takes a page. Returns its rows that were not returned before. */
  acceptPage(page: ListMetadata): readonly unknown[] {
    this.#total = Math.min(this.#total, page.total ?? Number.POSITIVE_INFINITY);
    if (this.#hasGap(page)) return this.#stepBack();
    const newRows = page.rows.filter((row) => this.#isNew(row));
    this.received += newRows.length;
    this.#isStuck = page.hasMore === true && newRows.length === 0;
    this.isOver = this.#isLast(page, newRows.length);
    this.#pages++;
    this.#step = page.rows.length - (page.rows.length > 1 && this.#seenIds.size > 0 ? 1 : 0);
    this.#offset += this.#step;
    return newRows;
  }

  /** Returns the expected next pages in order, at most `max`. Without a total, not more than the pages read so far. */
  nextQueries(max: number): readonly PageQuery[] {
    if (this.isOver || !this.#isPaged || this.#step === 0) return [];
    const remaining = Math.min(this.#total, this.#start + this.#limit) - 1 - this.#offset;
    const isCounted = Number.isFinite(this.#total);
    const count = Math.min(Math.ceil(remaining / this.#step), isCounted ? max : this.#pages, max);
    return Array.from({ length: Math.max(1, count) }, (_, i) => ({
      limit: this.#size,
      offset: this.#offset + i * this.#step,
    }));
  }

  /** Reduces the page size. Returns false if that is not possible. */
  shrink(): boolean {
    const smaller = SMALLER_PAGE_SIZES.find((size) => size < this.#size);
    if (!this.#isPaged || smaller === undefined) return false;
    this.#size = smaller;
    return true;
  }

  /**
   * Checks that all rows were received.
   *
   * @throws {IncompleteListError} If the service reported more rows.
   */
  assertComplete(): void {
    const expected = Math.max(0, this.#total - this.#start);
    if (!this.#isStuck && (!Number.isFinite(expected) || this.received >= expected)) return;
    const total = Number.isFinite(expected) ? ` of ${expected}` : ', and there are more';
    throw this.#incomplete(`received ${this.received}${total} rows.`);
  }

  /** Returns the error of a failed page: `IncompleteListError` if rows were received before, otherwise `cause`. */
  wrapError(cause: unknown): unknown {
    if (this.received === 0) return cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return this.#incomplete(`a page failed after ${this.received} rows. ${reason}`, cause);
  }

  /** Reports whether the overlapping row is missing from the page. */
  #hasGap({ rows }: ListMetadata): boolean {
    if (this.#offset <= this.#start || this.#seenIds.size === 0 || this.#size === 1) return false;
    const id = idOf(rows[0]);
    return rows.length === 0 || (id !== undefined && !this.#seenIds.has(id));
  }

  #stepBack(): readonly unknown[] {
    this.#stepsBack++;
    if (this.#stepsBack > MAX_STEPS_BACK) {
      throw this.#incomplete('it keeps changing while being read.');
    }
    this.#offset = Math.max(this.#start, this.#offset - Math.max(1, this.#size - 1));
    return [];
  }

  #isNew(row: unknown): boolean {
    const id = idOf(row);
    if (id === undefined) return true;
    const before = this.#seenIds.size;
    return this.#seenIds.add(id).size > before;
  }

  #isLast({ rows, hasMore, total }: ListMetadata, newRows: number): boolean {
    if (rows.length === 0 || this.#isStuck) return true;
    if (hasMore !== undefined) return !hasMore;
    if (total !== undefined) return this.#offset + rows.length >= total;
    return !this.#isPaged || newRows === 0;
  }

  #incomplete(message: string, cause?: unknown): IncompleteListError {
    return new IncompleteListError(`The list is not complete: ${message}`, {
      received: this.received,
      expected: Number.isFinite(this.#total) ? this.#total - this.#start : null,
      cause,
    });
  }
}

function idOf(row: unknown): string | undefined {
  const id = isRecord(row) ? (row['id'] ?? row['paymentId']) : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

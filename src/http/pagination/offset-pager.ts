/** Offset pagination. */

import { isRecord } from '../../is-record.ts';
import { IncompleteListError } from '../errors.ts';
import type { ListMetadata } from '../response/envelope.ts';
import { IdSet } from './id-set.ts';

/** Page sizes to fall back to if the service rejects the requested one. */
const SMALLER = [100, 50, 20, 10];
const MOST_STEPS_BACK = 100;

/** The `limit` and `offset` of a page request. */
export type PageQuery = Readonly<Record<string, number>>;

interface Wish {
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
  readonly #first: number;
  readonly #limit: number;
  readonly #seen = new IdSet();
  #size: number;
  #at: number;
  #stepsBack = 0;
  #isStuck = false;
  /** The offset step of the last page, and the number of pages read. */
  #stride = 0;
  #pages = 0;
  /** The smallest total reported: rows added while paging are not missing. */
  #total = Number.POSITIVE_INFINITY;

  constructor({ isPaged, first, size, limit = Number.POSITIVE_INFINITY }: Wish) {
    this.#isPaged = isPaged;
    this.#first = first;
    this.#limit = limit;
    this.#at = first;
    this.#size = size;
  }

  /** The next page to request. A list that is not known to be paged is requested whole. */
  get question(): PageQuery {
    if (this.#isPaged) return { limit: this.#size, offset: this.#at };
    return this.#at > 0 ? { offset: this.#at } : {};
  }

  /** Takes a page. Returns its rows that were not returned before. */
  acceptPage(page: ListMetadata): readonly unknown[] {
    this.#total = Math.min(this.#total, page.total ?? Number.POSITIVE_INFINITY);
    if (this.#slipped(page)) return this.#stepBack();
    const fresh = page.rows.filter((row) => this.#isNew(row));
    this.received += fresh.length;
    this.#isStuck = page.hasMore === true && fresh.length === 0;
    this.isOver = this.#isLast(page, fresh.length);
    this.#pages++;
    this.#stride = page.rows.length - (page.rows.length > 1 && this.#seen.size > 0 ? 1 : 0);
    this.#at += this.#stride;
    return fresh;
  }

  /** Returns the expected next pages in order, at most `most`. Without a total, not more than the pages read so far. */
  questions(most: number): readonly PageQuery[] {
    if (this.isOver || !this.#isPaged || this.#stride === 0) return [];
    const rest = Math.min(this.#total, this.#first + this.#limit) - 1 - this.#at;
    const isCounted = Number.isFinite(this.#total);
    const count = Math.min(Math.ceil(rest / this.#stride), isCounted ? most : this.#pages, most);
    return Array.from({ length: Math.max(1, count) }, (_, i) => ({
      limit: this.#size,
      offset: this.#at + i * this.#stride,
    }));
  }

  /** Reduces the page size. Returns false if that is not possible. */
  shrink(): boolean {
    const smaller = SMALLER.find((size) => size < this.#size);
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
    const expected = Math.max(0, this.#total - this.#first);
    if (!this.#isStuck && (!Number.isFinite(expected) || this.received >= expected)) return;
    const of = Number.isFinite(expected) ? ` of ${expected}` : ', and there are more';
    throw this.#incomplete(`received ${this.received}${of} rows.`);
  }

  /** Returns the error of a failed page: `IncompleteListError` if rows were received before, otherwise `cause`. */
  wrapError(cause: unknown): unknown {
    if (this.received === 0) return cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    return this.#incomplete(`a page failed after ${this.received} rows. ${why}`, cause);
  }

  /** Reports whether the overlapping row is missing from the page. */
  #slipped({ rows }: ListMetadata): boolean {
    if (this.#at <= this.#first || this.#seen.size === 0 || this.#size === 1) return false;
    const id = idOf(rows[0]);
    return rows.length === 0 || (id !== undefined && !this.#seen.has(id));
  }

  #stepBack(): readonly unknown[] {
    this.#stepsBack++;
    if (this.#stepsBack > MOST_STEPS_BACK) {
      throw this.#incomplete('it keeps changing while being read.');
    }
    this.#at = Math.max(this.#first, this.#at - Math.max(1, this.#size - 1));
    return [];
  }

  #isNew(row: unknown): boolean {
    const id = idOf(row);
    return id === undefined || this.#seen.add(id);
  }

  #isLast({ rows, hasMore, total }: ListMetadata, fresh: number): boolean {
    if (rows.length === 0 || this.#isStuck) return true;
    if (hasMore !== undefined) return !hasMore;
    if (total !== undefined) return this.#at + rows.length >= total;
    return !this.#isPaged || fresh === 0;
  }

  #incomplete(what: string, cause?: unknown): IncompleteListError {
    return new IncompleteListError(`The list is not complete: ${what}`, {
      received: this.received,
      expected: Number.isFinite(this.#total) ? this.#total - this.#first : null,
      cause,
    });
  }
}

function idOf(row: unknown): string | undefined {
  const id = isRecord(row) ? (row['id'] ?? row['paymentId']) : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

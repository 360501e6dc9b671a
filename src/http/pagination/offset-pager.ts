import { IncompleteListError } from '../errors.ts';
import { isJson } from '../json-path.ts';
import type { ListMetadata } from '../response/envelope.ts';
import { IdSet } from './id-set.ts';

/** Page sizes to fall back to when the one asked for is refused. */
const SMALLER = [100, 50, 20, 10];
const MOST_STEPS_BACK = 100;

/** What a page is asked for with. */
export type PageQuery = Readonly<Record<string, number>>;

interface Wish {
  readonly isPaged: boolean;
  readonly first: number;
  readonly size: number;
  /** Most rows that are wanted. */
  readonly limit?: number;
}

/**
 * The way through a list by limit and offset. Pages overlap by one row: a row that is known stands first on the next page
 * unless rows went away meanwhile; then the page before is read again, so that none slips through between two pages.
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
  /** How far the last page led, and how many were read. */
  #stride = 0;
  #pages = 0;
  /** The least that the service ever counted: rows that were added on the way are not missing. */
  #total = Number.POSITIVE_INFINITY;

  constructor({ isPaged, first, size, limit = Number.POSITIVE_INFINITY }: Wish) {
    this.#isPaged = isPaged;
    this.#first = first;
    this.#limit = limit;
    this.#at = first;
    this.#size = size;
  }

  /** What to ask next. A list that is not known to have pages is asked for whole. */
  get question(): PageQuery {
    if (this.#isPaged) return { limit: this.#size, offset: this.#at };
    return this.#at > 0 ? { offset: this.#at } : {};
  }

  /** The rows of a page that were not given yet. */
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

  /**
   * What will be asked next if all goes on as it does, in its order. Where the service does not count its rows, no more
   * than the pages that were read.
   */
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

  /** Asks for fewer rows at once; false when that cannot help. */
  shrink(): boolean {
    const smaller = SMALLER.find((size) => size < this.#size);
    if (!this.#isPaged || smaller === undefined) return false;
    this.#size = smaller;
    return true;
  }

  /** Throws `IncompleteListError` when fewer rows came than there are. */
  assertComplete(): void {
    const expected = Math.max(0, this.#total - this.#first);
    if (!this.#isStuck && (!Number.isFinite(expected) || this.received >= expected)) return;
    const of = Number.isFinite(expected) ? ` of ${expected}` : ', and there are more';
    throw this.#incomplete(`received ${this.received}${of} rows.`);
  }

  /** What a failed page means: after others came, that the list is not complete. */
  wrapError(cause: unknown): unknown {
    if (this.received === 0) return cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    return this.#incomplete(`a page failed after ${this.received} rows. ${why}`, cause);
  }

  /** The row that should be the last one known is not. */
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
  const id = isJson(row) ? (row['id'] ?? row['paymentId']) : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

import { pagesOf } from '../paged-iterable.ts';
import type { Rows } from './options.ts';

interface Batch {
  /** The number of rows that suffices, and the largest number passed on at once. */
  readonly max: number;
  /** The time in ms that a row may wait for others, so that a page is printed soon after it arrives. */
  readonly waitMs: number;
}

/**
 * Groups rows into batches, in order. No row is held longer than `waitMs`, and rows that arrived before an error are
 * passed on before it is thrown.
 */
export function batches(rows: Rows, batch: Batch): AsyncIterable<readonly unknown[]> {
  return Symbol.asyncIterator in rows
    ? fromAsyncIterable(rows, batch)
    : fromIterable(rows, batch.max);
}

async function* fromIterable(
  rows: Iterable<unknown>,
  max: number,
): AsyncIterable<readonly unknown[]> {
  if (Array.isArray(rows) && rows.length <= max) {
    if (rows.length > 0) yield rows;
    return;
  }
  let batch: unknown[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < max) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* fromAsyncIterable(
  rows: AsyncIterable<unknown>,
  batch: Batch,
): AsyncIterable<readonly unknown[]> {
  const source = pagesOf(rows)[Symbol.asyncIterator]();
  const buffer = new RowBuffer(source, batch);
  try {
    for (let taken = await buffer.take(); taken.length > 0; taken = await buffer.take()) {
      yield* fromIterable(taken, batch.max);
    }
  } finally {
    await source.return?.();
  }
}

/**
 * Collects rows as their pages arrive, until there are enough, the first has waited long enough, or the source ends.
 */
class RowBuffer {
  readonly #source: AsyncIterator<readonly unknown[]>;
  readonly #batch: Batch;
  #rows: readonly unknown[] = [];
  #isDue = false;
  #isFilling = false;
  #isEnded = false;
  #failure: { readonly error: unknown } | undefined;
  #notify: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(source: AsyncIterator<readonly unknown[]>, batch: Batch) {
    this.#source = source;
    this.#batch = batch;
  }

  /**
   * Returns the collected rows; an empty list at the end. Throws the error of the source after all earlier rows were
   * taken.
   */
  async take(): Promise<readonly unknown[]> {
    if (!(this.#isFilling || this.#isEnded)) void this.#fill();
    if (!(this.#isDue || this.#isEnded)) {
      await new Promise<void>((done) => {
        this.#notify = done;
      });
    }
    clearTimeout(this.#timer);
    const taken = this.#rows;
    this.#rows = [];
    this.#isDue = false;
    if (taken.length === 0 && this.#failure) throw this.#failure.error;
    return taken;
  }

  async #fill(): Promise<void> {
    this.#isFilling = true;
    try {
      while (this.#rows.length < this.#batch.max && !this.#isEnded) {
        const next = await this.#source.next();
        if (next.done) this.#isEnded = true;
        else this.#put(next.value);
      }
    } catch (error) {
      this.#failure = { error };
      this.#isEnded = true;
    }
    this.#isFilling = false;
    this.#markDue();
  }

  /** Adds a page. The timer does not keep the process running. */
  #put(page: readonly unknown[]): void {
    if (page.length === 0) return;
    const isFirst = this.#rows.length === 0;
    this.#rows = isFirst ? page : this.#rows.concat(page);
    if (!isFirst) return;
    this.#timer = setTimeout(() => this.#markDue(), this.#batch.waitMs).unref();
  }

  #markDue(): void {
    this.#isDue = true;
    this.#notify?.();
  }
}

import { pagesOf } from '../paged-iterable.ts';
import type { Rows } from './options.ts';

interface Batch {
  /** The number of rows that suffices, and the largest number passed on at once. */
  readonly most: number;
  /** The time in ms that a row may wait for others, so that a page is printed soon after it arrives. */
  readonly waitMs: number;
}

/**
 * Groups rows into batches, in order. No row is held longer than `waitMs`, and rows that arrived before an error are
 * passed on before it is thrown.
 */
export function batches(rows: Rows, batch: Batch): AsyncIterable<readonly unknown[]> {
  return Symbol.asyncIterator in rows ? arriving(rows, batch) : present(rows, batch.most);
}

async function* present(rows: Iterable<unknown>, most: number): AsyncIterable<readonly unknown[]> {
  if (Array.isArray(rows) && rows.length <= most) {
    if (rows.length > 0) yield rows;
    return;
  }
  let batch: unknown[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* arriving(
  rows: AsyncIterable<unknown>,
  batch: Batch,
): AsyncIterable<readonly unknown[]> {
  const source = pagesOf(rows)[Symbol.asyncIterator]();
  const basket = new Basket(source, batch);
  try {
    for (let came = await basket.take(); came.length > 0; came = await basket.take()) {
      yield* present(came, batch.most);
    }
  } finally {
    await source.return?.();
  }
}

/**
 * Collects rows as their pages arrive, until there are enough, the first has waited long enough, or the source ends.
 */
class Basket {
  readonly #source: AsyncIterator<readonly unknown[]>;
  readonly #batch: Batch;
  #came: readonly unknown[] = [];
  #isRipe = false;
  #isFilling = false;
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;
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
    if (!(this.#isFilling || this.#isOver)) void this.#fill();
    if (!(this.#isRipe || this.#isOver)) {
      await new Promise<void>((done) => {
        this.#wake = done;
      });
    }
    clearTimeout(this.#timer);
    const came = this.#came;
    this.#came = [];
    this.#isRipe = false;
    if (came.length === 0 && this.#failure) throw this.#failure.error;
    return came;
  }

  async #fill(): Promise<void> {
    this.#isFilling = true;
    try {
      while (this.#came.length < this.#batch.most && !this.#isOver) {
        const got = await this.#source.next();
        if (got.done) this.#isOver = true;
        else this.#put(got.value);
      }
    } catch (error) {
      this.#failure = { error };
      this.#isOver = true;
    }
    this.#isFilling = false;
    this.#ripen();
  }

  /** Adds a page. The timer does not keep the process running. */
  #put(page: readonly unknown[]): void {
    if (page.length === 0) return;
    const isFirst = this.#came.length === 0;
    this.#came = isFirst ? page : this.#came.concat(page);
    if (!isFirst) return;
    this.#timer = setTimeout(() => this.#ripen(), this.#batch.waitMs).unref();
  }

  #ripen(): void {
    this.#isRipe = true;
    this.#wake?.();
  }
}

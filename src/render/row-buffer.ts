import { pagesOf } from '../paged-iterable.ts';
import type { Rows } from './options.ts';

interface Batch {
  /** Rows that are enough, and more than are handed on at once. */
  readonly most: number;
  /** How long a row may wait for others, so that a page is printed when it came. */
  readonly waitMs: number;
}

/**
 * Rows in groups, in their order. Nothing is held longer than `waitMs`, nothing is lost: rows that came before a failure
 * are handed on before it is thrown.
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
 * Rows as their pages come, until they are taken: when enough are there, when the first has waited for long enough, or at
 * the end.
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

  /** What came, none at the end. Throws what the source throws, once everything before that was taken. */
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

  /** Waiting alone keeps no program alive. */
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

import type { Rows } from './rendering.ts';

interface Batch {
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

async function* present(rows: Iterable<unknown>, most: number): AsyncIterable<unknown[]> {
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
  const source = rows[Symbol.asyncIterator]();
  const gather = gathering(source, batch);
  try {
    for (let came = await gather(); came.length > 0; came = await gather()) yield came;
  } finally {
    await source.return?.();
  }
}

/** Each call waits for a row and takes along what comes soon after. The end and a failure keep until nothing came before them. */
function gathering(source: AsyncIterator<unknown>, { most, waitMs }: Batch) {
  let next: Promise<IteratorResult<unknown>> | undefined;
  return async (): Promise<readonly unknown[]> => {
    const came: unknown[] = [];
    let late: Promise<undefined> | undefined;
    try {
      while (came.length < most) {
        next ??= source.next();
        const got = await first(next, late);
        if (!got || got.done) break;
        came.push(got.value);
        next = undefined;
        late ??= after(waitMs);
      }
    } catch (error) {
      if (came.length === 0) throw error;
    }
    return came;
  };
}

const first = <Value>(next: Promise<Value>, late: Promise<undefined> | undefined) =>
  late ? Promise.race([next, late]) : next;

/** Waiting alone keeps no program alive. */
const after = (ms: number) =>
  new Promise<undefined>((done) => {
    setTimeout(done, ms, undefined).unref();
  });

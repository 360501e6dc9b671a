/** Long files that are read in parts while they are sent. */

import type { Engine } from './engine.ts';
import type { ReadContext } from './handler-context.ts';

/** Reads the next part; `undefined` after the last. */
export type NextPart = (reader: ReadContext) => Promise<string | undefined>;

/** A file too long for memory: its beginning, and a function that reads the next part. */
export class LongFile {
  readonly firstPart: string;
  readonly nextPart: NextPart;

  constructor(firstPart: string, nextPart: NextPart) {
    this.firstPart = firstPart;
    this.nextPart = nextPart;
  }
}

/**
 * Returns a long file as a stream.
 *
 * Each part is read in a turn of its own, once the last one is on its way, so that a slow reader costs no memory and
 * other requests run in between. A failure aborts the response and calls `onFault`.
 */
export function streamOf(
  { firstPart, nextPart }: LongFile,
  { runExclusive, db, flush }: Pick<Engine, 'runExclusive' | 'db' | 'flush'>,
  onFault: (fault: unknown) => void,
): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  return new ReadableStream({
    start: (body) => body.enqueue(text.encode(firstPart)),
    async pull(body) {
      try {
        const part = await runExclusive(() => nextPart({ db }));
        await flush();
        if (part === undefined) body.close();
        else body.enqueue(text.encode(part));
      } catch (fault) {
        onFault(fault);
        throw fault;
      }
    },
  });
}

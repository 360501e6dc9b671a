import type { Engine } from './engine.ts';
import type { ReadContext } from './handler-context.ts';

/** Reads on; undefined after the last part. */
export type NextPart = (reader: ReadContext) => Promise<string | undefined>;

/** A file that is too long to be held whole: how it begins, and how it goes on, each part in a turn of its own. */
export class LongFile {
  readonly beginning: string;
  readonly next: NextPart;

  constructor(beginning: string, next: NextPart) {
    this.beginning = beginning;
    this.next = next;
  }
}

/**
 * A long file as it is sent: the next part is read once the last one is on its way, so that a slow reader costs no
 * memory, and others have their turn between two parts. What goes wrong on the way breaks the answer off.
 */
export function streamOf(
  { beginning, next }: LongFile,
  { runExclusive, db, flush }: Pick<Engine, 'runExclusive' | 'db' | 'flush'>,
  onFault: (fault: unknown) => void,
): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  return new ReadableStream({
    start: (body) => body.enqueue(text.encode(beginning)),
    async pull(body) {
      try {
        const part = await runExclusive(() => next({ db }));
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

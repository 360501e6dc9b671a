import type { Engine } from './engine.ts';
import type { LongFile } from './streamed-file.ts';

/**
 * A long file as it is sent: the next part is read once the last one is on its way, so that a slow reader costs no
 * memory, and others have their turn between two parts. What goes wrong on the way breaks the answer off.
 */
export function streamOf(
  { beginning, next }: LongFile,
  { inTurn, db, flush }: Pick<Engine, 'inTurn' | 'db' | 'flush'>,
  onFault: (fault: unknown) => void,
): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  return new ReadableStream({
    start: (body) => body.enqueue(text.encode(beginning)),
    async pull(body) {
      try {
        const part = await inTurn(() => next({ db }));
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

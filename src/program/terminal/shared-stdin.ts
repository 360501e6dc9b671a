import type { Input } from '../../cli/system.ts';

/**
 * Lets several questions read one input, one after the other: each goes on where the one before left off. None of them ends
 * the input by ending, and a chunk that came after one had lost its interest is the next one's.
 */
export function inTurn(open: () => AsyncIterable<Uint8Array>): Input['read'] {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  let next: Promise<IteratorResult<Uint8Array>> | undefined;
  return async function* read(until) {
    chunks ??= open()[Symbol.asyncIterator]();
    const lost = until && lostInterest(until);
    while (!until?.aborted) {
      next ??= chunks.next();
      const got = await (lost ? Promise.race([next, lost]) : next);
      if (got === undefined || got.done) return;
      next = undefined;
      yield got.value;
    }
  };
}

const lostInterest = (until: AbortSignal) =>
  new Promise<undefined>((done) => {
    until.addEventListener('abort', () => done(undefined), { once: true });
  });

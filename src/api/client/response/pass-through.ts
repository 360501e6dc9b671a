import type { Download } from '../client.ts';
import { UnexpectedResponseError } from '../errors.ts';

/**
 * Streams the bytes of a downloaded file unchanged; in a terminal sanitized with `safe`.
 *
 * @throws {UnexpectedResponseError} If neither a length nor chunks mark the end of the response, and its last record is
 *   incomplete: a truncated file would go unnoticed.
 */
export async function* passThrough(
  data: unknown,
  safe: ((text: string) => string) | undefined,
): AsyncIterable<string | Uint8Array> {
  const { body, framed } = data as Download;
  const decoder = safe && new TextDecoder();
  const end = { last: 10, quotes: 0 };
  for await (const chunk of body) {
    if (!framed) note(end, chunk);
    yield safe && decoder ? safe(decoder.decode(chunk, { stream: true })) : chunk;
  }
  if (end.last === 10 && end.quotes % 2 === 0) return;
  throw new UnexpectedResponseError('The file ends in the middle of a record: it was truncated.', {
    status: 200,
    requestId: null,
  });
}

function note(end: { last: number; quotes: number }, chunk: Uint8Array): void {
  for (const byte of chunk) if (byte === 34) end.quotes++;
  end.last = chunk.at(-1) ?? end.last;
}

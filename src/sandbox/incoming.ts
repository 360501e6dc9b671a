import { Refused } from '../contract/refusal.ts';
import type { ProblemSite } from './problem.ts';

/** A request, once its body has arrived: nothing is awaited from the network inside a transaction. */
export interface Incoming extends ProblemSite {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  readonly header: (name: string) => string | undefined;
  /** The text of the body. Throws `Refused` (413) when it was too large to be read. */
  readonly text: () => string;
}

const MAX_BODY_BYTES = 1024 * 1024;

/** Reads a body up to the cap of one megabyte; what is too large is let go, and refused when it is asked for. */
export async function readText(request: Request): Promise<Incoming['text']> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return tooLarge;
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return () => text;
}

function tooLarge(): never {
  throw new Refused(413, 'body_too_large', 'A body may be one megabyte at most.');
}

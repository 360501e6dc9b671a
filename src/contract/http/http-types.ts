import type { Effect, Method } from '../operation.ts';
import * as z from '../schema/schema.ts';

/** A file on its way up: the part of a multipart form. */
export interface FilePart {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

export const FilePart = z.custom<FilePart>(isFilePart);

export function isFilePart(it: unknown): it is FilePart {
  return typeof it === 'object' && it !== null && 'bytes' in it && it.bytes instanceof Uint8Array;
}

export interface HttpRequest {
  readonly method: Method;
  /** Path and query below the base address, starting with `/`, without a host. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For retries and the journal; never sent. */
  readonly effect: Effect;
  /** A download that may be long: it has deadlines of its own. Never sent. */
  readonly streams?: boolean;
  /** Asked for before its turn, and not wanted once this is aborted: it is asked for again if need be. Never sent. */
  readonly prefetchSignal?: AbortSignal;
  /** What shows that a request that moves money was prepared by the gate. Never sent. */
  readonly prepared?: object;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; a repeated header is joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** To be read once, to its end or not at all. Fails with what went wrong on the way. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The service, seen as a function. The network is one of these; so is the sandbox. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

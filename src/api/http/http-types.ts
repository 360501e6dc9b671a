/** Requests and responses, independent of the transport. */

import * as z from 'zod/mini';
import type { Effect, Method } from '../operations/operation.ts';

export interface FilePart {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

export const FilePart = z.custom<FilePart>(isFilePart);

export function isFilePart(it: unknown): it is FilePart {
  return typeof it === 'object' && it !== null && 'bytes' in it && it.bytes instanceof Uint8Array;
}

/** A request to the service, before a transport adds its own headers. */
export interface HttpRequest {
  readonly method: Method;
  /** The path and query below the base URL, starting with `/`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For retries and the journal; never sent. */
  readonly effect: Effect;
  /** True for a download, which may be long and has its own deadlines. Never sent. */
  readonly streams?: boolean;
  /** Marks a prefetch, which this signal aborts; the page is requested again if needed. Never sent. */
  readonly prefetchSignal?: AbortSignal;
  /** True for one of many reads, which share connections as prefetches do. Never sent. */
  readonly sharesConnection?: boolean;
  /** The `PreparedRequest` of a money request: proof that it passed the checks. Never sent. */
  readonly prepared?: object;
  /** The guard of a journaled request. Never sent. */
  readonly sendGuard?: SendGuard | undefined;
}

/**
 * The guard of a journaled request: what was recorded is not sent later than its deadline allows, nor after somebody else
 * decided about it. Its functions throw if nothing may be sent.
 */
export interface SendGuard {
  /** Called when an attempt starts, before its connection; `deadlineMs` is for the whole attempt. */
  readonly startAttempt: (deadlineMs: number) => void;
  /** Called with an open connection, before the first byte. */
  readonly beforeFirstByte: () => Promise<void>;
  /** Called after a failed attempt, before a wait of `waitMs` and another one. */
  readonly beforeRepeat: (waitMs: number) => void;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Can be read once, completely or not at all. Reading throws errors of the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * True if an earlier attempt of the request may have been applied, so that a 404 or 409 may be caused by the program's
   * own success.
   */
  readonly retried?: boolean;
}

/** The service as a function: implemented by the network and by the sandbox. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

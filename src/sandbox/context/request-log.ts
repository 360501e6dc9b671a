/** The last requests to the service, in memory. */

import type { IncomingRequest } from './request-body.ts';

export const MAX_REQUESTS = 1000;
const MAX_BODY_BYTES = 16 * 1024;

/** A request to the service as it was sent, secrets included, and its outcome. */
export interface LoggedRequest {
  /** Number of the request, from 1. */
  readonly seq: number;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Name of the operation; `undefined` for an unknown path. */
  readonly operation: string | undefined;
  readonly userAgent: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Wall time of its arrival, in milliseconds. */
  readonly atMs: number;
  /** The body; `undefined` if it has more than 16 KB. */
  readonly body: Uint8Array | undefined;
  /** The response; `undefined` while the request is in progress. */
  outcome: LoggedOutcome | undefined;
}

interface LoggedOutcome extends LoggedResponse {
  readonly tookMs: number;
}

export interface LoggedResponse {
  /** `undefined` if the connection was dropped. */
  readonly status?: number | undefined;
  /** JSON; `undefined` if it is something else, or has more than 16,384 characters. */
  readonly body?: string | undefined;
  /** True if an injected fault was applied to the request. */
  readonly isFaulty?: boolean;
}

/** The last 1,000 requests to the service. */
export interface RequestLog {
  /** Adds a request. The returned function is called once it was answered. */
  readonly add: (
    request: IncomingRequest,
    operation?: string,
  ) => (response: LoggedResponse) => void;
  /** Returns the requests that match, with a lower or greater number than `seq`, nearest first. */
  readonly list: (
    side: '<' | '>',
    seq: number,
    limit: number,
    matches?: (request: LoggedRequest) => boolean,
  ) => readonly LoggedRequest[];
  /** Returns the request of an id, or `undefined` if it is not among the last. */
  readonly find: (id: string) => LoggedRequest | undefined;
}

export function createRequestLog(wallNow: () => Date): RequestLog {
  /** The request with the number n is at n modulo its length. */
  const ring: LoggedRequest[] = [];
  let count = 0;

  return {
    add(request, operation) {
      const entry = entryOf(request, { seq: count, operation, atMs: wallNow().getTime() });
      ring[count % MAX_REQUESTS] = entry;
      count += 1;
      return ({ body, ...response }) => {
        const isKept = body !== undefined && body.length <= MAX_BODY_BYTES;
        const tookMs = wallNow().getTime() - entry.atMs;
        entry.outcome = { ...response, ...(isKept && { body }), tookMs };
      };
    },
    list(side, seq, limit, matches = () => true) {
      const beside = ring.filter(
        (it) => (side === '<' ? it.seq < seq : it.seq > seq) && matches(it),
      );
      const sign = side === '<' ? -1 : 1;
      return beside.toSorted((one, other) => sign * (one.seq - other.seq)).slice(0, limit);
    },
    find: (id) => ring.find((it) => it.id === id),
  };
}

const entryOf = (
  request: IncomingRequest,
  more: Pick<LoggedRequest, 'seq' | 'operation' | 'atMs'>,
): LoggedRequest => ({
  ...more,
  id: request.requestId,
  method: request.method,
  path: request.path,
  params: request.params,
  query: request.query,
  userAgent: request.header('user-agent'),
  idempotencyKey: request.header('idempotency-key'),
  body: bodyOf(request),
  outcome: undefined,
});

function bodyOf({ bytes }: IncomingRequest): Uint8Array | undefined {
  try {
    const body = bytes();
    return body.length > MAX_BODY_BYTES ? undefined : body;
  } catch {
    return undefined; // it was too large to be read
  }
}

/** The transport of requests through a function with the interface of `fetch`. */

import type { HttpResponse, Transport } from '../../http/http-types.ts';
import { readWithTimeouts } from '../response/read-response-body.ts';
import { toConnectionError } from './connection-error.ts';
import { deadlinesFor, ExchangeTimer } from './deadlines.ts';
import { type TransportOptions, toOutgoingRequest } from './transport-options.ts';

/** Headers that a `fetch` sets itself. */
const ownHeaders = ['host', 'content-length'];

/**
 * Creates the transport that sends each request with one call of `send`. Redirects are not followed. A call that fails
 * counts as sent, since nobody but the function knows.
 *
 * @throws {UnreachableError} If no complete response arrives.
 * @throws {InvalidRequestError} For an invalid path or header.
 */
export function createFetchTransport(send: typeof fetch, options: TransportOptions): Transport {
  const { base, signal } = options;
  return async (request): Promise<HttpResponse> => {
    const { method, path, headers, body } = toOutgoingRequest(options, request);
    const deadlines = deadlinesFor(request, options.timeoutMs);
    request.sendGuard?.startAttempt(deadlines.wholeMs);
    const timer = new ExchangeTimer(deadlines, signal, request.prefetchSignal);
    const ending = new AbortController();
    try {
      await request.sendGuard?.beforeFirstByte();
      timer.endWith(() => ending.abort());
      ending.signal.throwIfAborted();
      timer.waiting();
      const response = await send(new URL(path, base), {
        method,
        headers: Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)),
        body: body ?? null,
        redirect: 'manual',
        signal: ending.signal,
      });
      timer.resting();
      const bytes = response.body ?? new ReadableStream<Uint8Array>({ start: (it) => it.close() });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: readWithTimeouts(bytes, undefined, timer, { base }),
      };
    } catch (error) {
      timer.stop();
      throw toConnectionError(error, { base, sent: timer.sent, given: timer.abortReason });
    }
  };
}

import { Agent, type ClientRequest, type RequestOptions, request as start } from 'node:http';
import type { HttpResponse, Transport } from '../../contract/http/http-types.ts';
import { MAX_PREFETCH } from '../pagination/prefetch.ts';
import { toConnectionError } from './connection-error.ts';
import { deadlinesFor, ExchangeTimer } from './deadlines.ts';
import { awaitResponse, createDirectTransport, openSocket } from './direct-transport.ts';
import { type TransportOptions, toOutgoingRequest } from './transport-options.ts';

/**
 * Creates a transport with keep-alive connections that reads share; every other request has a connection of its own.
 *
 * For callers that send many requests, and retry when a connection turns out to be closed. Throws like
 * `createDirectTransport`.
 */
export function createKeepAliveTransport(wire: TransportOptions): Transport {
  const shared = connectionsOf(wire);
  const alone = createDirectTransport(wire);
  return async (request) => {
    if (request.effect !== 'read') return alone(request);
    const { body, ...out } = toOutgoingRequest(wire, request);
    const watch = new ExchangeTimer(
      deadlinesFor(request, wire.timeoutMs),
      wire.signal,
      request.prefetchSignal,
    );
    const way = { sent: false };
    try {
      const options: Watched = { ...out, agent: shared, watch };
      return await exchange(start(options), body, wire, watch, way);
    } catch (error) {
      watch.stop();
      throw toConnectionError(error, { ...wire, sent: way.sent, given: watch.abortReason });
    }
  };
}

/** Options of a request that may open a connection, under the deadlines of its timer. */
interface Watched extends RequestOptions {
  readonly watch: ExchangeTimer;
}

/** Creates the connection pool. Idle connections do not keep the process running. */
function connectionsOf(wire: TransportOptions) {
  const createConnection = ({ watch }: Watched, done: (error: unknown, made?: unknown) => void) => {
    openSocket(wire, watch).then(
      (socket) => done(null, socket),
      (error) => done(error),
    );
  };
  return Object.assign(new Agent({ keepAlive: true, maxSockets: MAX_PREFETCH }), {
    createConnection,
  });
}

function exchange(
  request: ClientRequest,
  body: string | Uint8Array | undefined,
  wire: TransportOptions,
  watch: ExchangeTimer,
  way: { sent: boolean },
): Promise<HttpResponse> {
  const answer = awaitResponse(request, wire, watch);
  // The request gets an established connection; none of its bytes are sent before.
  request.once('socket', () => {
    way.sent = true;
    watch.waiting();
    watch.endWith(() => request.destroy(new Error('given up')));
  });
  request.end(body);
  return answer;
}

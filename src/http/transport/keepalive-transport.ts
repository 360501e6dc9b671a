import { Agent, type ClientRequest, type RequestOptions, request as start } from 'node:http';
import type { HttpResponse, Transport } from '../../contract/http/http-types.ts';
import { MAX_PREFETCH } from '../pagination/prefetch.ts';
import { toConnectionError } from './connection-error.ts';
import { deadlinesFor, ExchangeTimer } from './deadlines.ts';
import { awaitResponse, createDirectTransport, openSocket } from './direct-transport.ts';
import { type TransportOptions, toOutgoingRequest } from './transport-options.ts';

/**
 * The service over connections that reads share, one after the other; everything else has a connection of its own. For
 * what asks often, and asks again when a connection turns out to be dead. Throws as `createDirectTransport` does.
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

/** A request that may need a connection of its own, which is made while its watch looks on. */
interface Watched extends RequestOptions {
  readonly watch: ExchangeTimer;
}

/** Connections that are not in use do not keep the program from ending. */
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
  // A request gets a connection that stands; nothing of it leaves before.
  request.once('socket', () => {
    way.sent = true;
    watch.waiting();
    watch.endWith(() => request.destroy(new Error('given up')));
  });
  request.end(body);
  return answer;
}

/** The transport of requests to a service, on Node's HTTP client. */

import { Agent, type ClientRequest, type RequestOptions, request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpRequest, HttpResponse, Transport } from '../../http/http-types.ts';
import { MAX_PREFETCH } from '../pagination/prefetch.ts';
import { readWithTimeouts } from '../response/read-response-body.ts';
import { codeOf, toConnectionError } from './connection-error.ts';
import { deadlinesFor, ExchangeTimer } from './deadlines.ts';
import { openSocket } from './open-socket.ts';
import { type TransportOptions, toOutgoingRequest } from './transport-options.ts';

/**
 * Creates the transport to a service, through a proxy if one is set. Redirects are not followed. Requests are never sent
 * again, except a read whose keep-alive connection the service closed.
 *
 * Every request has a connection of its own, except prefetches and one of many reads: these share keep-alive
 * connections. A prefetch that fails is requested again when its page is needed, one of many reads at once.
 *
 * @throws {UnreachableError} If no complete response arrives.
 * @throws {UnexpectedResponseError} If the peer does not speak HTTP.
 * @throws {InvalidRequestError} For an invalid path or header.
 */
export function createTransport(options: TransportOptions): Transport {
  let shared: ReturnType<typeof createPool> | undefined;
  const connectionFor = async (request: HttpRequest, timer: ExchangeTimer) => {
    if (!isShared(request)) return own(await guarded(connect(options, timer), request));
    shared ??= createPool(options);
    return { agent: shared, timer };
  };
  return async function send(request): Promise<HttpResponse> {
    const { body, ...outgoing } = toOutgoingRequest(options, request);
    const deadlines = deadlinesFor(request, options.timeoutMs);
    request.sendGuard?.startAttempt(deadlines.wholeMs);
    const timer = new ExchangeTimer(deadlines, options.signal, request.prefetchSignal);
    let started: ClientRequest | undefined;
    try {
      started = startRequest({ ...outgoing, ...(await connectionFor(request, timer)) });
      return await exchange(started, body, options, timer);
    } catch (error) {
      timer.stop();
      // The service closed the kept connection while the request was on its way: no failure of the request.
      const wasClosed = started?.reusedSocket && codeOf(error) === 'ECONNRESET';
      if (request.sharesConnection && wasClosed)
        return send({ ...request, sharesConnection: false });
      throw toConnectionError(error, { ...options, sent: timer.sent, given: timer.abortReason });
    }
  };
}

const isShared = ({ effect, prefetchSignal, sharesConnection }: HttpRequest): boolean =>
  effect === 'read' && (prefetchSignal !== undefined || sharesConnection === true);

/** The connection of a request, by its timer if it may have to be opened. */
interface Connection extends RequestOptions {
  readonly timer?: ExchangeTimer;
}

async function connect(options: TransportOptions, timer: ExchangeTimer): Promise<Socket> {
  const { base, proxy } = options;
  if (!proxy) return openSocket(options, timer);
  const { openTunnel } = await import('./proxy-tunnel.ts');
  return openSocket(options, timer, await openTunnel(base, proxy, timer));
}

/** Asks the guard of a request on an open connection; the connection is closed if nothing may be sent on it. */
async function guarded(opening: Promise<Socket>, { sendGuard }: HttpRequest): Promise<Socket> {
  const socket = await opening;
  if (!sendGuard) return socket;
  try {
    await sendGuard.beforeFirstByte();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  if (socket.destroyed) throw new Error('closed');
  return socket;
}

const own = (socket: Socket): Connection => ({ createConnection: () => socket });

/** Creates the pool of shared connections. Idle ones do not keep the process running. */
function createPool(options: TransportOptions) {
  const createConnection = (
    { timer }: Required<Connection>,
    done: (error: unknown, socket?: Socket) => void,
  ) => {
    connect(options, timer).then((socket) => done(null, socket), done);
  };
  return Object.assign(new Agent({ keepAlive: true, maxSockets: MAX_PREFETCH }), {
    createConnection,
  });
}

/** Sends a request. Resolves to the response with its body still streaming; rejects with the error of the connection. */
function exchange(
  request: ClientRequest,
  body: string | Uint8Array | undefined,
  { base, proxy }: TransportOptions,
  timer: ExchangeTimer,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    const onClose = () => reject(new Error('closed'));
    request.once('close', onClose);
    // Emitted with an established connection, before the first byte of the request is written.
    request.once('socket', () => {
      timer.waiting();
      timer.endWith(() => request.destroy(new Error('given up')));
    });
    request.once('response', (message) => {
      request.off('close', onClose);
      timer.resting();
      const headers = Object.fromEntries(
        Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      );
      resolve({
        status: message.statusCode ?? 0,
        headers,
        body: readWithTimeouts(message, headers['content-encoding'], timer, { base, proxy }),
      });
    });
    request.end(body);
  });
}

/** The transport that opens a connection for each request. */

import { type ClientRequest, type IncomingMessage, request as start } from 'node:http';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import type { HttpResponse, Transport } from '../../contract/http/http-types.ts';
import { readWithTimeouts } from '../response/read-response-body.ts';
import { toConnectionError } from './connection-error.ts';
import { deadlinesFor, ExchangeTimer } from './deadlines.ts';
import type { HttpProxy } from './proxy-settings.ts';
import {
  type OutgoingRequest,
  type TransportOptions,
  toOutgoingRequest,
} from './transport-options.ts';

/**
 * Creates a transport with one connection per request, through a proxy if one is set. Redirects are not followed.
 *
 * @throws {UnreachableError} If no complete response arrives.
 * @throws {UnexpectedResponseError} If the peer does not speak HTTP.
 * @throws {InvalidRequestError} For an invalid path or header.
 */
export function createDirectTransport(wire: TransportOptions): Transport {
  return async (request) => {
    const out = toOutgoingRequest(wire, request);
    const watch = new ExchangeTimer(
      deadlinesFor(request, wire.timeoutMs),
      wire.signal,
      request.prefetchSignal,
    );
    let sent = false;
    try {
      // The connection is established (`connect` or `secureConnect`) before the request is handed to it. Until then no
      // byte of the request can have been sent, and the error says so.
      const socket = await openSocket(wire, watch);
      sent = true;
      return await exchange(socket, out, wire, watch);
    } catch (error) {
      watch.stop();
      throw toConnectionError(error, { ...wire, sent, given: watch.abortReason });
    }
  };
}

/**
 * The buffer size in bytes. Data that arrives while the reader is busy is read in one piece, so a long file takes fewer
 * steps.
 */
const MUCH = 256 * 1024;

/** Opens a connection; no byte of a request is sent. Only https goes through a proxy. */
export async function openSocket(
  { base, ca, proxy }: TransportOptions,
  watch: ExchangeTimer,
): Promise<Socket> {
  watch.connecting();
  const host = base.hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = base.protocol === 'https:';
  const port = Number(base.port) || (secure ? 443 : 80);
  const to = { host, port, noDelay: true, highWaterMark: MUCH };
  const tls = secure ? await import('node:tls') : undefined;
  const through = tls && proxy && (await tunnelled(base, proxy, watch));
  const socket = tls
    ? tls.connect({
        ...to,
        ...(through && { socket: through }),
        ALPNProtocols: ['http/1.1'],
        ...(isIP(host) === 0 && { servername: host }),
        ...(ca !== undefined && { ca }),
      })
    : connectPlain(to);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('closed')));
    socket.once(secure ? 'secureConnect' : 'connect', () => resolve(socket));
    watch.endWith(() => socket.destroy(new Error('given up')));
  });
}

const tunnelled = async (base: URL, proxy: HttpProxy, watch: ExchangeTimer): Promise<Socket> =>
  (await import('./proxy-tunnel.ts')).tunnel(base, proxy, watch);

function exchange(
  socket: Socket,
  { method, path, headers, body }: OutgoingRequest,
  wire: TransportOptions,
  watch: ExchangeTimer,
): Promise<HttpResponse> {
  const request = start({ createConnection: () => socket, method, path, headers });
  const answer = awaitResponse(request, wire, watch);
  watch.waiting();
  watch.endWith(() => socket.destroy(new Error('given up')));
  request.end(body);
  return answer;
}

/**
 * Resolves to the response of a started request, with its body still streaming. Rejects with the error of the
 * connection.
 */
export const awaitResponse = (
  request: ClientRequest,
  wire: TransportOptions,
  watch: ExchangeTimer,
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    request.on('error', reject);
    request.once('close', () => reject(new Error('closed')));
    request.once('response', (message) => {
      watch.resting();
      resolve(answerOf(message, wire, watch));
    });
  });

function answerOf(
  message: IncomingMessage,
  { base, proxy }: TransportOptions,
  watch: ExchangeTimer,
): HttpResponse {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  return {
    status: message.statusCode ?? 0,
    headers,
    body: readWithTimeouts(message, headers['content-encoding'], watch, { base, proxy }),
  };
}

import { type ClientRequest, type IncomingMessage, request as start } from 'node:http';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import type { Answer, Send } from '../../contract/http/http-types.ts';
import { watched } from '../response/read-response-body.ts';
import { broken } from './connection-error.ts';
import { deadlinesFor, Watch } from './deadlines.ts';
import type { HttpProxy } from './proxy-settings.ts';
import { type Outgoing, outgoing, type Wire } from './transport-options.ts';

/**
 * The service over sockets of our own: one connection for each request, through a proxy where one is named, no redirects.
 * The connection is made first (`connect`, or `secureConnect`) and the request handed to it after: until then no byte of
 * it can have left, and the `Unreachable` that is thrown says so. Throws `BadInput` for what no request can hold.
 */
export function directSend(wire: Wire): Send {
  return async (request) => {
    const out = outgoing(wire, request);
    const watch = new Watch(deadlinesFor(request, wire.timeoutMs), wire.signal, request.ahead);
    let sent = false;
    try {
      const socket = await connected(wire, watch);
      sent = true;
      return await exchange(socket, out, wire, watch);
    } catch (error) {
      watch.stop();
      throw broken(error, { ...wire, sent, given: watch.given });
    }
  };
}

/** What has come while a reader was busy is read in one piece: a long file in fewer steps. */
const MUCH = 256 * 1024;

/** A connection that stands: no byte of a request has left. Only https goes through a proxy. */
export async function connected({ base, ca, proxy }: Wire, watch: Watch): Promise<Socket> {
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

const tunnelled = async (base: URL, proxy: HttpProxy, watch: Watch): Promise<Socket> =>
  (await import('./proxy-tunnel.ts')).tunnel(base, proxy, watch);

function exchange(
  socket: Socket,
  { method, path, headers, body }: Outgoing,
  wire: Wire,
  watch: Watch,
): Promise<Answer> {
  const request = start({ createConnection: () => socket, method, path, headers });
  const answer = answerTo(request, wire, watch);
  watch.waiting();
  watch.endWith(() => socket.destroy(new Error('given up')));
  request.end(body);
  return answer;
}

/** What comes back to a request that is begun, its body still on its way. Throws whatever became of it instead. */
export const answerTo = (request: ClientRequest, wire: Wire, watch: Watch): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.on('error', reject);
    request.once('close', () => reject(new Error('closed')));
    request.once('response', (message) => {
      watch.resting();
      resolve(answerOf(message, wire, watch));
    });
  });

function answerOf(message: IncomingMessage, { base, proxy }: Wire, watch: Watch): Answer {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  return {
    status: message.statusCode ?? 0,
    headers,
    body: watched(message, headers['content-encoding'], watch, { base, proxy }),
  };
}

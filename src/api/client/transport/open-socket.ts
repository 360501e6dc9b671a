/** Connections to a service or a proxy. */

import { connect, isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ExchangeTimer } from './deadlines.ts';
import type { TransportOptions } from './transport-options.ts';

/** Options of every socket. Its buffer holds 256 KiB, so that a long file is read in fewer steps. */
const socketOptions = { noDelay: true, highWaterMark: 256 * 1024 };

/**
 * Opens a connection, or uses the tunnel `through`; with TLS if the scheme is https. Rejects with the error of the
 * socket.
 *
 * Resolves when the connection is established. Until then no byte of a request can have been sent.
 */
export async function openSocket(
  peer: Pick<TransportOptions, 'base' | 'ca'>,
  timer: ExchangeTimer,
  through?: Socket,
): Promise<Socket> {
  const socket = through ?? (await openTcp(peer.base, timer));
  return peer.base.protocol === 'https:' ? startTls(socket, peer, timer) : socket;
}

/** Opens a TCP connection, and starts the deadline for connecting. */
export function openTcp(base: URL, timer: ExchangeTimer): Promise<Socket> {
  timer.connecting();
  return established(connect({ ...hostAndPortOf(base), ...socketOptions }), 'connect', timer);
}

/** Starts TLS on an open connection, and verifies the certificate. */
export async function startTls(
  socket: Socket,
  { base, ca }: Pick<TransportOptions, 'base' | 'ca'>,
  timer: ExchangeTimer,
): Promise<TLSSocket> {
  const tls = await import('node:tls');
  const { host } = hostAndPortOf(base);
  const secure = tls.connect({
    ...socketOptions,
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  });
  return established(secure, 'secureConnect', timer);
}

/** Returns the host and port of a URL, the host without the brackets of an IPv6 address. */
export function hostAndPortOf({ hostname, port, protocol }: URL): { host: string; port: number } {
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}

function established<Opening extends Socket>(
  socket: Opening,
  event: 'connect' | 'secureConnect',
  timer: ExchangeTimer,
): Promise<Opening> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('closed')));
    socket.once(event, () => resolve(socket));
    timer.endWith(() => socket.destroy(new Error('given up')));
  });
}

/** Tunnels through a proxy, opened with undici. */

import type { Socket } from 'node:net';
import type { Client } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import UndiciClient from 'undici/lib/dispatcher/client.js';
import { UnreachableError } from '../errors.ts';
import { reasonOf } from './connection-error.ts';
import type { ExchangeTimer } from './deadlines.ts';
import { hostAndPortOf, openSocket } from './open-socket.ts';
import type { HttpProxy } from './proxy-settings.ts';

/**
 * Opens a tunnel to `base` through a proxy (CONNECT, RFC 9110). The proxy learns only the name of the host. One attempt,
 * no retry.
 *
 * @throws {UnreachableError} Naming the proxy.
 */
export async function openTunnel(
  base: URL,
  proxy: HttpProxy,
  timer: ExchangeTimer,
): Promise<Socket> {
  try {
    return await connectThrough(proxy.url, `${base.hostname}:${hostAndPortOf(base).port}`, timer);
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : reasonOf(error, timer.abortReason);
    throw new UnreachableError(
      `The proxy ${proxy.url.host} (${proxy.variable}) failed: ${reason}.`,
      {
        sent: false,
        reason,
        interrupted: timer.abortReason?.interrupted ?? false,
        next: [`check ${proxy.variable}, or add ${base.hostname} to NO_PROXY`, 'run it again'],
        cause: error,
      },
    );
  }
}

class Refusal extends Error {}

async function connectThrough(proxy: URL, to: string, timer: ExchangeTimer): Promise<Socket> {
  const client = clientOn(await openSocket({ base: proxy }, timer), proxy);
  timer.endWith(() => void client.destroy(new Error('given up')));
  const { statusCode, socket } = await connect.call(client, {
    path: to,
    headers: { host: to, ...login(proxy) },
  });
  socket.on('error', () => {});
  if (statusCode >= 200 && statusCode < 300) return socket as Socket;
  socket.destroy();
  throw new Refusal(`response ${statusCode} to CONNECT ${to}`);
}

/** Creates a client on an open connection. By itself it would connect again and again while a request waits. */
function clientOn(socket: Socket, { origin }: URL): Client {
  const sockets = [socket];
  return new UndiciClient(origin, {
    // The deadline is that of `ExchangeTimer`.
    headersTimeout: 0,
    connect: (_, done) => {
      const only = sockets.pop();
      // undici expects the callback after this function has returned.
      queueMicrotask(() => (only ? done(null, only) : done(new Error('closed'), null)));
    },
  });
}

function login({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

import type { Socket } from 'node:net';
import { UnreachableError } from '../errors.ts';
import { reasonOf } from './connection-error.ts';
import type { ExchangeTimer } from './deadlines.ts';
import type { HttpProxy } from './proxy-settings.ts';

/**
 * Opens a tunnel through a proxy (CONNECT, RFC 9110). Only the name of the host is sent. One attempt, no retry.
 *
 * @throws {UnreachableError} Naming the proxy.
 */
export async function tunnel(base: URL, proxy: HttpProxy, watch: ExchangeTimer): Promise<Socket> {
  try {
    return await connectThrough(proxy.url, `${base.hostname}:${base.port || 443}`, watch);
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : reasonOf(error, watch.abortReason);
    throw new UnreachableError(
      `The proxy ${proxy.url.host} (${proxy.variable}) failed: ${reason}.`,
      {
        sent: false,
        reason,
        interrupted: watch.abortReason?.interrupted ?? false,
        next: [`check ${proxy.variable}, or add ${base.hostname} to NO_PROXY`, 'run it again'],
        cause: error,
      },
    );
  }
}

class Refusal extends Error {}

/** Opens one connection to the proxy and sends CONNECT. */
async function connectThrough(proxy: URL, to: string, watch: ExchangeTimer): Promise<Socket> {
  const [{ default: Client }, { default: connect }] = await Promise.all([
    import('undici/lib/dispatcher/client.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  const client = new Client(proxy.origin, { headersTimeout: 0, bodyTimeout: 0 });
  // undici reconnects for as long as a request waits, so its first connection error ends it.
  const giveUp = (error: Error) => void client.destroy(error).catch(() => {});
  client.on('connectionError', (_origin, _targets, error) => giveUp(error));
  client.on('disconnect', (_origin, _targets, error) => giveUp(error));
  watch.endWith(() => giveUp(new Error('given up')));
  const { statusCode, socket } = await connect.call(client, {
    path: to,
    headers: { host: to, ...login(proxy) },
  });
  socket.on('error', () => {});
  if (statusCode >= 200 && statusCode < 300) return socket as Socket;
  socket.destroy();
  throw new Refusal(`response ${statusCode} to CONNECT ${to}`);
}

function login({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

import type { Socket } from 'node:net';
import { reasonOf } from './broken.ts';
import type { Watch } from './deadlines.ts';
import { Unreachable } from './errors.ts';
import type { HttpProxy } from './proxy.ts';

/**
 * A connection to the host of an address that a proxy made (CONNECT, RFC 9110): nothing but the name of the host has left.
 * One connection to the proxy, and no second try. Throws `Unreachable` naming the proxy.
 */
export async function tunnel(base: URL, proxy: HttpProxy, watch: Watch): Promise<Socket> {
  try {
    return await connectThrough(proxy.url, `${base.hostname}:${base.port || 443}`, watch);
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : reasonOf(error, watch.given);
    throw new Unreachable(`The proxy ${proxy.url.host} (${proxy.variable}) failed: ${reason}.`, {
      sent: false,
      reason,
      interrupted: watch.given?.interrupted ?? false,
      next: [`check ${proxy.variable}, or add ${base.hostname} to NO_PROXY`, 'run it again'],
      cause: error,
    });
  }
}

class Refusal extends Error {}

async function connectThrough(proxy: URL, to: string, watch: Watch): Promise<Socket> {
  const { request: start } = await (proxy.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  const request = start(proxy, {
    agent: false,
    method: 'CONNECT',
    path: to,
    headers: { host: to, ...login(proxy) },
  });
  return new Promise((resolve, reject) => {
    request.once('connect', ({ statusCode = 0 }, socket) => {
      socket.on('error', () => {});
      if (statusCode >= 200 && statusCode < 300) return resolve(socket as Socket);
      socket.destroy();
      reject(new Refusal(`it answered ${statusCode} to CONNECT ${to}`));
    });
    request.on('error', reject);
    request.once('close', () => reject(new Error('closed')));
    watch.endWith(() => request.destroy(new Error('given up')));
    request.end();
  });
}

function login({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

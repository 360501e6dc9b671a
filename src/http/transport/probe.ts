/** Connection test of `remit doctor`. */

import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure, type TLSSocket } from 'node:tls';
import { toConnectionError } from './connection-error.ts';
import { deadlinesFor, ExchangeTimer } from './deadlines.ts';
import { tunnel } from './proxy-tunnel.ts';
import type { TransportOptions } from './transport-options.ts';

/** One step of the connection test, with its duration in ms. */
export interface ProbeStep {
  readonly name: 'dns' | 'tcp' | 'proxy' | 'tls';
  readonly detail: string;
  readonly tookMs: number;
}

const PATIENCE_MS = 10_000;

/**
 * Tests the connection to a service step by step, without sending a request: DNS and TCP, or the proxy's tunnel, then
 * TLS.
 *
 * Yields each successful step.
 *
 * @throws {UnreachableError} Describing the step that failed.
 */
export async function* probe(wire: TransportOptions): AsyncGenerator<ProbeStep> {
  const { base, ca, proxy, signal } = wire;
  const host = base.hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = base.protocol === 'https:';
  const to = { host, port: Number(base.port) || (secure ? 443 : 80) };
  const watch = new ExchangeTimer(deadlinesFor({}, PATIENCE_MS), signal);
  let through: Socket | undefined;
  try {
    watch.connecting();
    if (proxy) {
      yield await timed('proxy', async () => {
        through = await tunnel(base, proxy, watch);
        return `${proxy.url.host} (${proxy.variable}) connects to ${base.host}`;
      });
    } else {
      yield* straight(to, watch);
    }
    if (!secure) return;
    yield await timed('tls', async () => {
      const name = isIP(host) === 0 && { servername: host };
      const own = { ...(ca !== undefined && { ca }), ...(through && { socket: through }) };
      const socket = connectSecure({ ...to, ...name, ...own });
      const stands = await standing(socket, 'secureConnect', watch);
      const detail = certificateOf(stands);
      stands.destroy();
      return detail;
    });
  } catch (error) {
    throw toConnectionError(error, { ...wire, sent: false, given: watch.abortReason });
  } finally {
    watch.stop();
    through?.destroy();
  }
}

async function* straight(
  to: { host: string; port: number },
  watch: ExchangeTimer,
): AsyncGenerator<ProbeStep> {
  if (isIP(to.host) === 0) {
    yield await timed('dns', async () => {
      const found = await lookup(to.host, { all: true });
      return `${to.host} is ${found.map(({ address }) => address).join(', ')}`;
    });
  }
  yield await timed('tcp', async () => {
    (await standing(connectPlain(to), 'connect', watch)).destroy();
    return `${to.host}:${to.port} accepts connections`;
  });
}

async function timed(name: ProbeStep['name'], work: () => Promise<string>): Promise<ProbeStep> {
  const startedAt = performance.now();
  const detail = await work();
  return { name, detail, tookMs: Math.round(performance.now() - startedAt) };
}

function standing<It extends Socket>(socket: It, event: string, watch: ExchangeTimer): Promise<It> {
  return new Promise((resolve, reject) => {
    watch.endWith(() => socket.destroy(new Error('given up')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
    socket.once(event, () => resolve(socket));
  });
}

function certificateOf(socket: TLSSocket): string {
  const { issuer, valid_to: until } = socket.getPeerCertificate();
  const by = issuer.O ?? issuer.CN;
  return `${socket.getProtocol()}, certificate by ${[by].flat().join(', ')}, until ${until}`;
}

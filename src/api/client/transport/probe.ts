import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { toConnectionError } from './connection-error.ts';
import { deadlinesFor, ExchangeTimer } from './deadlines.ts';
import { hostAndPortOf, openTcp, startTls } from './open-socket.ts';
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
export async function* probe(options: TransportOptions): AsyncGenerator<ProbeStep> {
  const { base, proxy, signal } = options;
  const { host, port } = hostAndPortOf(base);
  const timer = new ExchangeTimer(deadlinesFor({}, PATIENCE_MS), signal);
  let socket: Socket | undefined;
  try {
    timer.connecting();
    if (!proxy && isIP(host) === 0) {
      yield await timed('dns', async () => {
        const found = await lookup(host, { all: true });
        return `${host} is ${found.map(({ address }) => address).join(', ')}`;
      });
    }
    yield await timed(proxy ? 'proxy' : 'tcp', async () => {
      if (!proxy) {
        socket = await openTcp(base, timer);
        return `${host}:${port} accepts connections`;
      }
      const { openTunnel } = await import('./proxy-tunnel.ts');
      socket = await openTunnel(base, proxy, timer);
      return `${proxy.url.host} (${proxy.variable}) connects to ${base.host}`;
    });
    if (base.protocol === 'https:' && socket) {
      const open = socket;
      yield await timed('tls', async () => certificateOf(await startTls(open, options, timer)));
    }
  } catch (error) {
    throw toConnectionError(error, { ...options, sent: false, given: timer.abortReason });
  } finally {
    timer.stop();
    socket?.destroy();
  }
}

async function timed(name: ProbeStep['name'], work: () => Promise<string>): Promise<ProbeStep> {
  const startedAt = performance.now();
  const detail = await work();
  return { name, detail, tookMs: Math.round(performance.now() - startedAt) };
}

function certificateOf(socket: TLSSocket): string {
  const { issuer, valid_to: until } = socket.getPeerCertificate();
  const by = issuer.O ?? issuer.CN;
  return `${socket.getProtocol()}, certificate by ${[by].flat().join(', ')}, until ${until}`;
}

import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure, type TLSSocket } from 'node:tls';
import { broken } from './broken.ts';
import type { Wire } from './outgoing.ts';

/** One step of the way to a service, in words, and how many milliseconds it took. */
export interface Step {
  readonly name: 'dns' | 'tcp' | 'tls';
  readonly detail: string;
  readonly tookMs: number;
}

const PATIENCE_MS = 10_000;

/**
 * Goes the way to a service step by step, without a proxy, and sends nothing: its name, a connection, its certificate.
 * Throws `Unreachable` in the words of the step that failed, after those that did not.
 */
export async function* probe({ base, ca, signal }: Wire): AsyncGenerator<Step> {
  const host = base.hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = base.protocol === 'https:';
  const to = { host, port: Number(base.port) || (secure ? 443 : 80) };
  const within = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]);
  try {
    if (isIP(host) === 0) {
      yield await timed('dns', async () => {
        const found = await lookup(host, { all: true });
        return `${host} is ${found.map(({ address }) => address).join(', ')}`;
      });
    }
    yield await timed('tcp', async () => {
      (await standing(connectPlain(to), 'connect', within)).destroy();
      return `${to.host}:${to.port} takes connections`;
    });
    if (!secure) return;
    yield await timed('tls', async () => {
      const name = isIP(host) === 0 && { servername: host };
      const socket = connectSecure({ ...to, ...name, ...(ca !== undefined && { ca }) });
      const stands = await standing(socket, 'secureConnect', within);
      const detail = certificateOf(stands);
      stands.destroy();
      return detail;
    });
  } catch (error) {
    const given = within.aborted && !signal?.aborted ? tooLong : undefined;
    throw broken(error, { base, sent: false, given });
  }
}

const tooLong = { reason: `no connection within ${PATIENCE_MS / 1000} s`, interrupted: false };

async function timed(name: Step['name'], work: () => Promise<string>): Promise<Step> {
  const startedAt = performance.now();
  const detail = await work();
  return { name, detail, tookMs: Math.round(performance.now() - startedAt) };
}

function standing<It extends Socket>(socket: It, event: string, within: AbortSignal): Promise<It> {
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(new Error('given up'));
    within.addEventListener('abort', giveUp, { once: true });
    socket.once('error', reject);
    socket.once(event, () => resolve(socket));
  });
}

function certificateOf(socket: TLSSocket): string {
  const { issuer, valid_to: until } = socket.getPeerCertificate();
  const by = issuer.O ?? issuer.CN;
  return `${socket.getProtocol()}, certificate by ${[by].flat().join(', ')}, until ${until}`;
}

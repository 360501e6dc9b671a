import { memoize } from '../cli/memoize.ts';
import { ConfigError } from '../config/errors.ts';
import type { HttpRequest, Transport } from '../contract/http/http-types.ts';
import { createDirectTransport } from '../http/transport/direct-transport.ts';
import { type ProxySettings, proxyFor } from '../http/transport/proxy-settings.ts';
import type { TransportOptions } from '../http/transport/transport-options.ts';
import { interruptTimeout } from './interrupt.ts';

export interface TransportSettings extends Omit<TransportOptions, 'signal' | 'proxy'> {
  readonly interrupted: AbortSignal;
  readonly killed: AbortSignal;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The way to the service, through the proxy that the environment names; what is asked for before its turn comes shares
 * connections. The first interrupt ends what can be left; the answer to a request that may leave something behind is waited
 * for a while, and only the second interrupt ends that. Throws `ConfigError` where certificates would not be verified.
 */
export function transport(
  { interrupted, killed, ...way }: TransportSettings,
  env: Environment,
): Transport {
  checkVerification(env);
  const wire = { ...way, proxy: proxyFor(way.base, proxiesIn(env)) };
  const patient = createDirectTransport({
    ...wire,
    signal: interruptTimeout({ interrupted, killed }),
  });
  const quick = createDirectTransport({ ...wire, signal: interrupted });
  const shared = memoize(async () => (await kept())({ ...wire, signal: interrupted }));
  const waits = ({ effect }: HttpRequest) => effect === 'money' || effect === 'create';
  return async (request) => {
    if (request.prefetchSignal) return (await shared())(request);
    return waits(request) ? patient(request) : quick(request);
  };
}

const kept = async () =>
  (await import('../http/transport/keepalive-transport.ts')).createKeepAliveTransport;

/** Refuses an environment in which Node would take any certificate for that of the service. Throws `ConfigError`. */
export function checkVerification(env: Environment): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new ConfigError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate verification; nothing was sent.',
    [
      'unset NODE_TLS_REJECT_UNAUTHORIZED',
      'to trust your own authority: --ca-file <file>, or remit profile set caFile <file>',
    ],
  );
}

/** The proxies that the environment names. An empty variable counts as unset, in either spelling. */
export function proxiesIn(env: Environment): ProxySettings {
  const either = (name: string) => env[name] || env[name.toLowerCase()] || undefined;
  return {
    httpProxy: either('HTTP_PROXY'),
    httpsProxy: either('HTTPS_PROXY'),
    noProxy: either('NO_PROXY'),
  };
}

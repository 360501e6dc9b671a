/** The transport to the service: the gate for money, proxy, certificates and interrupts. */

import {
  PROXY_VARIABLES,
  type ProxySettings,
  proxyFor,
} from '../api/client/transport/proxy-settings.ts';
import { createTransport } from '../api/client/transport/transport.ts';
import type { TransportOptions } from '../api/client/transport/transport-options.ts';
import type { HttpRequest, Transport } from '../api/http/http-types.ts';
import { ConfigError } from '../config/errors.ts';
import { interruptTimeout } from './interrupt.ts';

/** Options of the transport, with the two signals of an interrupt. */
export interface TransportSettings extends Omit<TransportOptions, 'signal' | 'proxy'> {
  readonly interrupted: AbortSignal;
  readonly killed: AbortSignal;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Creates the transport to the service, through the proxy that the environment names. A request that could move money
 * passes only as the gate prepared it. `create` creates the connection to the network.
 *
 * A request that creates something or moves money is ended by the second interrupt, or 30 s after the first; the first
 * interrupt ends all others at once.
 *
 * @throws {ConfigError} if certificates would not be verified.
 */
export function createServiceTransport(
  { interrupted, killed, ...settings }: TransportSettings,
  env: Environment,
  create: (options: TransportOptions) => Transport = createTransport,
): Transport {
  checkVerification(env);
  const options = { ...settings, proxy: proxyFor(settings.base, proxiesIn(env)) };
  const patient = create({
    ...options,
    signal: interruptTimeout({ interrupted, killed }),
  });
  const quick = create({ ...options, signal: interrupted });
  const waits = ({ effect }: HttpRequest) => effect === 'money' || effect === 'create';
  return async (request) => {
    // Reads load none of that code.
    if (request.method !== 'GET') {
      const { assertPrepared } = await import('../money/gate/prepare.ts');
      assertPrepared(request, settings.base);
    }
    return waits(request) ? patient(request) : quick(request);
  };
}

/**
 * Refuses an environment in which Node accepts any certificate.
 *
 * @throws {ConfigError} if NODE_TLS_REJECT_UNAUTHORIZED is `0`.
 */
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

/** Returns the proxies that the environment names, in upper or lower case. An empty variable counts as unset. */
export function proxiesIn(env: Environment): ProxySettings {
  return Object.fromEntries(
    [...PROXY_VARIABLES, 'NO_PROXY'].map((name) => [
      name,
      env[name] || env[name.toLowerCase()] || undefined,
    ]),
  );
}

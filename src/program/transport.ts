import type { Request, Send } from '../contract/wire.ts';
import { directSend } from '../http/direct.ts';
import type { Wire } from '../http/outgoing.ts';
import { mayUseProxy, type ProxySettings } from '../http/proxy.ts';
import { patienceOf } from './interrupt.ts';

export interface Transport extends Omit<Wire, 'signal'> {
  readonly interrupted: AbortSignal;
  readonly killed: AbortSignal;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The one way or the other to the service: straight, or through the proxy that the environment names. The first interrupt
 * ends what can be left; the answer to a request that may leave something behind is waited for a while, and only the
 * second interrupt ends that.
 */
export async function transport(
  { interrupted, killed, ...wire }: Transport,
  env: Environment,
): Promise<Send> {
  const open = await opener(wire.base, env);
  const patient = open({ ...wire, signal: patienceOf({ interrupted, killed }) });
  const quick = open({ ...wire, signal: interrupted });
  const waits = ({ effect }: Request) => effect === 'money' || effect === 'create';
  return (request) => (waits(request) ? patient(request) : quick(request));
}

async function opener(base: URL, env: Environment) {
  const proxy = proxiesIn(env);
  if (!mayUseProxy(base, proxy)) return directSend;
  const { pooledSend } = await import('../http/pooled.ts');
  return (wire: Wire) => pooledSend(wire, proxy);
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

import type { Request, Send } from '../contract/wire.ts';
import { directSend } from '../http/direct.ts';
import type { Wire } from '../http/outgoing.ts';
import { mayUseProxy, type ProxySettings } from '../http/proxy.ts';
import { patienceOf } from './interrupt.ts';
import { once } from './once.ts';

export interface Transport extends Omit<Wire, 'signal'> {
  readonly interrupted: AbortSignal;
  readonly killed: AbortSignal;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The one way or the other to the service: straight, or through the proxy that the environment names; what is asked for
 * before its turn comes with others, and shares their connections. The first interrupt ends what can be left; the answer to
 * a request that may leave something behind is waited for a while, and only the second interrupt ends that.
 */
export async function transport(
  { interrupted, killed, ...wire }: Transport,
  env: Environment,
): Promise<Send> {
  const proxy = proxiesIn(env);
  const open = mayUseProxy(wire.base, proxy) ? await pooled(proxy) : directSend;
  const patient = open({ ...wire, signal: patienceOf({ interrupted, killed }) });
  const quick = open({ ...wire, signal: interrupted });
  const shared = once(async () =>
    open === directSend ? (await kept())({ ...wire, signal: interrupted }) : quick,
  );
  const waits = ({ effect }: Request) => effect === 'money' || effect === 'create';
  return async (request) => {
    if (request.ahead) return (await shared())(request);
    return waits(request) ? patient(request) : quick(request);
  };
}

const kept = async () => (await import('../http/kept.ts')).keptSend;

/** Its library is large: only what needs it loads it. */
async function pooled(proxy: ProxySettings) {
  const { pooledSend } = await import('../http/pooled.ts');
  return (wire: Wire): Send => pooledSend(wire, proxy);
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

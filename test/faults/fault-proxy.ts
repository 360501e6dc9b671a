/** The faults of the wire before any service. */

import type { SandboxService } from '../../src/sandbox/server/serve.ts';
import { listenWithFaults, type WireListener } from '../../src/sandbox/wire/listen.ts';
import { wireFaults } from '../../src/sandbox/wire/wire-faults.ts';

/** The name of a fault. */
export type Fault = keyof typeof wireFaults;

/** The faults that can be injected into one request. */
export const faults = Object.keys(wireFaults) as readonly Fault[];

/** A running fault proxy. */
export interface FaultProxy extends Pick<WireListener, 'baseUrl' | 'idle' | 'close'> {
  /** The requests that the service received: `GET /api/businesses`. */
  readonly seen: string[];
}

/** Starts a proxy before a service, or the URL of one, that forwards every request, except those for which `fault` returns a fault. */
export async function faultProxy(
  target: string | Pick<SandboxService, 'fetch' | 'baseUrl'>,
  fault: (request: Request) => Fault | undefined,
): Promise<FaultProxy> {
  const seen: string[] = [];
  const service = typeof target === 'string' ? { baseUrl: target, fetch } : target;
  const onward = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    seen.push(`${request.method} ${pathname}${search}`);
    return service.fetch(new Request(`${service.baseUrl}${pathname}${search}`, onwardOf(request)));
  };
  const { baseUrl, idle, close } = await listenWithFaults({ fetch: onward }, (request) => {
    const name = fault(request);
    return name && wireFaults[name];
  });
  return { baseUrl, seen, idle, close };
}

/** Returns a request without the headers of its own connection. */
function onwardOf(request: Request): Request {
  const onward = new Request(request, { redirect: 'manual' });
  for (const name of ['connection', 'host', 'content-length', 'transfer-encoding']) {
    onward.headers.delete(name);
  }
  return onward;
}

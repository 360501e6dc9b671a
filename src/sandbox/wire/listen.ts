/** A listener before a sandbox, which breaks exchanges and records them. */

import type { HttpBindings } from '@hono/node-server';
import { listenOn } from '../server/listen.ts';
import type { SandboxService } from '../server/serve.ts';
import { drop, type WireFault } from './wire-faults.ts';

/** An exchange as the listener saw it. */
export interface WireEntry {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
  /** The number of times that the service received it. */
  received: number;
  /** The status that was sent; null if the connection was broken, or no response was sent yet. */
  status: number | null;
  isFaulty: boolean;
}

export interface WireListener {
  readonly baseUrl: string;
  /** The exchanges so far, in the order in which they began. */
  readonly entries: readonly WireEntry[];
  /** Resolves when no exchange is going on. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Listens on a free port of 127.0.0.1. `fault` chooses what becomes of an exchange; `undefined` passes it on. */
export async function listenWithFaults(
  { fetch }: Pick<SandboxService, 'fetch'>,
  fault: (request: Request) => WireFault | undefined,
): Promise<WireListener> {
  const entries: WireEntry[] = [];
  const open = new Set<Promise<unknown>>();
  const answer = async (request: Request, connection: HttpBindings): Promise<Response> => {
    const entry = entryOf(request);
    entries.push(entry);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const forward = () => {
      entry.received++;
      const { method, headers } = request;
      const body = bytes.length > 0 ? bytes : null;
      return fetch(new Request(request.url, { method, headers, body }));
    };
    const chosen = fault(request);
    entry.isFaulty = chosen !== undefined;
    // A service that is gone breaks the connection.
    const response = await (chosen?.({ request, forward, connection }) ?? forward()).catch(() =>
      drop(connection),
    );
    entry.status = connection.outgoing.destroyed ? null : response.status;
    return response;
  };
  const listener = await listenOn(0, (request, connection) => {
    const answering = answer(request, connection);
    const ended = answering.catch(() => {}).finally(() => open.delete(ended));
    open.add(ended);
    return answering;
  });
  return {
    baseUrl: listener.baseUrl,
    entries,
    async idle() {
      while (open.size > 0) await Promise.all(open);
    },
    close: listener.close,
  };
}

const entryOf = ({ method, url, headers }: Request): WireEntry => {
  const { pathname, search } = new URL(url);
  return {
    ...{ method, path: `${pathname}${search}`, idempotencyKey: headers.get('idempotency-key') },
    ...{ received: 0, status: null, isFaulty: false },
  };
};

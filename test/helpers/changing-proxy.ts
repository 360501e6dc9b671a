/** A proxy that changes answers of a service. */

import { startProxy, withJson } from './proxy.ts';

/** One exchange that passes the proxy. */
export interface Passing {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The parsed body of the request; an empty text without one. */
  readonly body: unknown;
}

/**
 * What is done with an exchange: the answer's JSON is replaced by what `answer` returns; `lose` breaks the connection
 * before (the service receives nothing) or after the service answered.
 */
export interface Change {
  readonly answer?: (json: unknown) => unknown;
  readonly lose?: 'request' | 'answer';
}

/** A running proxy. */
export interface ChangingProxy {
  readonly baseUrl: string;
  /** Says what is done with each exchange; it passes unchanged if `undefined` is returned. Set it at any time. */
  change: (passing: Passing) => Change | undefined;
  /** The writes that arrived, in order: `POST /api/payments/initiate`. */
  readonly writes: string[];
  readonly close: () => Promise<void>;
}

/** Starts a proxy in front of the service at `target`. */
export async function startChangingProxy(target: string): Promise<ChangingProxy> {
  const writes: string[] = [];
  const server = await startProxy(target, async ({ request, body, forward, passOn, cut }) => {
    const { method = 'GET', url: path = '/' } = request;
    if (method !== 'GET') writes.push(`${method} ${path}`);
    const text = body.toString();
    const change = proxy.change({ method, path, body: text && JSON.parse(text) });
    if (change?.lose === 'request') return cut();
    const answer = await forward();
    if (change?.lose === 'answer') return cut();
    await passOn(change?.answer ? withJson(answer, change.answer) : answer);
  });
  const proxy: ChangingProxy = { ...server, change: () => undefined, writes };
  return proxy;
}

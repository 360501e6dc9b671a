/** A proxy before the sandbox that records idempotency keys, and makes it one of several kinds of services. */

import type { ServerResponse } from 'node:http';
import { type Exchange, startProxy } from '../helpers/proxy.ts';

/** The treatment of a payment request: lost, its answer lost, or answered with a status and a body. */
export type Fate =
  | 'lose-request'
  | 'lose-answer'
  | { readonly status: number; readonly body?: unknown };

/** The kind of service that the proxy makes of the sandbox. */
export interface Kind {
  /** Repeated answers are marked by a header; `true` by default. */
  readonly marks?: boolean;
  /** The refusals of `Fate` are repeated for their key. */
  readonly keepsRefusals?: boolean;
  /** Neither the record nor the log of a payable shows payments that ended. */
  readonly hidesEnds?: boolean;
}

/** A running proxy. */
export interface KeyedService {
  readonly baseUrl: string;
  /** The keys of the payment requests that arrived, in order. */
  readonly keys: readonly string[];
  /** The treatment of the next payment requests; later ones are forwarded. */
  next: Fate[];
  kind: Kind;
  /** Refuses connections until `up`. */
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const PAYING = /\/(initiate|quick-pay|bulk-initiate|withdraw-balance)$/;
const MARK = 'idempotency-replayed';

/** Starts the proxy. */
export async function keyedService(target: string): Promise<KeyedService> {
  const keys: string[] = [];
  const refusals = new Map<string, Exclude<Fate, string>>();
  let server = await startProxy(target, answer);
  const port = Number(new URL(server.baseUrl).port);
  const it: KeyedService = {
    ...{ baseUrl: server.baseUrl, keys, next: [], kind: {} },
    down: () => server.close(),
    up: async () => {
      server = await startProxy(target, answer, port);
    },
    close: () => server.close(),
  };
  return it;

  async function answer(exchange: Exchange): Promise<void> {
    const { request, response, cut } = exchange;
    if (!PAYING.test(request.url ?? '')) return pass(exchange);
    const key = String(request.headers['idempotency-key']);
    keys.push(key);
    const kept = refusals.get(key);
    if (kept) return refuse(response, kept, it.kind.marks !== false);
    const fate = it.next.shift();
    if (fate === 'lose-request') return cut();
    if (typeof fate !== 'object') return pass(exchange, fate);
    if (it.kind.keepsRefusals) refusals.set(key, fate);
    refuse(response, fate, false);
  }

  async function pass(exchange: Exchange, fate?: Fate): Promise<void> {
    const { request, response, forward, passOn, cut } = exchange;
    const { marks = true, hidesEnds = false } = it.kind;
    if (hidesEnds && request.url?.endsWith('/activity-log')) {
      return refuse(response, { status: 404 }, false);
    }
    const { status, headers, body } = await forward();
    if (fate === 'lose-answer') return cut();
    const { [MARK]: mark, ...others } = headers;
    const text = body.toString();
    const shown = hidesEnds ? text.replace(/"lastPaymentFailure":\{[^}]*\}/g, '"x":0') : text;
    await passOn({
      ...{ status, body: Buffer.from(shown) },
      headers: marks && mark !== undefined ? headers : others,
    });
  }
}

function refuse(
  response: ServerResponse,
  { status, body = {} }: Exclude<Fate, string>,
  isReplay: boolean,
): void {
  const mark = isReplay ? { [MARK]: 'true' } : {};
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0', ...mark });
  response.end(JSON.stringify(body));
}

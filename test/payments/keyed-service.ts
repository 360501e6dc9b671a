/** A proxy before the sandbox that records idempotency keys, and makes it one of several kinds of services. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((done) => void server.listen(port, '127.0.0.1', done));
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const it: KeyedService = {
    ...{ baseUrl: `http://127.0.0.1:${port}`, keys, next: [], kind: {} },
    ...{ down: stop, up: () => listen(port), close: stop },
  };
  return it;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    if (!PAYING.test(request.url ?? '')) return pass(request, response, body);
    const key = String(request.headers['idempotency-key']);
    keys.push(key);
    const kept = refusals.get(key);
    if (kept) return refuse(response, kept, it.kind.marks !== false);
    const fate = it.next.shift();
    if (fate === 'lose-request') return void request.socket.destroy();
    if (typeof fate !== 'object') return pass(request, response, body, fate);
    if (it.kind.keepsRefusals) refusals.set(key, fate);
    refuse(response, fate, false);
  }

  async function pass(
    request: IncomingMessage,
    response: ServerResponse,
    body: string,
    fate?: Fate,
  ): Promise<void> {
    const { marks = true, hidesEnds = false } = it.kind;
    if (hidesEnds && request.url?.endsWith('/activity-log')) {
      return refuse(response, { status: 404 }, false);
    }
    const { status, headers, text } = await forward(request, body);
    if (fate === 'lose-answer') return void request.socket.destroy();
    if (!marks) headers.delete(MARK);
    headers.delete('content-length');
    response.writeHead(status, Object.fromEntries(headers));
    response.end(hidesEnds ? text.replace(/"lastPaymentFailure":\{[^}]*\}/g, '"x":0') : text);
  }

  async function forward(request: IncomingMessage, body: string) {
    const { method = 'GET', url = '' } = request;
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'accept']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const sent = method === 'GET' ? { method, headers } : { method, headers, body };
    const answered = await fetch(`${target}${url}`, sent);
    return {
      status: answered.status,
      headers: new Headers(answered.headers),
      text: await answered.text(),
    };
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

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

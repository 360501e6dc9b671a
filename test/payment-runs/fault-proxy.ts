/** A proxy that injects faults into payment requests. */

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The treatment of a payment request: forwarded, lost, its response lost, one payment missing from its response, or
 * answered with a status.
 */
export type Fate =
  | 'pass'
  | 'lose-request'
  | 'lose-answer'
  | 'lose-payment'
  | { readonly status: number };

/** A running proxy. */
export interface Between {
  readonly baseUrl: string;
  /** The bodies of the payment requests received, in order. */
  readonly paying: readonly unknown[];
  /** The treatment of the next requests; later ones are forwarded. */
  next: Fate[];
  /** Called before each payment request is handled, which waits until it resolves. */
  onPaying: (number: number) => void | Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a proxy between the program and the service. */
export async function standBetween(target: string): Promise<Between> {
  const paying: unknown[] = [];
  const passing = new Set<Promise<void>>();
  const server = createServer((incoming, outgoing) => {
    // A client that is gone leaves its request behind: `close` waits for it, while the service is still there.
    const passed = pass(incoming, outgoing).catch(() => void outgoing.destroy());
    passing.add(passed);
    void passed.finally(() => passing.delete(passed));
  });
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await textOf(incoming);
    const fate = isPaying(incoming) ? await fateOf(body) : 'pass';
    if (fate === 'lose-request') return void incoming.socket.destroy();
    if (typeof fate === 'object') return answer(outgoing, fate.status);
    const { statusCode, headers, text } = await forward(incoming, body, target);
    if (fate === 'lose-answer') return void incoming.socket.destroy();
    outgoing.writeHead(statusCode ?? 500, headers);
    outgoing.end(fate === 'lose-payment' ? withoutLast(text) : text);
  }
  async function fateOf(body: string): Promise<Fate> {
    paying.push(JSON.parse(body));
    await it.onPaying(paying.length);
    return it.next.shift() ?? 'pass';
  }
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const it: Between = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paying,
    next: [],
    onPaying: () => {},
    async close() {
      const closed = new Promise<void>((done) => void server.close(() => done()));
      server.closeAllConnections();
      await closed;
      await Promise.all(passing);
    },
  };
  return it;
}

const isPaying = ({ method, url }: IncomingMessage) =>
  method === 'POST' && /\/(bulk-initiate|quick-pay|withdraw-balance)$/.test(url ?? '');

function answer(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { 'content-type': 'application/problem+json' });
  outgoing.end(JSON.stringify({ status, code: 'told_to', title: 'No', detail: 'It was told to.' }));
}

function forward(incoming: IncomingMessage, body: string, target: string) {
  const { method = 'GET', url = '/', headers } = incoming;
  return new Promise<{
    statusCode: number | undefined;
    headers: IncomingMessage['headers'];
    text: string;
  }>((done, fail) => {
    const { host: _, connection: __, ...rest } = headers;
    const onward = request(new URL(url, target), { method, headers: rest, agent: false });
    onward.on('error', fail);
    onward.on('response', async (response) => {
      const { 'transfer-encoding': ___, 'content-length': ____, ...kept } = response.headers;
      done({ statusCode: response.statusCode, headers: kept, text: await textOf(response) });
    });
    onward.end(body);
  });
}

function withoutLast(text: string): string {
  const { payments, ...rest } = JSON.parse(text);
  return JSON.stringify({ ...rest, payments: payments.slice(0, -1) });
}

async function textOf(stream: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

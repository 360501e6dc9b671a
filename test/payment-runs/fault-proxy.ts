import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of one request that pays: passed on, lost on the way there, its answer or one payment of it lost, or answered by this. */
export type Fate =
  | 'pass'
  | 'lose-request'
  | 'lose-answer'
  | 'lose-payment'
  | { readonly status: number };

export interface Between {
  readonly baseUrl: string;
  /** The requests that pay which came, in their order. */
  readonly paying: readonly unknown[];
  /** What becomes of the next ones; those after them pass. */
  next: Fate[];
  /** Told before each request is dealt with: it waits until this is done. */
  onPaying: (number: number) => void | Promise<void>;
  readonly close: () => Promise<void>;
}

/** Stands between the program and the service, and breaks what it is told to break. */
export async function standBetween(target: string): Promise<Between> {
  const paying: unknown[] = [];
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
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
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return it;
}

const isPaying = ({ method, url }: IncomingMessage) =>
  method === 'POST' && url?.endsWith('/payments/bulk-initiate') === true;

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

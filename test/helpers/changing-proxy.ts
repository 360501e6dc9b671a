/** A proxy that changes answers of a service. */

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const text = await textOf(incoming);
    const { method = 'GET', url: path = '/' } = incoming;
    if (method !== 'GET') proxy.writes.push(`${method} ${path}`);
    const change = proxy.change({ method, path, body: text && JSON.parse(text) });
    if (change?.lose === 'request') return void incoming.socket.destroy();
    const answered = await forwarded(incoming, target, text);
    if (change?.lose === 'answer') return void incoming.socket.destroy();
    const { 'content-length': _, ...headers } = answered.headers;
    outgoing.writeHead(answered.statusCode ?? 500, headers);
    const changed = change?.answer?.(JSON.parse(answered.text));
    outgoing.end(changed === undefined ? answered.text : JSON.stringify(changed));
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => void outgoing.destroy());
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const proxy: ChangingProxy = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: () => undefined,
    writes: [],
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return proxy;
}

function forwarded({ method, url, headers }: IncomingMessage, target: string, text: string) {
  const { port, host } = new URL(target);
  return new Promise<IncomingMessage & { readonly text: string }>((done, failed) => {
    const options = { method, headers: { ...headers, host }, port, host: '127.0.0.1', path: url };
    request(options, (response) => {
      textOf(response).then((body) => done(Object.assign(response, { text: body })), failed);
    })
      .on('error', failed)
      .end(text);
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

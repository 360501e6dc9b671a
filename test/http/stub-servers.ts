/** Stub servers for transport tests. */

import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createRawServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { HttpProxy } from '../../src/api/client/transport/proxy-settings.ts';
import { createTransport } from '../../src/api/client/transport/transport.ts';
import type { TransportOptions } from '../../src/api/client/transport/transport-options.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../src/api/http/http-types.ts';

const pem = (name: string) =>
  readFileSync(new URL(`./certificates/${name}`, import.meta.url), 'utf8');

/** The file of a self-signed certificate for localhost, 127.0.0.1 and api.example.test. */
export const certificateFile = fileURLToPath(
  new URL('./certificates/localhost.pem', import.meta.url),
);

export const certificate = { key: pem('localhost-key.pem'), cert: pem('localhost.pem') };

/** Starts an HTTP server on a free port. It stops after the test. */
export const serve = (listener: RequestListener): Promise<URL> => up(createServer(listener));

/** Starts an HTTPS server with the test certificate. */
export async function serveSecurely(listener: RequestListener): Promise<URL> {
  const url = await up(createSecureServer(certificate, listener));
  return new URL(`https://localhost:${url.port}`);
}

/** Starts a TCP server, which handles the bytes of each connection. */
export const serveRaw = (onConnection: (socket: Socket) => void): Promise<URL> =>
  up(
    createRawServer((socket) => {
      socket.on('error', () => {});
      onConnection(socket);
    }) as Server,
  );

/** A proxy that opens tunnels. */
export interface TunnelProxy {
  readonly url: URL;
  /** The tunnels that were opened, in order. */
  readonly tunnels: { readonly to: string | undefined; readonly login: string | undefined }[];
  /** Cuts all tunnels. */
  readonly cut: () => void;
  readonly stop: () => void;
}

/** Starts a proxy that opens tunnels (CONNECT), all of them to `service` if it is given. Runs until it is stopped. */
export async function startTunnels(service?: URL): Promise<TunnelProxy> {
  const tunnels: TunnelProxy['tunnels'] = [];
  const clients = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, client) => {
    tunnels.push({ to: url, login: headers['proxy-authorization'] });
    const { hostname, port } = service ?? new URL(`http://${url}`);
    let isOpen = false;
    const upstream = connect(Number(port), hostname, () => {
      isOpen = true;
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    clients.add(client);
    client.once('close', () => clients.delete(client));
    upstream.on('error', () => {
      if (isOpen) client.destroy();
      else client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    client.on('error', () => upstream.destroy());
  });
  const url = await listening(server);
  const cut = () => {
    for (const client of clients) client.destroy();
  };
  const stop = () => {
    cut();
    server.closeAllConnections();
    server.close();
  };
  return { url, tunnels, cut, stop };
}

/** Returns the setting of a proxy, as if the environment named it. */
export const proxyAt = (url: string | URL): { readonly proxy: HttpProxy } => ({
  proxy: { url: new URL(url), variable: 'HTTPS_PROXY' },
});

/** The ways to a service: directly, and through a proxy. They pass the same tests. */
type Way = readonly [name: string, open: (options: TransportOptions) => Transport];

/** Returns both ways, and starts the proxy of the second for the tests of a file. */
export function bothWays(): readonly Way[] {
  let proxy: TunnelProxy;
  beforeAll(async () => {
    proxy = await startTunnels();
  });
  afterAll(() => proxy.stop());
  return [
    ['direct', createTransport],
    ['proxied', (options) => createTransport({ ...options, ...proxyAt(proxy.url) })],
  ];
}

/** Sends these bytes in response to every complete request, then calls `then`. */
export const answering =
  (bytes: string | Uint8Array, then: (socket: Socket) => void = () => {}) =>
  (socket: Socket): void => {
    let seen = '';
    socket.on('data', (data) => {
      seen += data;
      if (!seen.includes('\r\n\r\n')) return;
      seen = '';
      socket.write(bytes, () => then(socket));
    });
  };

/** Returns a URL on which no server listens. */
export async function deadAddress(): Promise<URL> {
  const server = createRawServer();
  const url = await listening(server as Server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

async function up(server: Server): Promise<URL> {
  const sockets = new Set<Socket>();
  for (const event of ['connection', 'secureConnection']) {
    server.on(event, (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listening(server);
}

/** Starts a server on a free port. */
export function listening(server: Server): Promise<URL> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    });
  });
}

/** A read request. */
export const reading: HttpRequest = {
  method: 'GET',
  path: '/api/things',
  headers: {},
  effect: 'read',
};
/** A money request. */
export const paying: HttpRequest = {
  method: 'POST',
  path: '/api/payments/initiate',
  headers: { 'content-type': 'application/json' },
  body: '{"payableId":"pay_1"}',
  effect: 'money',
};

/** A read request that may share a connection. */
export const prefetching: HttpRequest = {
  ...reading,
  prefetchSignal: new AbortController().signal,
};

/** Sends a request and reads the whole body. */
export async function whole(
  send: Transport,
  request: HttpRequest,
): Promise<HttpResponse & { text: string }> {
  const answer = await send(request);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return { ...answer, text: Buffer.concat(chunks).toString() };
}

/** Returns the error of a rejected promise. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

/** Creates a `Transport` without a network: returns the responses in order, the last one repeatedly. */
export function scripted(...answers: ((Partial<HttpResponse> & { text?: string }) | Error)[]) {
  const requests: HttpRequest[] = [];
  const send: Transport = async (request) => {
    requests.push(request);
    const next = answers[Math.min(requests.length, answers.length) - 1];
    if (next instanceof Error) throw next;
    return answer(next?.status ?? 200, next?.text ?? '{}', next?.headers);
  };
  return { send, requests };
}

/** Creates a response with a text body. */
export const answer = (
  status: number,
  text: string,
  headers: HttpResponse['headers'] = {},
): HttpResponse => ({
  status,
  headers,
  body: (async function* () {
    if (text !== '') yield Buffer.from(text);
  })(),
});

/** A proxy that injects faults. */

import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** The faults that can be injected into one request. */
export const faults = [
  /** The connection breaks before the service receives anything. */
  'reset-before',
  /** The service performs the request, and the connection breaks before any response. */
  'reset-after',
  /** The response breaks off in the middle. */
  'cut',
  /** A gateway reports an error; the service received nothing. */
  'error-before',
  /** A gateway reports an error, although the service performed the request. */
  'error-after',
  /** 429: the service received nothing. */
  'throttle',
  /** A redirect: the service received nothing. */
  'redirect',
  /** The first bytes of the response arrive one by one. */
  'drip',
  /** The connection breaks, and the service receives the request a moment later. */
  'late',
  /** The service receives the request twice. */
  'duplicate',
  /** The response is not JSON, although the service performed the request. */
  'garbled',
] as const;

/** The name of a fault. */
export type Fault = (typeof faults)[number];

/** A running fault proxy. */
export interface FaultProxy {
  readonly baseUrl: string;
  /** The requests that the service received, in order: `POST /api/payments/initiate`. */
  readonly seen: string[];
  /** Resolves when no request is in flight, including late ones. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The delay of a late request in ms. */
const LATE_MS = 150;

/** Starts a proxy that forwards every request, except those for which `fault` returns a fault. */
export async function faultProxy(
  target: string,
  fault: (request: IncomingMessage) => Fault | undefined,
): Promise<FaultProxy> {
  const seen: string[] = [];
  const open = new Set<Promise<unknown>>();
  const forward = (message: IncomingMessage, body: Buffer): Promise<Forwarded> => {
    seen.push(`${message.method} ${message.url}`);
    return forwarded(target, message, body);
  };
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(message);
    const kind = fault(message);
    const exchange = { message, response, forward: () => forward(message, body) };
    await (kind === undefined ? passOn : plays[kind])(exchange);
  };
  const server = createServer((message, response) => {
    const handled = handle(message, response).catch(() => void message.socket.destroy());
    open.add(handled);
    void handled.then(() => open.delete(handled));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    idle: async () => {
      while (open.size > 0) await Promise.allSettled(open);
    },
    close: () => closed(server),
  };
}

/** A response of the service. */
export interface Forwarded {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly forward: () => Promise<Forwarded>;
}

type Play = (exchange: Exchange) => Promise<void>;

const passOn: Play = async ({ response, forward }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, headers).end(body);
};

const plays: Readonly<Record<Fault, Play>> = {
  'reset-before': async ({ message }) => void message.socket.destroy(),

  async 'reset-after'({ message, forward }) {
    await forward();
    message.socket.destroy();
  },

  async cut({ message, response, forward }) {
    const { status, headers, body } = await forward();
    response.writeHead(status, { ...headers, 'content-length': body.byteLength });
    response.write(body.subarray(0, Math.ceil(body.byteLength / 2)));
    setTimeout(() => message.socket.destroy(), 10);
  },

  'error-before': async ({ response }) => void response.writeHead(503).end('no healthy upstream'),

  async 'error-after'({ response, forward }) {
    await forward();
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  },

  throttle: async ({ response }) => void response.writeHead(429, { 'retry-after': '0' }).end(),

  redirect: async ({ response }) =>
    void response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end(),

  async drip({ response, forward }) {
    const { status, headers, body } = await forward();
    response.writeHead(status, headers);
    for (const byte of body.subarray(0, 40)) {
      response.write(Buffer.from([byte]));
      await new Promise((done) => setTimeout(done, 2));
    }
    response.end(body.subarray(40));
  },

  async late({ message, forward }) {
    message.socket.destroy();
    await new Promise((done) => setTimeout(done, LATE_MS));
    await forward();
  },

  async duplicate({ response, forward }) {
    const first = await forward();
    await forward();
    response.writeHead(first.status, first.headers).end(first.body);
  },

  async garbled({ response, forward }) {
    const { status } = await forward();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"id": "');
  },
};

/** Forwards a request to a service, and returns its response. */
export const forward = async (target: string, message: IncomingMessage): Promise<Forwarded> =>
  forwarded(target, message, await bodyOf(message));

const forwarded = (target: string, message: IncomingMessage, body: Buffer): Promise<Forwarded> =>
  new Promise((resolve, reject) => {
    const { host: _, ...headers } = message.headers;
    const { method, url } = message;
    const outgoing = request(`${target}${url}`, { method, headers }, (answer) => {
      bodyOf(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const closed = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

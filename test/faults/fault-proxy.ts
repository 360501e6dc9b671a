/** A proxy that injects faults. */

import type { IncomingMessage } from 'node:http';
import { type Exchange, startProxy } from '../helpers/proxy.ts';
import type { Answering } from '../helpers/stub-server.ts';

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

/** A running fault proxy; `seen` are the requests that the service received. */
export type FaultProxy = Answering;

/** The delay of a late request in ms. */
const LATE_MS = 150;

/** Starts a proxy that forwards every request, except those for which `fault` returns a fault. */
export async function faultProxy(
  target: string,
  fault: (request: IncomingMessage) => Fault | undefined,
): Promise<FaultProxy> {
  const seen: string[] = [];
  const server = await startProxy(target, (exchange) => {
    const { request } = exchange;
    const kind = fault(request);
    const forward = () => {
      seen.push(`${request.method} ${request.url}`);
      return exchange.forward();
    };
    return (kind === undefined ? passOn : plays[kind])({ ...exchange, forward });
  });
  return { ...server, seen };
}

type Play = (exchange: Exchange) => Promise<void>;

const passOn: Play = async ({ forward, passOn: send }) => send(await forward());

const plays: Readonly<Record<Fault, Play>> = {
  'reset-before': async ({ cut }) => cut(),

  async 'reset-after'({ forward, cut }) {
    await forward();
    cut();
  },

  async cut({ response, forward, cut }) {
    const { status, headers, body } = await forward();
    response.writeHead(status, { ...headers, 'content-length': body.byteLength });
    response.write(body.subarray(0, Math.ceil(body.byteLength / 2)));
    setTimeout(cut, 10);
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

  async late({ forward, cut }) {
    cut();
    await new Promise((done) => setTimeout(done, LATE_MS));
    await forward();
  },

  async duplicate({ forward, passOn: send }) {
    const first = await forward();
    await forward();
    await send(first);
  },

  async garbled({ response, forward }) {
    const { status } = await forward();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"id": "');
  },
};

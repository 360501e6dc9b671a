/** Faults of the wire: each breaks one exchange in its own way. */

import { setTimeout as pause } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { applyToResponse } from '../faults/drop-connection.ts';

/** A request on its way to a service, and its connection. */
export interface Exchange {
  readonly request: Request;
  /** Sends the request to the service, once for each call. */
  readonly forward: () => Promise<Response>;
  readonly connection: Partial<HttpBindings>;
}

/** A fault: decides about an exchange, and returns the response to send. */
export type WireFault = (exchange: Exchange) => Promise<Response>;

/** The delay of a late request in ms. */
const LATE_MS = 150;

/** The faults of the wire, by name. */
export const wireFaults = {
  /** The connection breaks before the service receives anything. */
  'reset-before': async ({ connection }) => drop(connection),

  /** The service performs the request, and the connection breaks before any response. */
  'reset-after': async ({ forward, connection }) => {
    await forward();
    return drop(connection);
  },

  /** The response breaks off in the middle. */
  cut: async ({ forward, connection }) => {
    const answer = await forward();
    const body = await answer.arrayBuffer();
    const { status, headers } = answer;
    const whole = new Response(body, { status, headers });
    return applyToResponse(whole, { cut: Math.ceil(body.byteLength / 2) }, connection);
  },

  /** A gateway reports an error; the service received nothing. */
  'error-before': async () => new Response('no healthy upstream', { status: 503 }),

  /** A gateway reports an error, although the service performed the request. */
  'error-after': async ({ forward }) => {
    await forward();
    const headers = { 'content-type': 'text/html' };
    return new Response('<h1>Bad gateway</h1>', { status: 502, headers });
  },

  /** 429: the service received nothing. */
  throttle: async () => new Response(null, { status: 429, headers: { 'retry-after': '0' } }),

  /** A redirect: the service received nothing. */
  redirect: async () =>
    new Response(null, { status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' } }),

  /** The first bytes of the response arrive one by one. */
  drip: async ({ forward }) => {
    const answer = await forward();
    const body = new Uint8Array(await answer.arrayBuffer());
    const { status, headers } = answer;
    return new Response(dripping(body), { status, headers });
  },

  /** The connection breaks, and the service receives the request a moment later. */
  late: async ({ forward, connection }) => {
    const dropped = drop(connection);
    await pause(LATE_MS);
    await forward();
    return dropped;
  },

  /** The service receives the request twice. */
  duplicate: async ({ forward }) => {
    const first = await forward();
    await forward();
    return first;
  },

  /** The response is not JSON, although the service performed the request. */
  garbled: async ({ forward }) => {
    const { status } = await forward();
    return new Response('{"id": "', { status, headers: { 'content-type': 'application/json' } });
  },
} as const satisfies Readonly<Record<string, WireFault>>;

/** Breaks the connection to the program. */
export const drop = (connection: Partial<HttpBindings>): Promise<Response> =>
  applyToResponse(new Response(null), { drop: 'after' }, connection);

function dripping(body: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(stream) {
      const end = at < 40 ? at + 1 : body.length;
      if (at > 0) await pause(2);
      stream.enqueue(body.subarray(at, end));
      at = end;
      if (at >= body.length) stream.close();
    },
  });
}

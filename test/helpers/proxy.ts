/** A proxy before a service, for tests of what may happen on the way. */

import { type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import { type Answering, bodyOf, serveRequests } from './stub-server.ts';

/** A request that passes the proxy. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  /** Sends the request to the service, once for each call. */
  readonly forward: () => Promise<Forwarded>;
  /** Sends a response of the service to the program, by default what `forward` returns. */
  readonly passOn: (answer?: Forwarded) => Promise<void>;
  /** Breaks the connection to the program. */
  readonly cut: () => void;
}

/** A response of the service. */
export interface Forwarded {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Starts a proxy before the service at `target`, an HTTP URL. `handle` decides what becomes of each exchange. */
export const startProxy = (
  target: string,
  handle: (exchange: Exchange) => unknown,
  port?: number,
): Promise<Answering> =>
  serveRequests((request, response, body) => {
    const forward = () => forwardTo(target, request, body);
    return handle({
      ...{ request, response, body, forward },
      passOn: async (answer) => sendTo(response, answer ?? (await forward())),
      cut: () => void request.socket.destroy(),
    });
  }, port);

/** Sends a request to a service, and returns its response. */
export function forwardTo(
  target: string,
  { method, url = '/', headers: { host: _, connection: __, ...headers } }: IncomingMessage,
  body: Buffer,
): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const onward = open(new URL(url, target), { method, headers, agent: false });
    onward.on('error', reject);
    onward.on('response', (answer) => {
      const { statusCode: status = 502, headers: all } = answer;
      // The body is sent in one piece.
      const { 'transfer-encoding': ___, connection: ____, ...kept } = all;
      bodyOf(answer).then((text) => resolve({ status, headers: kept, body: text }), reject);
    });
    onward.end(body);
  });
}

/** Sends a response of the service to a program. */
export function sendTo(response: ServerResponse, { status, headers, body }: Forwarded): void {
  response.writeHead(status, { ...headers, 'content-length': body.byteLength }).end(body);
}

/** Returns a response with its JSON changed. */
export const withJson = (answer: Forwarded, change: (json: never) => unknown): Forwarded => ({
  ...answer,
  body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString()) as never))),
});

/** A stub server. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running stub server. */
export interface Answering {
  readonly baseUrl: string;
  /** The method and path of every request: `GET /api/businesses`. */
  readonly seen: string[];
  /** Resolves when no request is being handled. */
  readonly idle: () => Promise<void>;
  /** Stops, and waits for the requests that are being handled. */
  readonly close: () => Promise<void>;
}

/** Handles a request with its whole body; the connection is cut if it fails. */
export type Handler<Body> = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
) => unknown;

/** Starts a server that answers requests with a function, which gets the body as text. */
export const answering = (answer: Handler<string>): Promise<Answering> =>
  serveRequests((request, response, body) => answer(request, response, body.toString()));

/** Starts a server on a port of 127.0.0.1, by default a free one. */
export async function serveRequests(handle: Handler<Buffer>, port = 0): Promise<Answering> {
  const seen: string[] = [];
  const open = new Set<Promise<unknown>>();
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const handled = bodyOf(request)
      .then((body) => handle(request, response, body))
      .catch(() => request.socket.destroy())
      .finally(() => open.delete(handled));
    open.add(handled);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const idle = async () => {
    while (open.size > 0) await Promise.all(open);
  };
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    idle,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      await idle();
    },
  };
}

/** Reads the body of a request or a response. */
export const bodyOf = async (message: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await message.toArray());

/** Sends a JSON response with the request id `req_test`. */
export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_test' });
  response.end(JSON.stringify(body));
}

/** A stub server. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running stub server. */
export interface Answering {
  readonly baseUrl: string;
  /** The method and path of every request: `GET /api/businesses`. */
  readonly seen: string[];
  readonly close: () => Promise<void>;
}

/** Starts a server that answers requests with a function, which gets the body as text. */
export async function answering(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<Answering> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Sends a JSON response with the request id `req_test`. */
export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_test' });
  response.end(JSON.stringify(body));
}

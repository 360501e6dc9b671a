import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answering {
  readonly baseUrl: string;
  /** `GET /api/businesses` of every request that came. */
  readonly seen: string[];
  readonly close: () => Promise<void>;
}

/** A service of the test's own that answers as it is told. */
export async function answering(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Answering> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume();
    request.on('end', () => answer(request, response));
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

/** Answers JSON. */
export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_test' });
  response.end(JSON.stringify(body));
}

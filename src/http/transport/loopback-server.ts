import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** An address on this machine that a browser is sent back to when its work elsewhere is done (RFC 8252, section 7.3). */
export interface Loopback {
  /** A port and a path that nobody can guess. */
  readonly url: string;
  /**
   * The query of the first visit that is `wanted`; any other is answered 400 and forgotten. `undefined` when nobody
   * came in `patienceMs`, or when `signal` ended the waiting.
   */
  readonly visit: (
    wanted: (query: URLSearchParams) => boolean,
    patienceMs: number,
  ) => Promise<URLSearchParams | undefined>;
  readonly close: () => void;
}

/** How long the last page may take to leave; browsers hold connections open that they never use. */
const LAST_BYTES_MS = 500;

/** Listens on 127.0.0.1 alone until it is closed. */
export async function listenOnLoopback(signal: AbortSignal): Promise<Loopback> {
  const path = `/${randomBytes(16).toString('base64url')}`;
  let visitor: (query: URLSearchParams) => boolean = () => false;
  const server = createServer((request, response) => {
    const query = queryOf(request, path);
    if (!query) send(response, 404, 'Page not found.');
    else if (visitor(query)) send(response, 200, 'Done. You can close this window.');
    else send(response, 400, 'Unexpected request. It was ignored.');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    visit: (wanted, patienceMs) =>
      new Promise((resolve) => {
        const settle = (query?: URLSearchParams) => {
          visitor = () => false;
          clearTimeout(patience);
          signal.removeEventListener('abort', giveUp);
          resolve(query);
        };
        const giveUp = () => settle();
        const patience = setTimeout(giveUp, patienceMs);
        visitor = (query) => {
          const isIt = wanted(query);
          if (isIt) settle(query);
          return isIt;
        };
        signal.addEventListener('abort', giveUp);
        if (signal.aborted) giveUp();
      }),
    close: () => {
      server.close();
      setTimeout(() => server.closeAllConnections(), LAST_BYTES_MS).unref();
    },
  };
}

/** A page of another site must not reach it under a name of its own: the host has to be the address itself. */
function queryOf({ method, url = '/', headers }: IncomingMessage, path: string) {
  const isHere = /^127\.0\.0\.1(:\d+)?$/.test(headers.host ?? '');
  const asked = new URL(url, 'http://127.0.0.1');
  return method === 'GET' && isHere && asked.pathname === path ? asked.searchParams : undefined;
}

function send(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>remit</title><p>${sentence}</p></html>\n`,
  );
}

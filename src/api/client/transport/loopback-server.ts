/** A loopback HTTP server for browser redirects. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A URL on this machine that a browser is redirected to after an external sign-in (RFC 8252, section 7.3). */
export interface Loopback {
  /** Has an unguessable path and a random port. */
  readonly url: string;
  /**
   * Resolves to the query of the first visit for which `wanted` returns true; any other visit is answered 400 and
   * ignored. `undefined` after `timeoutMs` ms without one, or when the signal aborts.
   */
  readonly visit: (
    wanted: (query: URLSearchParams) => boolean,
    timeoutMs: number,
  ) => Promise<URLSearchParams | undefined>;
  readonly close: () => void;
}

/** The time in ms for the last page to be sent. Browsers hold open connections that they never use. */
const LAST_BYTES_MS = 500;

/** Starts a server on 127.0.0.1 that runs until it is closed. */
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
    visit: (wanted, timeoutMs) =>
      new Promise((resolve) => {
        const settle = (query?: URLSearchParams) => {
          visitor = () => false;
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          resolve(query);
        };
        const giveUp = () => settle();
        const timer = setTimeout(giveUp, timeoutMs);
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

const BASE = 'http://127.0.0.1';

/**
 * Returns the query of a valid visit. The `Host` header must be the IP address, so that another site cannot reach the
 * server under a domain name of its own (DNS rebinding).
 */
function queryOf({ method, url = '/', headers }: IncomingMessage, path: string) {
  const isHere = /^127\.0\.0\.1(:\d+)?$/.test(headers.host ?? '');
  // Any program of this machine, and any page in the browser, can send a path that is no URL.
  const asked = URL.canParse(url, BASE) ? new URL(url, BASE) : undefined;
  return method === 'GET' && isHere && asked?.pathname === path ? asked.searchParams : undefined;
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

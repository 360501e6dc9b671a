import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server';

const GRACE_MS = 2000;

export interface HttpListener {
  readonly port: number;
  readonly baseUrl: string;
  /** Accepts no new connections and waits up to 2 s for open ones. Can be called more than once. */
  readonly close: () => Promise<void>;
}

/**
 * Listens on 127.0.0.1 only.
 *
 * Port 0 takes a free port. Rejects with the system's error (`EADDRINUSE`) if the port is taken.
 */
export async function listenOn(
  port: number,
  fetch: (request: Request, connection: HttpBindings) => Promise<Response>,
): Promise<HttpListener> {
  const server = createAdaptorServer({
    fetch: (request, connection) => fetch(request, connection as HttpBindings),
  });
  // Node would tell the client at once to send its body. Here that happens when the body is read.
  server.on('checkContinue', (...exchange) => server.emit('request', ...exchange));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;

  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeGracefully(server);
    return closing;
  };
  return { port: boundPort, baseUrl: `http://127.0.0.1:${boundPort}`, close };
}

async function closeGracefully(server: ServerType): Promise<void> {
  const cut = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
  }, GRACE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
  clearTimeout(cut);
}

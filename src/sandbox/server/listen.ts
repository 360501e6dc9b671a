import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server';

const GRACE_MS = 2000;

export interface HttpListener {
  readonly port: number;
  readonly baseUrl: string;
  /** Accepts no new connections and waits up to 2 s for open ones. Can be called more than once. */
  readonly close: () => Promise<void>;
}

/** The address that only this machine reaches. */
export const LOOPBACK = '127.0.0.1';

/**
 * Listens on 127.0.0.1 only, unless another address is given.
 *
 * Port 0 takes a free port. Rejects with the system's error (`EADDRINUSE`) if the port is taken.
 */
export async function listenOn(
  port: number,
  fetch: (request: Request, connection: HttpBindings) => Promise<Response>,
  address: string = LOOPBACK,
): Promise<HttpListener> {
  const server = createAdaptorServer({
    fetch: (request, connection) => fetch(request, connection as HttpBindings),
  });
  // Node would tell the client at once to send its body. Here that happens when the body is read.
  server.on('checkContinue', (...exchange) => server.emit('request', ...exchange));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;

  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeGracefully(server);
    return closing;
  };
  return { port: boundPort, baseUrl: `http://${LOOPBACK}:${boundPort}`, close };
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

import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server';

const GRACE_MS = 2000;

export interface HttpListener {
  readonly port: number;
  readonly baseUrl: string;
  /** Takes no new connection, and waits a little for those that are being answered. May be called again. */
  readonly close: () => Promise<void>;
}

/** Serves on 127.0.0.1 and nowhere else. Rejects with the system's error when the port cannot be had. */
export async function listenOn(
  port: number,
  fetch: (request: Request, connection: HttpBindings) => Promise<Response>,
): Promise<HttpListener> {
  const server = createAdaptorServer({
    fetch: (request, connection) => fetch(request, connection as HttpBindings),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;

  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= closeSoon(server);
    return closed;
  };
  return { port: taken, baseUrl: `http://127.0.0.1:${taken}`, close };
}

async function closeSoon(server: ServerType): Promise<void> {
  const cut = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
  }, GRACE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
  clearTimeout(cut);
}

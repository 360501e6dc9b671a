/** A gateway with TLS before a service, which can hold each step of an exchange. */

import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createRawServer, type Socket } from 'node:net';
import { forwardTo, sendTo } from '../helpers/proxy.ts';
import { bodyOf } from '../helpers/stub-server.ts';
import { certificate, certificateFile } from '../http/stub-servers.ts';

/** The steps of an exchange, in order; each goes on when its promise resolves. */
export interface Steps {
  /** The connection was accepted, and TLS has not begun: the program waits for a connection. */
  readonly connecting: () => Promise<void>;
  /** TLS is established: the program is about to send. This step cannot be held. */
  readonly established: () => void;
  /** The service has answered a write, and the program has not received it. */
  readonly answered: () => Promise<void>;
}

/** A running gateway. */
export interface Gateway {
  /** The environment of a program that uses it. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Starts a gateway before the service at `target`, an HTTP URL. */
export async function openGateway(target: string, steps: Steps): Promise<Gateway> {
  const secure = createServer(certificate, async (message, response) => {
    try {
      const answer = await forwardTo(target, message, await bodyOf(message));
      if (message.method !== 'GET') await steps.answered();
      sendTo(response, answer);
    } catch {
      message.socket.destroy();
    }
  });
  secure.on('secureConnection', () => steps.established());
  secure.on('tlsClientError', () => {});
  const inner = await listening(secure);
  const sockets = new Set<Socket>();
  const outer = createRawServer({ pauseOnConnect: true }, async (client) => {
    sockets.add(client.on('error', () => {}));
    await steps.connecting();
    const upstream = connect(inner, '127.0.0.1');
    sockets.add(upstream.on('error', () => client.destroy()));
    client.on('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  const port = await listening(outer);
  return {
    env: { REMIT_BASE_URL: `https://localhost:${port}`, NODE_EXTRA_CA_CERTS: certificateFile },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      secure.closeAllConnections();
      await Promise.all([secure, outer].map((it) => new Promise((done) => it.close(done))));
    },
  };
}

async function listening(server: {
  readonly listen: (port: number, host: string, done: () => void) => unknown;
  readonly address: () => unknown;
}): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

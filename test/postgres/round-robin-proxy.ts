/** A proxy that distributes requests over several servers. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxService } from '../../src/sandbox/server/serve.ts';

/** One URL in front of several servers. */
export interface Front {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

type Server = Pick<SandboxService, 'baseUrl' | 'controlToken'>;

/**
 * Starts a proxy that forwards requests to the servers in turn.
 *
 * Control paths have their own turns, since tests call one after every request. The control token of any server is
 * accepted by all, and their links lead back to the proxy. `onFault` is called for responses with status 500.
 */
export async function inTurns(
  servers: readonly Server[],
  onFault: (fault: unknown) => void,
): Promise<Front> {
  const nextOf = { service: turnsOf(servers), control: turnsOf(servers) };
  const front = createServer(async (incoming, outgoing) => {
    try {
      const server = nextOf[incoming.url?.startsWith('/sandbox/') ? 'control' : 'service']();
      const { status, headers, body } = await passedOn(incoming, server, servers);
      if (status === 500) onFault(new Error(`${incoming.method} ${incoming.url}: ${body}`));
      const shown = servers.reduce((text, it) => text.replaceAll(it.baseUrl, baseUrl), body);
      outgoing.writeHead(status, { ...headers, ...lengthOf(shown, incoming) });
      outgoing.end(shown, 'latin1');
    } catch {
      outgoing.destroy();
    }
  });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    baseUrl,
    close: () =>
      new Promise((done) => {
        front.close(() => done());
        front.closeAllConnections();
      }),
  };
}

function turnsOf(servers: readonly Server[]): () => Server {
  let turn = 0;
  return () => {
    const server = servers[turn++ % servers.length];
    if (!server) throw new Error('There is no server to pass a request on to.');
    return server;
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body, one character each (latin1). */
  readonly body: string;
}

const passedOn = (
  incoming: IncomingMessage,
  { baseUrl, controlToken }: Server,
  servers: readonly Server[],
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { host, hostname, port } = new URL(baseUrl);
    const { method, url: path, headers } = incoming;
    const isControl = servers.some((it) => headers.authorization === `Bearer ${it.controlToken}`);
    const outgoing = request({
      ...{ hostname, port, method, path, agent: false },
      headers: { ...headers, host, ...(isControl && { authorization: `Bearer ${controlToken}` }) },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => {
      const read = (chunks: Buffer[]) =>
        resolve({
          ...{ status: answer.statusCode ?? 0, headers: bare(answer.headers) },
          body: Buffer.concat(chunks).toString('latin1'),
        });
      answer.toArray().then(read, reject);
    });
    incoming.pipe(outgoing);
  });

/** Removes headers that apply to one connection only. */
const bare = ({ connection: _, 'transfer-encoding': __, ...rest }: IncomingHttpHeaders) => rest;

/** Returns the length of a rewritten body; none for an empty one. */
const lengthOf = (body: string, { method }: IncomingMessage) =>
  method === 'HEAD' || body === '' ? {} : { 'content-length': body.length };

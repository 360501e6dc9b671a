/** The validating proxy in front of a sandbox. */

import { isUtf8 } from 'node:buffer';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { matchOperation } from '../../src/api/http/match-path.ts';
import type { Method } from '../../src/api/operations/operation.ts';

/** A URL that leads to a sandbox. */
export interface Front {
  /** Returns the current URL, which changes when the sandbox restarts. */
  readonly url: () => string;
  readonly close: () => Promise<void>;
}

/**
 * Returns a front for the sandbox at `upstream`: the sandbox itself, or the validating proxy if `run.mjs` has started
 * one.
 *
 * The proxy validates the operations only, so other requests bypass it. Its violations are logged. It reads bodies as
 * text, so bodies that are not UTF-8 bypass it too.
 */
export async function frontOf(upstream: () => string): Promise<Front> {
  const { REMIT_PRISM: proxy, REMIT_PRISM_LOG: log } = process.env;
  if (proxy === undefined || log === undefined) return { url: upstream, close: async () => {} };
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    const operation = isUtf8(body) ? operationOf(incoming) : undefined;
    const target = operation === undefined ? upstream() : proxy;
    passOn(incoming, outgoing, { target, upstream: upstream(), body }, (answer) => {
      if (operation !== undefined) appendFileSync(log, lineOf(operation, incoming, answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: () => `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function operationOf({ method, url = '' }: IncomingMessage): string | undefined {
  try {
    return matchOperation(method as Method, url)?.operation.id;
  } catch {
    return undefined; // an id that cannot be decoded
  }
}

function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, upstream, body }: { target: string; upstream: string; body: Uint8Array },
  onAnswer: (answer: IncomingMessage) => void,
): void {
  const { host } = new URL(target);
  const headers = { ...incoming.headers, host, 'x-upstream': upstream };
  const forward = request(new URL(incoming.url ?? '/', target), {
    ...{ method: incoming.method, headers, agent: false },
  });
  forward.on('response', (answer) => {
    onAnswer(answer);
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  forward.on('error', () => outgoing.destroy());
  forward.end(body);
}

const lineOf = (operation: string, { method, url }: IncomingMessage, answer: IncomingMessage) =>
  `${JSON.stringify({
    ...{ operation, method, path: url, status: answer.statusCode },
    violations: JSON.parse(String(answer.headers['sl-violations'] ?? '[]')),
    isOwn: answer.headers['x-request-id'] === undefined,
  })}\n`;

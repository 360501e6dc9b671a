/** A service in which every name is long, and every write is refused. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The members of records whose values people choose. */
const chosen = new Set([
  ...['name', 'legalName', 'alias', 'businessName', 'connectedBusinessName'],
  ...['payeeName', 'payerName', 'invoiceNumber', 'bankName', 'memo', 'description'],
]);

/** Words, an unbroken word, wide characters, and accents that a terminal draws over other lines. */
const tails = {
  words: ' and Sons'.repeat(225),
  unbroken: 'x'.repeat(2_000),
  wide: '漢'.repeat(2_000),
  accents: 'e\u0301'.repeat(1_000) + '\u0301'.repeat(1_000),
} as const;

/** A kind of long name. */
export type Tail = keyof typeof tails;

/** A front of a service. */
export interface Front {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a proxy in front of a service: what people chose is followed by 2,000 characters, balances are large, and a
 * write is refused.
 */
export async function longNamesBefore(upstream: string, tail: Tail): Promise<Front> {
  const lengthened = (key: string, value: unknown) => {
    if (key === 'available') return 5_000;
    return chosen.has(key) && typeof value === 'string' ? `${value}${tails[tail]}` : value;
  };
  const server = createServer(async ({ method = '', url = '', headers }, outgoing) => {
    if (method !== 'GET') {
      outgoing.writeHead(400, { 'content-type': 'application/problem+json' });
      outgoing.end(JSON.stringify({ status: 400, code: 'refused_here', title: 'Refused.' }));
      return;
    }
    const { authorization = '', accept = '' } = headers;
    const answer = await fetch(new URL(url, upstream), { headers: { authorization, accept } });
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    const date = answer.headers.get('date') ?? '';
    outgoing.writeHead(answer.status, { 'content-type': type, date });
    outgoing.end(type.includes('json') ? JSON.stringify(JSON.parse(text, lengthened)) : text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** A service in which every name is long, and every write is refused. */

import { startProxy } from '../helpers/proxy.ts';
import { reply } from '../helpers/stub-server.ts';

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
  return startProxy(upstream, async ({ request, response, forward, passOn }) => {
    if (request.method !== 'GET') return reply(response, 400, { code: 'refused_here' });
    const { headers, ...answer } = await forward();
    const isJson = headers['content-type']?.includes('json');
    const text = isJson
      ? JSON.stringify(JSON.parse(answer.body.toString(), lengthened))
      : answer.body;
    await passOn({ ...answer, headers, body: Buffer.from(text) });
  });
}

/** A stub service for payments. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a service whose writes are answered by a function, and whose reads return the records that a payment needs.
 */
export async function moneyService() {
  let answer: Answer = ok;
  const writes: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      if (request.method === 'GET') return json(response, 200, readAt(path));
      writes.push(`${request.method} ${path}`);
      answer(request, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    writes,
    /** Sets the answer to writes and clears the recorded ones. */
    answers: (how: Answer) => {
      answer = how;
      writes.length = 0;
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Answers a write. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Sends a JSON response. */
export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** Answers that the payment or withdrawal was accepted. */
const ok: Answer = (request, response) => {
  const payment = { paymentId: 'pmt_1', id: 'pmt_1', status: 'PENDING', payableId: 'pay_1' };
  const isBulk = request.url?.includes('bulk');
  json(response, 201, isBulk ? { payments: [payment], count: 1 } : payment);
};

/** Predefined answers. */
export const answered = { ok };

const bank = {
  ...{ id: 'fs_1', businessId: 'biz_1', status: 'verified', isDefault: true, last4: '0000' },
};
const payable = { id: 'pay_1', status: 'APPROVED', amount: 12.5, payeeName: 'Coastal' };

function readAt(path: string): unknown {
  if (path.includes('bank-accounts')) return [bank];
  if (path.includes('/connections/')) return { id: 'conn_1', status: 'active' };
  if (path.endsWith('activity-log')) return [];
  if (path.endsWith('/balance')) return { businessId: 'biz_1', available: 1000 };
  return payable;
}

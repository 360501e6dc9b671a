/** A stub service for payments. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { answering, reply } from '../helpers/stub-server.ts';

/**
 * Starts a service whose writes are answered by a function, and whose reads return the records that a payment needs.
 */
export async function moneyService() {
  let answer: Answer = ok;
  const writes: string[] = [];
  const { baseUrl, close } = await answering((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (request.method === 'GET') return reply(response, 200, readAt(path));
    writes.push(`${request.method} ${path}`);
    return answer(request, response);
  });
  return {
    ...{ baseUrl, close },
    writes,
    /** Sets the answer to writes and clears the recorded ones. */
    answers: (how: Answer) => {
      answer = how;
      writes.length = 0;
    },
  };
}

/** Answers a write. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers that the payment or withdrawal was accepted. */
const ok: Answer = (request, response) => {
  const payment = { paymentId: 'pmt_1', id: 'pmt_1', status: 'PENDING', payableId: 'pay_1' };
  const isBulk = request.url?.includes('bulk');
  reply(response, 201, isBulk ? { payments: [payment], count: 1 } : payment);
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
  if (path.endsWith('activity-log') || path.endsWith('/payables')) return [];
  if (path.endsWith('/balance')) return { businessId: 'biz_1', available: 1000 };
  return payable;
}

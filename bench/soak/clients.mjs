/** Clients that create, approve, read and pay invoices. */

import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { insist, pause } from './stage.mjs';

/** Requests of one round of a client. */
const REQUESTS = 6;
/** The most payables that wait for the program to pay them. */
const QUEUE = 200;

/**
 * Runs clients until `isOver`, each on its own connection, together with so many requests per second. Every payable of
 * theirs is in `ledger.created`, every payment in `ledger.paid`; approved ones for the program are put in `queue`.
 */
export function runClients(stage, { connections, rate, isOver, tally, ledger, queue, samples }) {
  const roundMs = (connections * REQUESTS * 1000) / rate;
  return Promise.all(
    Array.from({ length: connections }, async (_, client) => {
      const socket = new Agent({ keepAlive: true, maxSockets: 1 });
      await pause((roundMs * client) / connections);
      for (let round = 0; !isOver(); round++) {
        const until = performance.now() + roundMs;
        await oneRound(client, round, socket);
        if (!isOver()) await pause(Math.max(0, until - performance.now()));
      }
      socket.destroy();
    }),
  );

  async function oneRound(client, round, socket) {
    const send = (kind, method, path, body) =>
      insist(stage, {
        ...{ method, path, body, agent: socket },
        ...(method === 'POST' && { key: randomUUID() }),
        onLost: () => tally.add('requests without an answer'),
        onTime: (ms) => {
          samples.answered(ms);
          tally.add(kind);
        },
      });
    const { payee, payer, connection, bank } = stage;
    const of = (business) => `/api/businesses/${business}/payables`;
    const invoiceNumber = `S-${client}-${round}`;
    const invoice = { connectionId: connection, amount: 1.25, invoiceNumber, submit: true };
    const { id } = await send('created', 'POST', of(payee), invoice);
    ledger.created.set(id, invoiceNumber);
    await send('approved', 'POST', `${of(payer)}/${id}/approve`);
    await send('lists', 'GET', `${of(payer)}?limit=25`);
    await send('lists', 'GET', `${of(payer)}?limit=25&status=APPROVED&direction=received`);
    await send('read', 'GET', `${of(payee)}/${id}`);
    if (queue.length < QUEUE && round % 4 === 0) {
      queue.push(id);
      return;
    }
    const order = { payableId: id, fundingSourceId: bank, clearingSpeed: 'standard' };
    const { paymentId } = await send('paid', 'POST', '/api/payments/initiate', order);
    ledger.paid.set(id, paymentId);
  }
}

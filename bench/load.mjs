import process from 'node:process';
import autocannon from 'autocannon';
import { startSandbox } from './sandbox.mjs';
import { clear } from './surroundings.mjs';

/**
 * Puts a mixed load on the sandbox: every connection repeatedly creates an invoice, approves it, reads it in three ways
 * and pays it. Prints rate and latency; fails on any unsuccessful response, and if the ledger check fails afterwards.
 *
 *   node bench/load.mjs [seconds] [connections]
 */
const [seconds = 60, connections = 64] = process.argv.slice(2).map(Number);

const sandbox = await startSandbox();
const { payer, payee, connection, bank, token } = sandbox;
const payables = (business) => `/api/businesses/${business}/payables`;

/** The steps of one connection; `of` holds the id from its first step. */
const steps = [
  {
    method: 'POST',
    path: () => payables(payee),
    body: () => ({ connectionId: connection, amount: 250, submit: true }),
  },
  { method: 'POST', path: (of) => `${payables(payer)}/${of.id}/approve` },
  { method: 'GET', path: () => `${payables(payer)}?limit=25` },
  { method: 'GET', path: () => `${payables(payer)}?limit=25&status=APPROVED&direction=received` },
  { method: 'GET', path: (of) => `${payables(payee)}/${of.id}` },
  {
    method: 'POST',
    path: () => '/api/payments/initiate',
    body: (of) => ({ payableId: of.id, fundingSourceId: bank, clearingSpeed: 'standard' }),
  },
];

const requestOf = ({ method, path, body }, at) => ({
  method,
  setupRequest: (request, of) => ({
    ...request,
    path: path(of),
    ...(body && { body: JSON.stringify(body(of)) }),
  }),
  ...(at === 0 && {
    onResponse: (_, text, of) => {
      of.id = JSON.parse(text).id;
    },
  }),
});

const result = await autocannon({
  url: sandbox.baseUrl,
  connections,
  duration: seconds,
  timeout: 30,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  requests: steps.map(requestOf),
});

await settle();
const check = await sandbox.json('sandbox', 'ledger', 'check');
const { latency, errors, timeouts, non2xx } = result;
const figures = {
  ...{ seconds, connections },
  requests: result['2xx'],
  perSecond: Math.round(result['2xx'] / result.duration),
  p50Ms: latency.p50,
  p99Ms: latency.p99,
  ...{ errors, timeouts, non2xx },
  ledger: { ok: check.ok, entries: check.entries, difference: check.difference },
};
console.log(JSON.stringify(figures, null, 2));
await sandbox.close();
clear();
process.exitCode = errors + timeouts + non2xx === 0 && check.ok ? 0 : 1;

/** Advances the clock until the payments are settled, so that the ledger has entries. */
async function settle() {
  const answer = await fetch(`${sandbox.baseUrl}/sandbox/clock/advance`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.controlToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ businessDays: 5 }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

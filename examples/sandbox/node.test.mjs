// Run it with the test runner of Node.js: node --test node.test.mjs
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createClient } from 'remit-cli';
import { createSandbox } from 'remit-cli/sandbox';
import { payInvoice } from './pay-invoice.mjs';

const invoice = { number: 'CL-1001', amount: 184_000, payee: 'Coastal Linen Inc' };
let sandbox;
let client;

beforeEach(async () => {
  sandbox = await createSandbox();
  const { business, token } = sandbox.demo.acme;
  client = createClient({ transport: sandbox.transport, token, business: business.id });
});
afterEach(async () => {
  await client.close();
  await sandbox.close();
});

test('an invoice of another amount is not paid', async () => {
  assert.equal(await payInvoice(client, { ...invoice, amount: 1 }), 'expectation');
});

test('a lost response leaves the outcome unknown, and blocks a second payment', async () => {
  await sandbox.faults.add({ operation: 'pay.initiate', drop: 'after' });
  assert.equal(await payInvoice(client, invoice), 'unknown');
  assert.equal(await payInvoice(client, invoice), 'in_doubt');
});

test('a client of its own calls the sandbox with fetch', async () => {
  const { business, token } = sandbox.demo.acme;
  const url = `http://localhost/api/businesses/${business.id}`;
  const response = await sandbox.fetch(url, { headers: { authorization: `Bearer ${token}` } });
  assert.equal((await response.json()).name, 'Acme Hotels LLC');
});

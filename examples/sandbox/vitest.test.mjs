// Run it with Vitest: npx vitest run vitest.test.mjs
import { createClient } from 'remit-cli';
import { createSandbox } from 'remit-cli/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('an invoice is paid once, and settles three business days later', async () => {
  const settled = sandbox.events({ type: 'payment.completed' });
  expect(await payInvoice(client, invoice)).toBe('paid');
  expect(await payInvoice(client, invoice)).toBe('duplicate');
  await sandbox.clock.advance('3bd');
  for await (const { data } of settled) {
    if (data.amount !== 1840) continue;
    expect(data.status).toBe('COMPLETED');
    break;
  }
});

test('a lost response leaves the outcome unknown, and blocks a second payment', async () => {
  await sandbox.faults.add({ operation: 'pay.initiate', drop: 'after' });
  expect(await payInvoice(client, invoice)).toBe('unknown');
  expect(await payInvoice(client, invoice)).toBe('in_doubt');
});

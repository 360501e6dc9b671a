import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../payments/trade.ts';

const address = { street: '9 Elm St', city: 'Waco', state: 'TX', zip: '76701', country: 'US' };
const bakery = { name: 'Corner Bakery', businessType: 'soleProprietorship', address };

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

async function addBakery(taxInfo?: object) {
  const person = await trade.newAccount('Corner Bakery');
  const { id } = await trade.done(person, 'POST', '/api/businesses/basic', { ...bakery, taxInfo });
  return { ...person, businessId: String(id), bankId: await trade.addBank(person, id) };
}

test('a basic business is verified by its tax number alone, and paid', async () => {
  const { payer } = trade;
  const vendor = await addBakery({ ssn: '123-45-6789' });
  const shown = await trade.done(vendor, 'GET', `/api/businesses/${vendor.businessId}`);
  expect(shown).toMatchObject({
    status: 'verified',
    type: 'basic',
    taxInfo: { ssnLast4: '6789' },
    capabilities: { send: false, receive: true },
  });
  expect(JSON.stringify(shown)).not.toContain('123456789');

  const connectionId = await trade.connect(payer, vendor);
  const path = `/api/businesses/${vendor.businessId}`;
  const { id } = await trade.done(vendor, 'POST', `${path}/payables`, {
    connectionId,
    amount: 80,
    submit: true,
  });
  await trade.done(payer, 'POST', `${trade.payablePath(payer, id)}/approve`);
  await trade.initiate(id);
  await trade.advance({ to: '2026-03-05T14:00:00Z' });
  expect(await trade.done(vendor, 'GET', `${path}/balance`)).toMatchObject({
    available: 80,
    pending: 0,
    total: 80,
  });

  const order = { payableId: id, fundingSourceId: vendor.bankId };
  expect(await trade.refused(vendor, 'POST', '/api/payments/initiate', order)).toBe(
    '403 not_payer',
  );
  const quick = { connectionId, amount: 5, fundingSourceId: vendor.bankId };
  expect(await trade.refused(vendor, 'POST', '/api/payments/quick-pay', quick)).toBe(
    '403 business_receive_only',
  );
  const withdrawal = { amount: 80, fundingSourceId: vendor.bankId };
  expect((await trade.done(vendor, 'POST', `${path}/withdraw-balance`, withdrawal)).status).toBe(
    'PENDING',
  );
});

test('a basic business cannot pay a payable that is its own to pay', async () => {
  const vendor = await addBakery({ ein: '98-7654321' });
  const connectionId = await trade.connect(trade.payee, vendor);
  const body = { connectionId, amount: 20, submit: true };
  const { id } = await trade.done(
    trade.payee,
    'POST',
    `/api/businesses/${trade.payee.businessId}/payables`,
    body,
  );
  await trade.done(vendor, 'POST', `/api/businesses/${vendor.businessId}/payables/${id}/approve`);
  const order = { payableId: id, fundingSourceId: vendor.bankId };
  expect(await trade.refused(vendor, 'POST', '/api/payments/initiate', order)).toBe(
    '403 business_receive_only',
  );
});

test('without a tax number it stays pending, and payments to it wait until it is verified', async () => {
  const { payer } = trade;
  const vendor = await addBakery();
  const path = `/api/businesses/${vendor.businessId}`;
  expect(await trade.done(vendor, 'GET', path)).toMatchObject({
    status: 'pending',
    verification: { requiredActions: ['taxInfo'] },
  });
  const connectionId = await trade.connect(payer, vendor);
  const { id } = await trade.done(vendor, 'POST', `${path}/payables`, {
    connectionId,
    amount: 80,
    submit: true,
  });
  await trade.done(payer, 'POST', `${trade.payablePath(payer, id)}/approve`);
  const { paymentId, status, holdReason } = await trade.initiate(id);
  expect([status, holdReason]).toEqual(['HELD', 'payee_not_verified']);

  await trade.control('POST', `/sandbox/businesses/${vendor.businessId}/verify`, {});
  expect((await trade.payment(paymentId)).status).toBe('PENDING');
  await trade.advance({ to: '2026-03-05T14:00:00Z' });
  expect((await trade.payment(paymentId)).status).toBe('COMPLETED');
  expect(await trade.done(vendor, 'GET', `${path}/balance`)).toMatchObject({ available: 80 });
});

test.for<[name: string, change: object, answer: string]>([
  ['a number of zeroes', { taxInfo: { ein: '00-0000000' } }, '422 invalid_tax_id'],
  [
    'an impossible social security number',
    { taxInfo: { ssn: '666-12-3456' } },
    '422 invalid_tax_id',
  ],
  ['a state that is none', { address: { ...address, state: 'XX' } }, '422 invalid_address'],
  ['a ZIP code of letters', { address: { ...address, zip: 'ABCDE' } }, '422 invalid_address'],
  ['another country', { address: { ...address, country: 'CA' } }, '422 invalid_address'],
  ['an empty name', { name: '  ' }, '422 invalid_text'],
  ['no name at all', { name: undefined }, '400 missing_field'],
  ['a legal form that is none', { businessType: 'club' }, '400 invalid_type'],
])('is refused with %s', async ([, change, answer]) => {
  const person = await trade.newAccount('Corner Bakery');
  expect(
    await trade.refused(person, 'POST', '/api/businesses/basic', { ...bakery, ...change }),
  ).toBe(answer);
});

test.for<[name: string, status: string]>([
  ['suspended', 'suspended'],
  ['Denied', 'suspended'],
  ['document', 'pending'],
  ['Review', 'pending'],
])('a business named %s ends up %s', async ([name, status]) => {
  const person = await trade.newAccount('Somebody');
  const { id } = await trade.done(person, 'POST', '/api/businesses/basic', {
    ...bakery,
    name,
    taxInfo: { ein: '98-7654321' },
  });
  expect((await trade.done(person, 'GET', `/api/businesses/${id}`)).status).toBe(status);
});

test('a suspended payee that is reinstated gets what was held for it', async () => {
  const { payee } = trade;
  const id = await trade.approved(40);
  await trade.control('POST', `/sandbox/businesses/${payee.businessId}/suspend`, {});
  const { paymentId, status } = await trade.initiate(id);
  expect(status).toBe('HELD');
  await trade.control('POST', `/sandbox/businesses/${payee.businessId}/reinstate`, {});
  expect((await trade.payment(paymentId)).status).toBe('PENDING');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../open-sandbox.ts';
import { openTrade, type Trade } from '../trading-partners.ts';

const address = { street: '9 Elm St', city: 'Waco', state: 'TX', zip: '76701', country: 'US' };
const bakery = { name: 'Corner Bakery', businessType: 'soleProprietorship', address };

let trade: Trade;
let baker: Person;
beforeAll(async () => {
  trade = await openTrade();
  baker = await trade.newAccount('Corner Bakery');
});
afterAll(() => trade.close());

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
  const sent = { ...bakery, ...change };
  expect(await trade.refused(baker, 'POST', '/api/businesses/basic', sent)).toBe(answer);
});

test('a business named as one that is denied or has to be reviewed ends so', async () => {
  const person = await trade.newAccount('Somebody');
  for (const [name, status] of [
    ['Denied', 'suspended'],
    ['Review', 'pending'],
  ]) {
    const { id } = await trade.done(person, 'POST', '/api/businesses/basic', {
      ...{ ...bakery, name, taxInfo: { ein: '98-7654321' } },
    });
    const { status: shown } = await trade.done(person, 'GET', `/api/businesses/${id}`);
    expect([name, shown]).toEqual([name, status]);
  }
});

test('a reinstated payee gets the payments held for it', async () => {
  const { payee } = trade;
  const id = await trade.approved(40);
  await trade.control('POST', `/sandbox/businesses/${payee.businessId}/suspend`, {});
  const { paymentId, status } = await trade.initiate(id);
  expect(status).toBe('HELD');
  await trade.control('POST', `/sandbox/businesses/${payee.businessId}/reinstate`, {});
  expect((await trade.payment(paymentId)).status).toBe('PENDING');
});

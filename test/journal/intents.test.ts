import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOperations } from '../../src/contract/operations.ts';
import { type IntentInput, intentOf } from '../../src/journal/intents.ts';
import { journaled } from '../../src/journal/journaled.ts';
import { draftOf, initiate, origin, quickPay } from './given.ts';

test('everything that makes something or moves money is kept, and nothing else', () => {
  const made = allOperations.filter(({ effect }) => effect === 'create' || effect === 'money');
  expect(Object.keys(journaled).sort()).toEqual(made.map(({ id }) => id).sort());
  const moving = Object.keys(journaled).filter((id) => journaled[id]?.money);
  expect(moving.sort()).toEqual(
    made.flatMap(({ id, effect }) => (effect === 'money' ? [id] : [])).sort(),
  );
  expect(intentOf('payable.get', { params: { payableId: 'pay_1' } }, origin)).toBeNull();
  expect(intentOf('payable.approve', { params: { payableId: 'pay_1' } }, origin)).toBeNull();
});

test('keeps ids, cents and the hash of the body', () => {
  expect(quickPay(1234.56)).toEqual({
    operation: 'pay.quickPay',
    origin,
    naturalKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    businessId: null,
    payableId: null,
    connectionId: 'con_1',
    paymentId: null,
    cents: 123456,
    fundingSourceId: 'fs_1',
    bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

const order = { payableId: 'pay_1', fundingSourceId: 'fs_1' };
const quick = { connectionId: 'con_1', amount: 12.5, fundingSourceId: 'fs_1' };
const withdraw = {
  params: { businessId: 'biz_1' },
  body: { amount: 1000, fundingSourceId: 'fs_1' },
};
const invoice = {
  params: { businessId: 'biz_1' },
  body: { connectionId: 'con_1', amount: 10, invoiceNumber: 'INV-1' },
};
const rows = [order, { payableId: 'pay_2', fundingSourceId: 'fs_1' }];

const same: readonly [string, string, IntentInput, IntentInput][] = [
  [
    'a payable, from another account, faster, later',
    'pay.initiate',
    { body: order },
    {
      body: {
        payableId: 'pay_1',
        fundingSourceId: 'fs_2',
        clearingSpeed: 'sameDay',
        scheduledDate: '2026-04-01',
      },
    },
  ],
  [
    'a quick payment with another memo',
    'pay.quickPay',
    { body: quick },
    { body: { ...quick, memo: 'x' } },
  ],
  [
    'a quick payment typed as text',
    'pay.quickPay',
    { body: quick },
    { body: { ...quick, amount: '12.50' } },
  ],
  [
    'a withdrawal',
    'business.withdraw',
    withdraw,
    { ...withdraw, body: { fundingSourceId: 'fs_1', amount: '1000' } },
  ],
  [
    'a batch in another order',
    'pay.bulkInitiate',
    { body: { payments: rows } },
    { body: { payments: rows.toReversed() } },
  ],
  [
    'a batch on another date',
    'pay.bulkInitiate',
    { body: { payments: rows } },
    { body: { payments: rows.map((it) => ({ ...it, scheduledDate: '2026-04-01' })) } },
  ],
  [
    'a cancellation',
    'pay.cancel',
    { params: { paymentId: 'pmt_1' } },
    { params: { paymentId: 'pmt_1' }, body: {} },
  ],
  [
    'an invoice of another amount',
    'payable.create',
    invoice,
    { ...invoice, body: { ...invoice.body, amount: 11 } },
  ],
  [
    'a raw payment without a payable, its members turned',
    'pay.initiate',
    { body: { a: 1, b: { c: 2, d: 3 } } },
    { body: { b: { d: 3, c: 2 }, a: 1 } },
  ],
];

test.for(same)('the same: %s', ([, operation, one, two]) => {
  const key = draftOf(operation, one).naturalKey;
  expect(key).not.toBeNull();
  expect(draftOf(operation, two).naturalKey).toBe(key);
});

const different: readonly [string, string, IntentInput, IntentInput][] = [
  ['another payable', 'pay.initiate', { body: order }, { body: { ...order, payableId: 'pay_2' } }],
  ['a cent more', 'pay.quickPay', { body: quick }, { body: { ...quick, amount: 12.51 } }],
  [
    'another account of a quick payment',
    'pay.quickPay',
    { body: quick },
    { body: { ...quick, fundingSourceId: 'fs_2' } },
  ],
  [
    'a withdrawal of another business',
    'business.withdraw',
    withdraw,
    { ...withdraw, params: { businessId: 'biz_2' } },
  ],
  [
    'a batch with one payable more',
    'pay.bulkInitiate',
    { body: { payments: rows } },
    { body: { payments: [...rows, { payableId: 'pay_3' }] } },
  ],
  [
    'another invoice number',
    'payable.create',
    invoice,
    { ...invoice, body: { ...invoice.body, invoiceNumber: 'INV-2' } },
  ],
  ['another raw body', 'pay.initiate', { body: { a: 1 } }, { body: { a: 2 } }],
];

test.for(different)('not the same: %s', ([, operation, one, two]) => {
  expect(draftOf(operation, two).naturalKey).not.toBe(draftOf(operation, one).naturalKey);
});

test('another service is another world', () => {
  const there = intentOf('pay.initiate', { body: order }, 'https://other.example');
  expect(there?.naturalKey).not.toBe(initiate('pay_1').naturalKey);
});

test('an invoice without a number, and whatever else is made, has no key', () => {
  const body = { connectionId: 'con_1', amount: 10, invoiceNumber: null };
  expect(draftOf('payable.create', { ...invoice, body }).naturalKey).toBeNull();
  expect(draftOf('invite.send', { body: { email: 'a@b.test' } }).naturalKey).toBeNull();
});

test('amounts that are none are no cents, and the whole request is the key', () => {
  for (const amount of ['1e3', '-5', '12.505', 0.1 + 0.2, Number.NaN, null, {}, true]) {
    const draft = draftOf('pay.quickPay', { body: { ...quick, amount } });
    expect(draft).toMatchObject({ cents: null, naturalKey: expect.any(String) });
  }
});

test('a body with a secret of a few digits leaves no hash', () => {
  const body = { routingNumber: '110000000', accountNumber: '000123456789', businessId: 'biz_1' };
  expect(draftOf('bank.connectManually', { body })).toMatchObject({
    businessId: 'biz_1',
    bodyHash: null,
    naturalKey: null,
  });
});

test('whatever a raw call sends, each money request gets a key, the same for the same', () => {
  const money = Object.keys(journaled).filter((id) => journaled[id]?.money);
  fc.assert(
    fc.property(fc.constantFrom(...money), fc.jsonValue(), fc.jsonValue(), (id, params, body) => {
      const key = draftOf(id, { params, body }).naturalKey;
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(draftOf(id, structuredClone({ params, body })).naturalKey).toBe(key);
    }),
  );
});

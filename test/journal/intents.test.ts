import fc from 'fast-check';
import { expect, test } from 'vitest';
import { specOperations } from '../../src/api/operations/operations.ts';
import {
  type IntentInput,
  intentOf,
  unmatchedIntent,
} from '../../src/money/journal/intent-draft.ts';
import { journalRules, UNMATCHED } from '../../src/money/journal/journaled-operations.ts';
import { draftOf, initiate, live, origin, quickPay } from './fixture.ts';

test('every create and money operation is recorded, and nothing else', () => {
  const made = specOperations.filter(({ effect }) => effect === 'create' || effect === 'money');
  expect(Object.keys(journalRules).sort()).toEqual([UNMATCHED, ...made.map(({ id }) => id)].sort());
  const outgoing = Object.keys(journalRules).filter((id) => journalRules[id]?.outgoing);
  const moving = made.flatMap(({ id, effect }) => (effect === 'money' ? [id] : []));
  expect([...outgoing, 'pay.cancel'].sort()).toEqual([UNMATCHED, ...moving].sort());
  expect(intentOf('payable.get', { params: { payableId: 'pay_1' } }, live)).toBeNull();
  expect(intentOf('payable.approve', { params: { payableId: 'pay_1' } }, live)).toBeNull();
});

test('records ids, cents and the hash of the body', () => {
  expect(quickPay(1234.56)).toEqual({
    operation: 'pay.quickPay',
    origin,
    environment: 'live',
    naturalKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    keyParts: ['con_1', 123456],
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
    'a quick payment from another account',
    'pay.quickPay',
    { body: quick },
    { body: { ...quick, fundingSourceId: 'fs_2' } },
  ],
  [
    'a withdrawal to another account',
    'business.withdraw',
    withdraw,
    { ...withdraw, body: { ...withdraw.body, fundingSourceId: 'fs_2' } },
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

test.for(same)('equal: %s', ([, operation, one, two]) => {
  const key = draftOf(operation, one).naturalKey;
  expect(key).not.toBeNull();
  expect(draftOf(operation, two).naturalKey).toBe(key);
});

const different: readonly [string, string, IntentInput, IntentInput][] = [
  ['another payable', 'pay.initiate', { body: order }, { body: { ...order, payableId: 'pay_2' } }],
  ['a cent more', 'pay.quickPay', { body: quick }, { body: { ...quick, amount: 12.51 } }],
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

test.for(different)('different: %s', ([, operation, one, two]) => {
  expect(draftOf(operation, two).naturalKey).not.toBe(draftOf(operation, one).naturalKey);
});

test('the base URL does not change the key, the environment does', () => {
  const elsewhere = { origin: 'https://other.example', environment: 'live' };
  expect(initiate('pay_1', elsewhere).naturalKey).toBe(initiate('pay_1').naturalKey);
  const tested = { origin, environment: 'test' };
  expect(initiate('pay_1', tested).naturalKey).not.toBe(initiate('pay_1').naturalKey);
});

test('a request without a natural key, such as an invoice without a number, is identified by its content', () => {
  const body = { connectionId: 'con_1', amount: 10, invoiceNumber: null };
  const one = draftOf('payable.create', { ...invoice, body });
  const other = draftOf('payable.create', { ...invoice, body: { ...body, amount: 11 } });
  expect(other.naturalKey).not.toBe(one.naturalKey);
  const attached = { ...invoice, body: { ...body, attachments: ['att_1'] } };
  expect(draftOf('payable.create', attached).naturalKey).toBe(one.naturalKey);
  const invited = ['a@b.test', 'a@c.test'].map((email) =>
    draftOf('invite.send', { body: { email } }),
  );
  expect(invited[0]?.naturalKey).not.toBe(invited[1]?.naturalKey);
});

test('a request that is no operation is identified by its content', () => {
  const one = unmatchedIntent({ method: 'POST', path: '/api/x?a=1', body: { b: 1, c: 2 } }, live);
  const keyOf = (method: string, path: string, body: unknown) =>
    unmatchedIntent({ method, path, body }, live).naturalKey;
  expect(one).toMatchObject({ operation: 'api.unmatched', cents: null, bodyHash: null });
  expect(keyOf('post', '/api/x?a=1', { c: 2, b: 1 })).toBe(one.naturalKey);
  expect(keyOf('PUT', '/api/x?a=1', { b: 1, c: 2 })).not.toBe(one.naturalKey);
  expect(keyOf('POST', '/api/x?a=2', { b: 1, c: 2 })).not.toBe(one.naturalKey);
  expect(keyOf('POST', '/api/x?a=1', { b: 1 })).not.toBe(one.naturalKey);
});

test('an invalid amount has no cents, and the key is the whole request', () => {
  for (const amount of [0, '0.00', '1e3', '-5', '12.505', 0.1 + 0.2, Number.NaN, null, {}, true]) {
    const draft = draftOf('pay.quickPay', { body: { ...quick, amount } });
    expect(draft).toMatchObject({ cents: null, naturalKey: expect.any(String) });
  }
});

test('a body that contains a short secret is not hashed', () => {
  const body = { routingNumber: '110000000', accountNumber: '000123456789', businessId: 'biz_1' };
  const one = draftOf('bank.connectManually', { body });
  expect(one).toMatchObject({ businessId: 'biz_1', bodyHash: null, keyParts: ['biz_1', null] });
  const other = { ...body, accountNumber: '000123456780' };
  expect(draftOf('bank.connectManually', { body: other }).naturalKey).toBe(one.naturalKey);
  const secret = Object.keys(journalRules).filter((id) => journalRules[id]?.secret);
  for (const id of secret) {
    const { keyParts } = draftOf(id, { body: { ssn: '123-45-6789', amount1: 0.12 } });
    expect(JSON.stringify(keyParts)).not.toMatch(/6789|12/);
  }
});

test('every raw request has a key, and equal requests have equal keys', () => {
  const all = Object.keys(journalRules);
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.jsonValue(), fc.jsonValue(), (id, params, body) => {
      const key = draftOf(id, { params, body }).naturalKey;
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(draftOf(id, structuredClone({ params, body })).naturalKey).toBe(key);
    }),
  );
});

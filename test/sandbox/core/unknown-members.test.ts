import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DuplicateKeyError, parseStrictJson } from '../../../src/strict-json.ts';
import { openSandbox } from '../open-sandbox.ts';
import { openTrade, type Trade } from '../trading-partners.ts';

const address = { street: '1 Main', city: 'Albany', state: 'NY', zip: '12207', country: 'US' };

describe('a misspelled field in a request is refused, wherever it is', () => {
  let trade: Trade;
  beforeAll(async () => {
    trade = await openTrade();
  });
  afterAll(() => trade.close());

  const order = { payableId: 'pay_1', fundingSourceId: 'fs_1' };
  const controller = { firstName: 'Ada', lastName: 'Ames', dateOfBirth: '1980-05-17', ssn: '1234' };
  const business = { name: 'Acme', businessType: 'llc', address };

  test.each<[string, string, unknown, readonly object[]]>([
    ['POST', '/api/payments/initiate', { ...order, ammount: 5 }, [{ field: 'ammount' }]],
    [
      'POST',
      '/api/payments/bulk-initiate',
      { payments: [order, { ...order, speed: 'sameDay' }, order, { ...order, amount: 1 }] },
      [
        { field: 'payments.1.speed', pointer: '#/payments/1/speed', index: 1 },
        { field: 'payments.3.amount', index: 3 },
      ],
    ],
    ['POST', '/api/payments/initiate', { ...order, speed: 'sameDay' }, [{ field: 'speed' }]],
    [
      'POST',
      '/api/businesses',
      { ...business, controller: { ...controller, address: { ...address, zipp: '1' } } },
      [{ field: 'controller.address.zipp' }],
    ],
    ['POST', '/api/businesses/basic', { ...business, controller }, [{ field: 'controller' }]],
    [
      'POST',
      '/api/businesses/BIZ/payables',
      {
        ...{ connectionId: 'conn_1', amount: 5, invoicenumber: 'A-1' },
        lineItems: [{ description: 'x', quantity: 1, unitPrice: 5, price: 5 }],
      },
      [{ field: 'invoicenumber' }, { field: 'lineItems.0.price' }],
    ],
    [
      'PATCH',
      '/api/connections/CONN/settings',
      { netTerms: 5, autoApprove: { enabled: true, max: 1 } },
      [{ field: 'autoApprove.max' }],
    ],
    ['POST', '/api/businesses/BIZ/payables/PAY/cancel', { reason: 'x' }, [{ field: 'reason' }]],
    ['PUT', '/api/businesses/BIZ/payables/PAY', { status: 'PAID' }, [{ field: 'status' }]],
    ['POST', '/api/payments/initiate', '{"__proto__": 1}', [{ field: '__proto__' }]],
  ])('%s %s %j', async (method, path, body, errors) => {
    const { payee, connectionId, done, ask } = trade;
    const payables = `/api/businesses/${payee.businessId}/payables`;
    const { id } = await done(payee, 'POST', payables, { connectionId, amount: 5 });
    const real = path
      .replace('BIZ', payee.businessId)
      .replace('CONN', connectionId)
      .replace('PAY', id);
    const answered = await ask(payee, method, real, body);
    expect(answered).toMatchObject({ status: 400, body: { code: 'unknown_field' } });
    const { errors: said } = answered.body;
    const unknown = said.filter((it: { code: string }) => it.code === 'unknown_field');
    expect(unknown).toMatchObject(errors);
    expect(unknown).toHaveLength(errors.length);
    for (const one of unknown) expect('index' in one).toBe(path.endsWith('bulk-initiate'));
  });

  test('missing fields are reported together with unknown ones, with their row', async () => {
    const { payer, ask } = trade;
    const payments = [order, { payable: 'pay_1', fundingSourceId: 'fs_1' }];
    const { body } = await ask(payer, 'POST', '/api/payments/bulk-initiate', { payments });
    expect(body).toMatchObject({
      code: 'unknown_field',
      errors: [
        { field: 'payments.1.payable', code: 'unknown_field', index: 1 },
        { field: 'payments.1.payableId', code: 'missing_field', index: 1 },
      ],
    });
  });

  test('a body with very many unknown fields reports the first hundred', async () => {
    const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`m${at}`, at]));
    const { body } = await trade.ask(trade.payer, 'POST', '/api/payments/initiate', members);
    expect(body.errors).toHaveLength(102);
  });

  test('a duplicate key is refused, since parsers differ', async () => {
    const { payer, ask } = trade;
    const post = (body: string) => ask(payer, 'POST', '/api/payments/quick-pay', body);
    const { status, body } = await post('{"amount": 1, "amount": 1000}');
    expect([status, body.code, body.detail]).toEqual([
      ...[400, 'invalid_json', 'The body has a duplicate key amount.'],
    ]);
    expect((await post('{"amount": 1, "\\u0061mount": 1000}')).body.code).toBe('invalid_json');
  });
});

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
  ['{"a":"a","b":"a:","c":"\\"a\\":"}', undefined],
  ['[{"a":"}{"},{"a":1}]', undefined],
  ['"a"', undefined],
  ['{"a":{"b":1,"c":[{}],"b":2}}', 'b'],
  ['{"a" : {} ,\n"a"\t: []}', 'a'],
  ['{"a\\"b":1,"a\\u0022b":2}', 'a"b'],
  ['{"":1,"":2}', ''],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  [`{"a":"${'\\\\'.repeat(400_000)}","b":1,"a":2}`, 'a'],
])('of duplicate keys in %s the first is %j', (json, name) => {
  const parse = () => parseStrictJson(json);
  if (name === undefined) expect(parse()).toEqual(JSON.parse(json));
  else expect(parse).toThrow(new DuplicateKeyError(name, 1));
});

describe('with strict off', () => {
  let close: () => unknown;
  afterEach(() => close());

  test('unknown fields, in bodies and elsewhere, are ignored', async () => {
    const sandbox = await openSandbox({ options: { strict: 'off' } });
    close = sandbox.close;
    const token = await sandbox.ownerToken();
    const body = { name: 'Acme', businessType: 'llc', address: { ...address, zipp: '1' }, x: 1 };
    const made = await sandbox.send('POST', '/api/businesses', { token, body });
    expect(made.status).toBe(201);
    const twice = '{"alias": "A", "alias": "B"}';
    const path = `/api/businesses/${made.body.id}`;
    const named = await sandbox.send('PATCH', `${path}/alias`, { token, body: twice });
    expect([named.status, named.body.alias]).toEqual([200, 'B']);
    const odd = { token, body: '{ not json' };
    expect((await sandbox.send('DELETE', `${path}/logo`, odd)).status).toBe(200);
  });
});

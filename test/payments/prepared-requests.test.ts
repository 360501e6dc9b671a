import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/http/api-error.ts';
import { matchOperation } from '../../src/api/http/match-path.ts';
import { business } from '../../src/api/operations/business.ts';
import { pay } from '../../src/api/operations/pay.ts';
import { payable } from '../../src/api/operations/payable.ts';
import { GuardError, UsageError } from '../../src/money/errors.ts';
import { assertUnchanged } from '../../src/money/gate/changes.ts';
import { assertKnownPath } from '../../src/money/gate/known-path.ts';
import { createPayableReader, findMovements, payeesOf } from '../../src/money/gate/movements.ts';
import {
  assertPrepared,
  operationIdOf,
  PreparedRequest,
  prepareRawRequest,
} from '../../src/money/gate/prepare.ts';
import {
  givenService,
  owed,
  prepared,
  preparedBatch,
  preparedPayment,
  preparedQuick,
  recordsOf,
} from './scripted-service.ts';

const PAYABLE = '/api/businesses/biz_1/payables/pay_1';
const withdrawal = {
  params: { businessId: 'biz_1' },
  body: { amount: 100, fundingSourceId: 'fs_1' },
};
const none = { businessId: null, connectionId: null, name: null, alias: null };

describe('what a payment moves', () => {
  test('is the amount of its payable, to the payee of the payable', async () => {
    const { context, requests } = givenService();
    const options = { clearingSpeed: 'sameDay', scheduledDate: '2026-03-20' };
    const { movements, cents, id, params, body, unknownReason, businessId, operation } =
      await preparedPayment(context, {}, options);
    expect([cents, id, params, unknownReason, businessId]).toEqual([
      ...[4000, 'pay.initiate', undefined, null, 'biz_1'],
    ]);
    expect(operation).toBe(pay.initiate);
    expect(body).toEqual({ payableId: 'pay_1', fundingSourceId: 'fs_1', ...options });
    expect(movements).toEqual([
      {
        ...{ kind: 'payment', cents: 4000, bankId: 'fs_1', payableId: 'pay_1', note: null },
        payee: {
          ...{ businessId: 'biz_2', connectionId: 'conn_1', name: 'Coastal Linen', alias: null },
        },
        ...{ payable: expect.objectContaining({ id: 'pay_1' }), connection: undefined },
        ...{ payableReadAt: expect.any(Number), unknownReason: null, cause: undefined, ...options },
      },
    ]);
    expect(requests.map(({ method, path }) => [method, path])).toEqual([['GET', PAYABLE]]);
  });

  test('is named by the business of the payable if it does not say who sent it', async () => {
    const { context } = givenService({
      records: { [PAYABLE]: { id: 'pay_1', amount: 40, businessId: 'biz_5' } },
    });
    const [movement] = (await preparedPayment(context)).movements;
    expect(movement?.payee).toEqual({ ...none, businessId: 'biz_5' });
  });

  test('is the sum of all rows of a batch, each payable read once', async () => {
    const { context, requests } = givenService({
      records: recordsOf(owed, { ...owed, id: 'pay_2', amount: 2.5 }),
    });
    const reader = createPayableReader(context);
    const first = await reader('biz_1', 'pay_1');
    expect((await reader('biz_1', 'pay_1')).payable).toBe(first.payable);
    expect((await reader('biz_1', 'pay_1', { fresh: true })).payable).not.toBe(first.payable);
    expect(requests.length).toBe(2);
    expect((await reader('biz_1', 'pay_2')).payable.id).toBe('pay_2');
    expect(requests.every(({ sharesConnection }) => sharesConnection)).toBe(true);
    const batch = await preparedBatch(context, 'pay_1', 'pay_2');
    expect([batch.cents, batch.movements.map(({ cents }) => cents)]).toEqual([4250, [4000, 250]]);
    expect(batch.known()).toBe(batch.movements);
    const [one, two] = batch.movements.map(({ payableReadAt }) => payableReadAt ?? 0);
    expect(batch.preparedAt).toBe(Math.min(one ?? 0, two ?? 0));
  });

  test('of a quick payment is what was typed, to the partner of the connection', async () => {
    const { context, requests } = givenService();
    const { movements, cents, preparedAt } = await preparedQuick(context, {}, { memo: 'March' });
    expect(cents).toBe(1250);
    expect(movements).toMatchObject([
      {
        ...{ kind: 'payment', cents: 1250, bankId: 'fs_1', payableId: null, note: 'March' },
        payee: {
          ...{ businessId: 'biz_2', connectionId: 'conn_1' },
          ...{ name: 'Coastal Linen', alias: 'linen' },
        },
        ...{ clearingSpeed: null, scheduledDate: null, unknownReason: null, cause: undefined },
        connection: { id: 'conn_1' },
      },
    ]);
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/bank-accounts',
      '/api/connections/conn_1?businessId=biz_1',
    ]);
    expect(preparedAt).toBeLessThanOrEqual(performance.now());
    const fast = await preparedQuick(context, {}, { clearingSpeed: 'standard' });
    expect(fast.movements[0]).toMatchObject({ clearingSpeed: 'standard', note: null });
    expect((await preparedPayment(context)).movements[0]).toMatchObject({ scheduledDate: null });
  });

  test('of a quick payment from an unknown account is read without a business', async () => {
    const { context, requests } = givenService({
      records: { ...recordsOf(), '/api/bank-accounts': [{ id: 'fs_2', businessId: 'biz_7' }] },
    });
    expect((await preparedQuick(context)).cents).toBe(1250);
    expect(requests[1]?.path).toBe('/api/connections/conn_1');
  });

  test('is unknown if the connection cannot be read', async () => {
    const { context } = givenService({ records: { '/api/bank-accounts': [] } });
    const quick = await preparedQuick(context);
    expect([quick.cents, quick.unknownReason]).toEqual([
      null,
      'Connection conn_1 could not be read.',
    ]);
    expect(quick.movements[0]).toMatchObject({
      payee: { ...none, connectionId: 'conn_1' },
      cause: expect.any(ApiError),
    });
  });

  test('of a withdrawal is its amount, to an account of the business', async () => {
    const { context } = givenService();
    const { movements, cents } = await prepared(context, business.withdraw, withdrawal);
    expect(cents).toBe(10_000);
    expect(movements).toMatchObject([
      { kind: 'withdrawal', cents: 10_000, bankId: 'fs_1', payee: none, payableId: null },
    ]);
    const { context: other } = givenService({ records: { '/api/bank-accounts': [] } });
    expect((await prepared(other, business.withdraw, withdrawal)).cents).toBe(10_000);
  });

  test('of a withdrawal is not compared with other accounts', async () => {
    const accounts = [
      { id: 'fs_9', businessId: 'biz_9' },
      { id: 'fs_1', businessId: 'biz_1' },
    ];
    const { context } = givenService({ records: { '/api/bank-accounts': accounts } });
    expect((await prepared(context, business.withdraw, withdrawal)).cents).toBe(10_000);
  });

  test('of an operation without a rule is never guessed', async () => {
    const reader = {} as Parameters<typeof findMovements>[1];
    await expect(findMovements('pay.gift', reader, { params: {}, body: {} })).rejects.toThrow(
      'pay.gift has no rule for the money it moves.',
    );
  });

  test('of a cancellation is nothing', async () => {
    const { context } = givenService();
    const cancel = await prepared(context, pay.cancel, { params: { paymentId: 'pmt_1' } });
    expect([cancel.cents, cancel.movements, cancel.known()]).toEqual([0, [], []]);
  });

  test('is from an account and over a connection of the business', async () => {
    const { context } = givenService({
      records: {
        ...recordsOf(),
        '/api/bank-accounts': [{ id: 'fs_1', businessId: 'biz_9' }],
      },
    });
    await expect(prepared(context, business.withdraw, withdrawal)).rejects.toThrow(
      'Bank account fs_1 belongs to business biz_9, not to biz_1.',
    );
    await expect(preparedQuick(context)).rejects.toThrow(
      'Connection conn_1 is one of biz_1 and biz_2, not of biz_9.',
    );
  });
});

describe('what a payment moves is not known', () => {
  const reason = async (given: Parameters<typeof givenService>[0], more: object = {}) => {
    const { context } = givenService(given);
    const request = await preparedPayment(context, {}, more);
    expect(request.cents).toBe(null);
    const unknown = `Unknown amount or payee: ${request.unknownReason} Nothing was sent.`;
    expect(() => request.known()).toThrow(GuardError);
    expect(() => request.known()).toThrow(unknown);
    expect(() => request.known()).toThrow(
      expect.objectContaining({
        code: 'amount_unknown',
        next: [
          'remit api list',
          'if the service requires this field and it moves no money, declare it in the dialect: remit help dialects',
        ],
      }),
    );
    return request.unknownReason;
  };

  test('if its payable cannot be read, has no amount, or no business is selected', async () => {
    expect(await reason({ records: {} })).toBe('Payable pay_1 could not be read.');
    expect(await reason({ records: { [PAYABLE]: { id: 'pay_1' } } })).toBe(
      'The service did not return the amount of payable pay_1.',
    );
    expect(await reason({ business: undefined })).toBe(
      'No business selected to read payable pay_1.',
    );
  });

  test('if a part of the request is not understood', async () => {
    expect(await reason({}, { value: 750 })).toBe("Its field 'value' is unknown.");
    const { context, requests } = givenService();
    expect((await preparedPayment(context, {}, { value: 750 })).movements).toEqual([]);
    expect(requests).toEqual([]);
    const unread = await preparedBatch(context, 'pay_1', 'pay_7');
    expect([unread.cents, unread.unknownReason]).toEqual([
      null,
      'Payable pay_7 could not be read.',
    ]);
    expect(unread.movements.map(({ cents }) => cents)).toEqual([4000, null]);
  });

  test('but other errors of the service are not taken for it', async () => {
    const { context } = givenService({ records: { [PAYABLE]: 403 } });
    await expect(preparedPayment(context)).rejects.toMatchObject({ status: 403 });
  });

  test.each([0, -5, 10.005, 1e300])('but an amount of %d is refused', async (amount) => {
    const { context } = givenService({
      records: { ...recordsOf(), [PAYABLE]: { id: 'pay_1', amount } },
    });
    const refused = preparedPayment(context);
    await expect(refused).rejects.toMatchObject({ code: 'amount_invalid' });
    await expect(refused).rejects.toThrow(
      `The amount of payable pay_1 is ${JSON.stringify(amount)}: must be whole cents above zero. Nothing was sent.`,
    );
    await expect(preparedQuick(context, {}, { amount })).rejects.toThrow(
      `The amount is ${JSON.stringify(amount)}: must be whole cents`,
    );
    await expect(
      prepared(context, business.withdraw, {
        ...withdrawal,
        body: { amount, fundingSourceId: 'f' },
      }),
    ).rejects.toThrow(`The amount is ${JSON.stringify(amount)}: must be whole cents`);
  });
});

describe('a request that was prepared', () => {
  test('cannot be changed, nor made by anybody else', async () => {
    const { context } = givenService();
    const request = await preparedPayment(context);
    for (const part of [request, request.request, request.movements])
      expect(Object.isFrozen(part)).toBe(true);
    expect(() => new PreparedRequest(Symbol('prepare'), request as never)).toThrow(
      'Only prepare() makes a prepared request.',
    );
  });

  test('is told from every other request', async () => {
    const { context } = givenService();
    const { request } = await preparedPayment(context);
    expect(PreparedRequest.isOf(request)).toBe(true);
    expect(PreparedRequest.isOf({ ...request })).toBe(true);
    for (const change of [
      { method: 'PUT' },
      { path: '/api/payments/quick-pay' },
      { body: `${request.body} ` },
      { prepared: undefined },
      { prepared: { request } },
    ] as object[]) {
      expect(PreparedRequest.isOf({ ...request, ...change })).toBe(false);
    }
  });

  test('is the only one that may be sent if money could move', async () => {
    const { context } = givenService();
    const { request } = await preparedPayment(context);
    const { prepared: _, ...copy } = request;
    const base = context.connection.base;
    const check = (change: object) => () => assertPrepared({ ...copy, ...change }, base);
    expect(() => assertPrepared(request, base)).not.toThrow();
    const stopped = 'POST /api/payments/initiate was not prepared: nothing was sent.';
    expect(check({})).toThrow(stopped);
    expect(check({ effect: 'update' })).toThrow(stopped);
    expect(check({ path: '/api/other' })).toThrow('POST /api/other was not prepared');
    expect(check({ path: '/api/other', effect: 'update' })).not.toThrow();
    expect(check({ method: 'GET', effect: 'read' })).not.toThrow();
  });

  test('is of a business that a command names rather than the selected one', async () => {
    const { context, requests } = givenService({ records: {} });
    const { businessId } = await preparedPayment(context, { businessId: 'biz_8' });
    expect(businessId).toBe('biz_8');
    expect(requests[0]?.path).toBe('/api/businesses/biz_8/payables/pay_1');
  });
});

describe('what the journal records of a request', () => {
  const live = { origin: 'https://pay.example', environment: 'live' };

  test('is what moves, the business that pays, and what the payables showed', async () => {
    const { context } = givenService();
    const { draft } = await preparedPayment(context);
    expect(draft).toMatchObject({
      ...{ ...live, operation: 'pay.initiate', businessId: 'biz_1', payableId: 'pay_1' },
      ...{ cents: 4000, payments: [['APPROVED', null, null, null]] },
      payees: [{ businessId: 'biz_2', connectionId: 'conn_1', cents: 4000 }],
    });
    expect(draft).not.toHaveProperty('payableIds');
    const batch = (await preparedBatch(context, 'pay_1')).draft;
    expect(batch).toMatchObject({ businessId: 'biz_1', cents: 4000, payableIds: ['pay_1'] });
    expect(batch.payments).toHaveLength(1);
    const withoutBusiness = givenService({ business: undefined });
    expect((await preparedPayment(withoutBusiness.context)).draft.businessId).toBe(null);
  });

  test('is the reference of a quick payment, and the business of a withdrawal', async () => {
    const { context } = givenService();
    const { draft } = await preparedQuick(context);
    expect(draft).toMatchObject({ businessId: null, connectionId: 'conn_1', cents: 1250 });
    expect(draft).not.toHaveProperty('payments');
    const named = (await preparedQuick(context, { reference: 'rent-march' })).draft;
    expect([named.reference, named.naturalKey === draft.naturalKey]).toEqual(['rent-march', false]);
    const out = (await prepared(context, business.withdraw, withdrawal)).draft;
    expect(out).toMatchObject({
      ...{ businessId: 'biz_1', cents: 10_000 },
      payees: [{ businessId: 'biz_1', connectionId: null, cents: 10_000 }],
    });
    const elsewhere = givenService({ business: 'biz_9' }).context;
    expect((await prepared(elsewhere, business.withdraw, withdrawal)).draft.payees).toEqual(
      out.payees,
    );
    const cancel = (await prepared(context, pay.cancel, { params: { paymentId: 'pmt_1' } })).draft;
    expect(cancel).toMatchObject({ paymentId: 'pmt_1', businessId: null, cents: null, payees: [] });
  });

  test('is every id of a request that is not understood', async () => {
    const { context } = givenService({ records: {} });
    const { draft } = await preparedPayment(context);
    expect(draft).toMatchObject({ cents: null, payableIds: expect.arrayContaining(['pay_1']) });
    expect(draft).not.toHaveProperty('payees');
    expect(payeesOf((await preparedPayment(context)).movements, 'biz_1')).toEqual([]);
    const other = await prepareRawRequest(
      context,
      { method: 'POST', path: '/api/other/pay_7', body: { id: 'pay_8' }, known: undefined },
      {},
      createPayableReader(context),
    );
    expect(other.draft).toMatchObject({
      ...{ ...live, operation: 'api.unmatched', cents: null, businessId: null },
      payableIds: expect.arrayContaining(['pay_8']),
    });
  });
});

describe('before it is sent', () => {
  const changed = async (change: object, batch = false) => {
    const { context, records } = givenService();
    const request = await (batch ? preparedBatch(context, 'pay_1') : preparedPayment(context));
    const reader = createPayableReader(context);
    await assertUnchanged(context, request, reader);
    records[PAYABLE] = { ...owed, ...change };
    return assertUnchanged(context, request, reader);
  };

  test.each([
    [{ amount: 41 }, 'Payable pay_1: amount $40.00 is $41.00 now.'],
    [
      { amount: 41, payeeName: 'Mallory' },
      'Payable pay_1: amount $40.00 is $41.00 now, payee Coastal Linen is Mallory now.',
    ],
    [{ payeeName: 'Mallory' }, 'Payable pay_1: payee Coastal Linen is Mallory now.'],
    [{ status: 'PAID' }, 'Payable pay_1: status APPROVED is PAID now.'],
    [{ activePaymentId: 'pmt_1' }, 'Payable pay_1: its payment changed.'],
  ])('a payable that changed to %j stops it', async (change, line) => {
    const stopped = changed(change);
    await expect(stopped).rejects.toThrow(
      `The request changed after it was shown; nothing was sent.\n${line}`,
    );
    await expect(changed(change, true)).rejects.toMatchObject({
      ...{ code: 'changed_meanwhile', next: ['check it and run the command again'] },
    });
  });

  test('a payable that is gone stops it', async () => {
    const { context, records } = givenService();
    const request = await preparedPayment(context);
    delete records[PAYABLE];
    await expect(assertUnchanged(context, request, createPayableReader(context))).rejects.toThrow(
      [...['amount', 'payee', 'state'].map((name) => `Payable pay_1: its ${name} changed.`)].join(
        '\n',
      ),
    );
  });

  test('a connection of another state or partner stops it', async () => {
    const { context, records } = givenService();
    const quick = await preparedQuick(context);
    const path = '/api/connections/conn_1';
    const then = records[path] as object;
    const check = () => assertUnchanged(context, quick, createPayableReader(context));
    await check();
    records[path] = { ...then, status: 'ARCHIVED' };
    await expect(check()).rejects.toThrow('The payment: its state changed.');
    records[path] = { ...then, connectedBusinessName: 'Mallory' };
    await expect(check()).rejects.toThrow('The payment: its payee changed.');
  });

  test('what moves nothing is not read again', async () => {
    const { context, requests } = givenService();
    const cancel = await prepared(context, pay.cancel, { params: { paymentId: 'pmt_1' } });
    const other = await prepareRawRequest(
      context,
      { method: 'POST', path: '/api/other', body: {}, known: undefined },
      {},
      createPayableReader(context),
    );
    for (const it of [cancel, other])
      await assertUnchanged(context, it, createPayableReader(context));
    expect(requests).toEqual([]);
  });
});

describe('a raw request', () => {
  const body = { connectionId: 'conn_1', fundingSourceId: 'fs_1', amount: 7.5 };
  const raw = (path: string, more: object = {}, given?: Parameters<typeof givenService>[0]) => {
    const { context } = givenService(given);
    const known = matchOperation('POST', path.split('?', 1)[0] ?? '');
    return prepareRawRequest(
      context,
      { method: 'POST', path, body, known, ...more },
      { idempotencyKey: undefined },
      createPayableReader(context),
    );
  };

  test('that is an operation is understood', async () => {
    const quick = await raw('/api/payments/quick-pay');
    expect([quick.id, quick.cents]).toEqual(['pay.quickPay', 750]);
    expect(quick.request).toMatchObject({
      ...{ method: 'POST', path: '/api/payments/quick-pay', effect: 'money' },
      headers: {
        ...{ accept: 'application/json', 'content-type': 'application/json' },
        'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
      body: JSON.stringify(body),
    });
    const cancel = await raw('/api/payments/pmt_1/cancel', { body: undefined });
    expect([cancel.cents, cancel.params, 'body' in cancel.request]).toEqual([
      ...[0, { paymentId: 'pmt_1' }, false],
    ]);
    expect(cancel.request.headers).not.toHaveProperty('content-type');
  });

  test('has the key that was given, unless it is a payment', async () => {
    const { context } = givenService();
    const keyed = (path: string) => {
      const known = matchOperation('POST', path);
      const request = { method: 'POST', path, body: undefined, known } as const;
      const options = { idempotencyKey: 'own-key' };
      return prepareRawRequest(context, request, options, createPayableReader(context));
    };
    const keyOf = async (path: string) => (await keyed(path)).request.headers['idempotency-key'];
    expect(await keyOf('/api/payments/pmt_1/cancel')).toBe('own-key');
    expect(await keyOf('/api/other')).toBe('own-key');
    const refused = keyed('/api/payments/quick-pay');
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toMatchObject({
      message: 'The idempotency key of a payment is derived from it: none can be given.',
      problems: [{ field: '--idempotency-key', message: 'cannot be used for a payment' }],
    });
    const referenced = preparedPayment(context, { reference: 'rent-march' });
    await expect(referenced).rejects.toThrow(UsageError);
    await expect(referenced).rejects.toMatchObject({
      message: 'A reference is for quick payments and withdrawals.',
      problems: [{ field: 'reference', message: 'cannot be used here' }],
    });
    const { request } = await prepared(
      context,
      pay.cancel,
      { params: { paymentId: 'pmt_1' } },
      { idempotencyKey: 'own-key' },
    );
    expect(request.headers['idempotency-key']).toBe('own-key');
  });

  test('is an operation only by the exact path of its ids', () => {
    const { context } = givenService();
    const check = (path: string, paymentId: string) => () =>
      assertKnownPath(
        context,
        { method: 'POST', path },
        { operation: { ...pay.cancel, id: 'pay.cancel' }, params: { paymentId } },
      );
    expect(check('/api/payments/pmt_1/cancel', 'pmt_1')).not.toThrow();
    expect(check('/api/payments/pmt_1/cancel?x=1', 'pmt_1')).not.toThrow();
    expect(check('/api/payments/pmt%3A1/cancel', 'pmt:1')).not.toThrow();
    expect(check('/api/payments/pmt%3a1/cancel', 'pmt:1')).not.toThrow();
    expect(check('/api/payments/pmt_1/cancel', 'pmt_2')).toThrow(UsageError);
    expect(check('/api/payments/pmt_1/cancel/', 'pmt_1')).toThrow(UsageError);
  });

  test('with a query, or that is no operation, moves an unknown amount', async () => {
    expect((await raw('/api/payments/quick-pay?amount=9')).unknownReason).toBe(
      'It has a query, which this operation does not allow.',
    );
    const other = await raw('/api/other', {}, { business: 'biz_3' });
    expect(other).toMatchObject({
      ...{ operation: undefined, id: undefined, params: undefined, body, businessId: 'biz_3' },
      ...{ movements: [], cents: null, extraMembers: {} },
      unknownReason: 'POST /api/other is not a known API operation.',
    });
    expect(other.request.headers['accept']).toBe('*/*');
  });

  test.each(['/v2/api/payments/quick-pay', '/api/payments/quick-pay/', '/API/payments/quick-pay'])(
    'is refused if a server could take %s for a payment',
    async (path) => {
      const refused = raw(path, { known: undefined });
      await expect(refused).rejects.toThrow(UsageError);
      await expect(refused).rejects.toThrow(
        `POST ${path} ends with the path of pay.quickPay, which moves money, but is not exactly https://pay.example/api/payments/quick-pay.`,
      );
      await expect(refused).rejects.toMatchObject({
        problems: [{ field: 'path', message: 'is not the path of the operation' }],
      });
    },
  );
});

test('every operation is known by its method and path', () => {
  expect(operationIdOf(pay.cancel)).toBe('pay.cancel');
  expect(operationIdOf(payable.get)).toBe('payable.get');
  expect(() => operationIdOf({ ...pay.cancel, method: 'PUT' })).toThrow(
    'PUT /api/payments/{paymentId}/cancel is not an API operation.',
  );
  expect(() => operationIdOf({ ...pay.cancel, path: '/api/x' })).toThrow(
    'POST /api/x is not an API operation.',
  );
});

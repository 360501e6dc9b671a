import { describe, expect, test } from 'vitest';
import { UnexpectedResponseError } from '../../src/api/client/errors.ts';
import { recordsOf } from '../../src/api/client/response/envelope.ts';
import { originalOf } from '../../src/api/client/response/original.ts';
import { readResponse } from '../../src/api/client/response/parse-response.ts';
import { bank } from '../../src/api/operations/bank.ts';
import { business } from '../../src/api/operations/business.ts';
import { connection } from '../../src/api/operations/connection.ts';
import { invite } from '../../src/api/operations/invite.ts';
import { link } from '../../src/api/operations/link.ts';
import type { Operation } from '../../src/api/operations/operation.ts';
import { pay } from '../../src/api/operations/pay.ts';
import { payable } from '../../src/api/operations/payable.ts';
import { user } from '../../src/api/operations/sign-in.ts';

const readText = (op: Operation, text: string, headers = {}, status = 200) =>
  readResponse(op, { status, headers, text }).output;
const read = (op: Operation, body: unknown, headers = {}) =>
  readText(op, JSON.stringify(body), headers);
const readList = (op: Operation, body: unknown, headers = {}) =>
  readResponse(op, { status: 200, headers, text: JSON.stringify(body) }).list;

describe('a record', () => {
  test("in the contract's format is returned unchanged, with all unknown fields", () => {
    const body = { id: 'pay_1', status: 'NEW_STATE', amount: 12.5, memo: null, extra: { a: [1] } };
    const found = read(payable.get, body);
    expect(found).toEqual(body);
    expect(originalOf(found)).toBe(found);
  });

  test.for<[name: string, op: Operation, sent: object, expected: object]>([
    ['payableId', payable.get, { payableId: 'p' }, { id: 'p' }],
    ['_id', business.get, { _id: 'b' }, { id: 'b' }],
    ['fundingSourceId alone', bank.connect, { fundingSourceId: 'f' }, { id: 'f' }],
    ['mask', bank.setDefault, { id: 'f', mask: '6789' }, { last4: '6789' }],
    ['isPrimary', bank.setDefault, { id: 'f', isPrimary: true }, { isDefault: true }],
    ['type', bank.setDefault, { id: 'f', type: 'CHECKING' }, { accountType: 'checking' }],
    ['link_token', bank.linkToken, { link_token: 't' }, { linkToken: 't' }],
    ['id of a payment', pay.initiate, { id: 'x' }, { paymentId: 'x' }],
    ['transferId', business.withdraw, { transferId: 'x' }, { id: 'x' }],
    ['availableBalance', business.balance, { availableBalance: '1500.00' }, { available: 1500 }],
    ['a balance', business.balance, { balance: { value: '7.10' } }, { available: 7.1 }],
    ['eligibility', link.payMe, { eligibility: { eligible: true } }, { eligible: true }],
    ['shareUrl', link.get, { nanoId: 'n', shareUrl: 'https://x' }, { url: 'https://x' }],
    ['a switch', link.get, { nanoId: 'n', enabled: true }, { status: 'enabled' }],
    ['kybStatus', business.get, { id: 'b', kybStatus: 'VERIFIED' }, { status: 'verified' }],
  ])('is read under another name: %s', ([, op, sent, expected]) => {
    const found = read(op, sent);
    expect(found).toMatchObject({ ...sent, ...expected });
    expect(originalOf(found)).toEqual(sent);
  });

  test('keeps its own name if both are present, and a name with another meaning', () => {
    expect(read(bank.setDefault, { id: 'f', accountType: 'savings', type: 'bank' })).toMatchObject({
      accountType: 'savings',
    });
    expect(read(business.balance, { available: 1, balance: 2, amount: 3 })).toMatchObject({
      available: 1,
    });
  });

  test.for<[op: Operation, sent: string, expected: string]>([
    [pay.cancel, 'canceled', 'CANCELLED'],
    [pay.cancel, 'IN_TRANSIT', 'PROCESSING'],
    [pay.cancel, 'settled', 'COMPLETED'],
    [pay.cancel, 'PAID', 'COMPLETED'],
    [pay.cancel, 'on-hold', 'HELD'],
    [pay.cancel, 'ERROR', 'FAILED'],
    [payable.get, 'paid', 'PAID'],
    [payable.get, 'Submitted', 'SUBMITTED'],
    [payable.get, 'canceled', 'CANCELLED'],
    [invite.cancel, 'CANCELED', 'cancelled'],
    [invite.reject, 'declined', 'rejected'],
    [invite.reject, 'revoked', 'cancelled'],
    [business.withdraw, 'processed', 'COMPLETED'],
    [bank.setDefault, 'active', 'verified'],
    [bank.setDefault, 'pendingManualVerification', 'unverified'],
    [bank.setDefault, 'verificationFailed', 'verification_failed'],
    [business.get, 'document', 'pending'],
    [link.get, 'ACTIVE', 'enabled'],
    [payable.get, 'frobnicated', 'frobnicated'],
  ])('%o: the state %s is %s', ([op, sent, expected]) => {
    const record = { id: 'x', nanoId: 'x', status: sent };
    expect(read(op, record)).toMatchObject({ status: expected });
  });

  test.for([
    ['2500.00', 2500],
    [{ value: '2500.00', currency: 'USD' }, 2500],
    [{ value: 2500 }, 2500],
    [null, null],
    [0.1, 0.1],
  ] as const)('the amount %o is %s', ([amount, expected]) => {
    expect(read(payable.get, { id: 'p', amount })).toMatchObject({ amount: expected });
  });

  test('an invalid amount is not guessed', () => {
    for (const amount of ['a lot', '1e3', {}, { currency: 'USD' }, true]) {
      expect(() => read(payable.get, { id: 'p', amount })).toThrow(UnexpectedResponseError);
    }
  });

  test('is taken out of its envelope', () => {
    const it = { id: 'p', memo: 'x' };
    for (const body of [{ data: it }, { success: true, data: it }, { payable: it }]) {
      expect(read(payable.get, body)).toEqual(it);
    }
    expect(read(payable.get, { data: { payable: it } })).toEqual(it);
    expect(read(user.profile, { user: { email: 'a@b.test' } })).toEqual({ email: 'a@b.test' });
    const both = { invitation: { id: 'i' }, connection: { id: 'c' } };
    expect(read(invite.accept, both)).toEqual(both);
  });

  test('may have unusual ids, any UTC offset, and invalid times', () => {
    const body = { id: 'a/b', createdAt: '2026-03-02T10:00:00-05:00', paidAt: 'yesterday' };
    expect(read(payable.get, body)).toEqual(body);
  });
});

describe('a list', () => {
  const rows = [{ id: 'a' }, { id: 'b' }];

  test.for<[name: string, body: unknown]>([
    ['bare', rows],
    ['data', { data: rows }],
    ['items', { items: rows, totalCount: 2 }],
    ['results', { results: rows }],
    ['records', { records: rows }],
    ['its own name', { connections: rows }],
    ['in two layers', { success: true, data: { items: rows } }],
  ])('is taken out of its envelope: %s', ([, body]) => {
    expect(read(connection.list, body)).toEqual(rows);
  });

  test('keeps rows that need no normalization', () => {
    const found = recordsOf(read(connection.list, [{ id: 'a' }, { connectionId: 'b' }]));
    expect(found).toEqual([{ id: 'a' }, { id: 'b', connectionId: 'b' }]);
    expect(found.map(originalOf)).toEqual([{ id: 'a' }, { connectionId: 'b' }]);
  });

  test.for<[name: string, body: unknown, headers: object, facts: object]>([
    ['total', { data: rows, total: 45, hasMore: true }, {}, { total: 45, hasMore: true }],
    ['totalCount', { items: rows, totalCount: 45 }, {}, { total: 45 }],
    ['count', { payables: rows, count: 45 }, {}, { total: 45 }],
    ['meta.total', { data: rows, meta: { total: '45' } }, {}, { total: 45 }],
    [
      'pagination',
      { results: rows, pagination: { total: 45, limit: 2, hasMore: true } },
      {},
      { total: 45, limit: 2, hasMore: true },
    ],
    ['outside', { success: true, total: 45, data: { payables: rows } }, {}, { total: 45 }],
    ['X-Total-Count', rows, { 'x-total-count': '45' }, { total: 45 }],
    ['a limit', { data: rows, total: 3, limit: 2 }, {}, { total: 3, limit: 2 }],
  ])('says how many there are: %s', ([, body, headers, facts]) => {
    expect(readList(payable.list, body, headers)).toEqual({ rows, ...facts });
  });

  test('has a total to show, and none to rely on where the service names none', () => {
    expect(read(payable.list, rows)).toEqual({ data: rows, total: 2 });
    expect(readList(payable.list, rows)).toEqual({ rows });
    expect(readList(payable.list, { data: rows, count: 2 })).toEqual({ rows });
  });

  test('of payments may be an array without an envelope', () => {
    const payments = [{ paymentId: 'a' }];
    expect(read(pay.bulkInitiate, payments)).toEqual({ payments });
    expect(read(pay.bulkInitiate, { items: payments })).toMatchObject({ payments });
  });

  test('that is missing is not an empty list', () => {
    for (const body of [{}, { error: 'x' }, { tags: [] }, 'x', 3, null]) {
      expect(() => read(connection.list, body)).toThrow(UnexpectedResponseError);
      expect(() => read(payable.list, body)).toThrow(UnexpectedResponseError);
    }
  });
});

describe('an empty acknowledgment', () => {
  const nothings = ['', ' ', '{}', 'null', '{"success":true}', '{"message":"Done"}'];

  test.for(nothings)('%s: enough for a write with an unspecified response', (text) => {
    for (const op of [payable.approve, pay.initiate, pay.cancel, business.withdraw, invite.send]) {
      const found = readText(op, text, {}, 204);
      expect(found).toEqual(text.includes(':') ? JSON.parse(text) : {});
    }
  });

  test.for(nothings)(
    '%s: not enough if the specification describes the response, nor for a read',
    (text) => {
      for (const op of [payable.create, business.create, payable.get, business.balance]) {
        expect(() => readText(op, text)).toThrow(UnexpectedResponseError);
      }
    },
  );
});

describe('a payment that was made', () => {
  test('counts as made whatever the record looks like', () => {
    expect(read(pay.initiate, { reference: 'x', amount: {} })).toEqual({
      reference: 'x',
      amount: {},
    });
  });

  test.for([
    '<html><title>Sign in</title></html>',
    '{"paymentId":"pmt_1",',
    'OK',
    '[]',
    '"pmt_1"',
    '7',
  ])('has an unknown outcome after %s', (text) => {
    expect(() => readText(pay.initiate, text)).toThrow(UnexpectedResponseError);
  });
});

describe('an error about a malformed response', () => {
  test('names the type of the content, not the content', () => {
    const page = () =>
      readText(payable.get, '<html>secret</html>', { 'content-type': 'text/html' });
    expect(page).toThrow(/web page/);
    expect(page).not.toThrow(/secret/);
    expect(() => readText(payable.get, '{"id":"p"')).toThrow(/incomplete or invalid JSON/);
    expect(() => read(payable.get, { id: 5 })).toThrow(/'id'/);
  });

  test('limits the nesting depth', () => {
    const nested = (depth: number) =>
      `{"id":"[[{\\"","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(readText(payable.get, nested(63))).toMatchObject({ id: '[[{"' });
    expect(() => readText(payable.get, nested(64))).toThrow(/nested/);
    expect(() => readText(payable.get, '['.repeat(1_000_000))).toThrow(/nested/);
  });
});

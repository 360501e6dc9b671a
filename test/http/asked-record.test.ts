import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/api/client/client.ts';
import { OtherRecordError } from '../../src/api/client/errors.ts';
import { records } from '../../src/api/client/pagination/pagination.ts';
import { business } from '../../src/api/operations/business.ts';
import { invite } from '../../src/api/operations/invite.ts';
import { type NamedOperation, specOperations } from '../../src/api/operations/operations.ts';
import { payable } from '../../src/api/operations/payable.ts';
import { otherNamesOf } from '../../src/api/schema/field-types.ts';
import { shapeOf, unwrap } from '../../src/api/schema/schema-introspection.ts';
import { failure, scripted } from './stub-servers.ts';

const clientOf = (body: unknown) => createClient(scripted({ text: JSON.stringify(body) }));

const asked = { params: { businessId: 'biz_1', payableId: 'pay_3' } };

/** The operations whose response is the record that their path names, with the name of its id there. */
const named = specOperations.flatMap((op) => {
  const last = /\{(\w+)\}[^{}]*$/.exec(op.path)?.[1];
  const { id } = shapeOf(op.response());
  const isOwn = last !== undefined && id && otherNamesOf(unwrap(id)).includes(last);
  return isOwn || op.id === 'pay.cancel' ? [{ op, last: last ?? '' }] : [];
});

const inputOf = ({ path }: NamedOperation) => ({
  params: Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'one_1']),
  ),
});

test('the operations that answer with the record of their path are those of the contract', () => {
  expect(named.map(({ op }) => op.id)).toEqual([
    ...['business.get', 'business.setAlias', 'bank.verifyMicroDeposits', 'bank.setDefault'],
    ...['bank.remove', 'connection.get', 'connection.setAlias', 'connection.setTags'],
    ...['connection.setSettings', 'connection.archive', 'invite.cancel', 'invite.resend'],
    ...['invite.reject', 'payable.get', 'payable.update', 'payable.approve', 'payable.decline'],
    ...['payable.cancel', 'pay.cancel'],
  ]);
});

describe.each(named)('$op.id', ({ op, last }) => {
  test('another record than the one asked for is not taken for it', async () => {
    for (const body of [{ id: 'two_2' }, { [last]: 'two_2' }, { id: 'one_1', [last]: 'two_2' }]) {
      const sent = { status: 'pending', ...(op.id === 'pay.cancel' && { paymentId: 'two_2' }) };
      const error = await failure(
        clientOf({ ...sent, ...body })
          .ask(op, inputOf(op))
          .then((it) => it()),
      );
      expect(error).toBeInstanceOf(OtherRecordError);
      expect((error as OtherRecordError).isWrite).toBe(op.effect !== 'read');
    }
  });

  test('another record in a raw answer is not passed on', async () => {
    const { params } = inputOf(op);
    const request = { method: op.method, path: op.path, known: { operation: op, params } };
    const other = { id: 'two_2', paymentId: 'two_2', status: 'pending' };
    expect(await failure(clientOf(other).raw(request))).toBeInstanceOf(OtherRecordError);
    const same = { id: 'one_1', paymentId: 'one_1', status: 'pending' };
    expect((await clientOf(same).raw(request)).status).toBe(200);
  });
});

test('a record without an id is the one asked for, and an empty one is none', async () => {
  const found = await clientOf({ amount: 12.5 }).call(payable.get, asked);
  expect(found).toEqual({ id: 'pay_3', amount: 12.5 });
  for (const body of [{}, { message: 'please sign in' }, { status: 'ok' }]) {
    const error = await failure(clientOf(body).call(payable.get, asked));
    expect(String(error)).toContain("'id' is missing");
  }
});

test.each<[what: string, of: object, isAsked: boolean]>([
  ['its payee', { senderBusinessId: 'biz_1', payerBusinessId: 'biz_2' }, true],
  ['its payer', { senderBusinessId: 'biz_2', payerBusinessId: 'biz_1' }, true],
  ['neither', { senderBusinessId: 'biz_2', payerBusinessId: 'biz_3' }, false],
  ['perhaps the payer', { senderBusinessId: 'biz_2' }, true],
  ['unknown', {}, true],
])('a payable of which the business of the path is %s', async (_, of, isAsked) => {
  const read = clientOf({ id: 'pay_3', ...of }).call(payable.get, asked);
  if (isAsked) expect(await read).toMatchObject({ id: 'pay_3' });
  else expect(await failure(read)).toBeInstanceOf(OtherRecordError);
});

test('a balance or a withdrawal of another business is none of this one', async () => {
  const params = { businessId: 'biz_1' };
  const balance = { businessId: 'biz_2', available: 5 };
  expect(await failure(clientOf(balance).call(business.balance, { params }))).toBeInstanceOf(
    OtherRecordError,
  );
  const body = { amount: 5, fundingSourceId: 'fs_1' };
  const withdrawal = { id: 'wd_1', businessId: 'biz_2', amount: 5 };
  const error = await failure(clientOf(withdrawal).call(business.withdraw, { params, body }));
  expect(error).toMatchObject({ isWrite: true });
});

test('an invitation that another business sent is not another record', async () => {
  const params = { businessId: 'biz_1', invitationId: 'inv_1' };
  const received = { id: 'inv_1', businessId: 'biz_2', status: 'rejected' };
  expect(await clientOf(received).call(invite.reject, { params, body: undefined })).toMatchObject({
    id: 'inv_1',
  });
});

describe('rows of a list are left out', () => {
  const rowsOf = async (rows: readonly object[], op: NamedOperation, input: object) => {
    const found: unknown[] = [];
    for await (const row of records(clientOf(rows), op, input)) found.push(row);
    return found;
  };
  const operation = (id: string) =>
    specOperations.find((it) => it.id === id) as (typeof specOperations)[number];

  test.each<[id: string, input: object, row: object, other: object]>([
    ['payable.activity', asked, { payableId: 'pay_3' }, { payableId: 'pay_4' }],
    [
      'connection.invoices',
      { params: { connectionId: 'conn_1' } },
      { id: 'a', connectionId: 'conn_1' },
      { id: 'b', connectionId: 'conn_2' },
    ],
    [
      'bank.list',
      { query: { businessId: 'biz_1' } },
      { id: 'a', businessId: 'biz_1' },
      { id: 'b', businessId: 'biz_2' },
    ],
  ])('%s', async (id, input, row, other) => {
    const op = operation(id);
    const unnamed = { id: 'c', createdAt: '2026-03-02T15:00:00Z' };
    const rows = [row, other, unnamed];
    expect(await rowsOf(rows, op, input)).toEqual([row, unnamed]);
    expect((await clientOf(rows).ask(op, input))()).toMatchObject({ output: [row, unnamed] });
  });

  test('payable.list, of a page whose count says that all rows came', async () => {
    const own = { id: 'a', connectionId: 'conn_1', payerBusinessId: 'biz_1' };
    const data = [
      own,
      { id: 'b', connectionId: 'conn_2' },
      { id: 'c', connectionId: 'conn_1', senderBusinessId: 'biz_8', payerBusinessId: 'biz_9' },
    ];
    const input = { params: { businessId: 'biz_1' }, query: { connectionId: 'conn_1' } };
    const client = clientOf({ data, total: 3, hasMore: false });
    const found: unknown[] = [];
    for await (const row of records(client, payable.list, input, { limit: 3 })) found.push(row);
    expect(found).toEqual([own]);
    expect(await client.call(payable.list, input)).toMatchObject({ data: [own], total: 3 });
  });
});

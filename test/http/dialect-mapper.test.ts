import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDialectMapper, encodeFields } from '../../src/api/client/dialect/dialect-mapper.ts';
import { fieldMappingOf } from '../../src/api/client/dialect/field-mapping.ts';
import { recordsOf } from '../../src/api/client/response/envelope.ts';
import { originalOf } from '../../src/api/client/response/original.ts';
import { readResponse } from '../../src/api/client/response/parse-response.ts';
import { type Dialect, lastOf } from '../../src/api/dialect/dialect.ts';
import { readDialect } from '../../src/api/dialect/parse-dialect.ts';
import { allOperations } from '../../src/api/operations/all-operations.ts';
import type { NamedOperation } from '../../src/api/operations/operations.ts';
import { assumptionsIn } from '../../src/api/schema/assumptions.ts';
import { isMoney } from '../../src/api/schema/field-types.ts';
import {
  type Field,
  fieldsOf,
  REQUEST_PARTS,
  type RequestPart,
} from '../../src/api/schema/operation-fields.ts';
import { elementOf, unwrap } from '../../src/api/schema/schema-introspection.ts';

const operation = (id: string): NamedOperation => {
  const found = allOperations.find((it) => it.id === id);
  if (!found) throw new Error(id);
  return found;
};
const speech = (dialect: object) => createDialectMapper(readDialect({ version: 1, ...dialect }));

const assumed = assumptionsIn(readDialect({ version: 1 }));
const names = assumed.filter(({ where }) => ['query', 'body', 'response'].includes(where));
const words = assumed.filter(({ where }) => where === 'word');

/** Any dialect: names in general and in one place, words in a circle, two names that change places, cents. */
const anyDialect: fc.Arbitrary<Dialect> = fc
  .record({
    general: fc.uniqueArray(fc.constantFrom(...new Set(names.map(({ name }) => lastOf(name))))),
    exact: fc.uniqueArray(
      fc.constantFrom(...names.map(({ operation: id, where, name }) => `${id}.${where}.${name}`)),
      { maxLength: 200 },
    ),
    turned: fc.uniqueArray(
      fc.constantFrom(
        ...new Set(words.map(({ operation: id, name }) => `${id}.${name.split(':')[0]}`)),
      ),
    ),
    swaps: fc.boolean(),
    amountUnit: fc.constantFrom('dollars', 'cents'),
  })
  .map(({ general, exact, turned, swaps, amountUnit }) =>
    readDialect({
      version: 1,
      amountUnit,
      names: {
        ...Object.fromEntries([...general, ...exact].map((key, at) => [key, `w_${at}`])),
        ...(swaps && { 'payable.payeeName': 'payerName', 'payable.payerName': 'payeeName' }),
      },
      words: Object.fromEntries(turned.map((key) => [key, inACircle(wordsOf(key))])),
    }),
  );

const wordsOf = (key: string) =>
  words
    .filter(({ operation: id, name }) => `${id}.${name.split(':')[0]}` === key)
    .map(({ name }) => name.slice(name.indexOf(':') + 1));

const inACircle = (all: readonly string[]) =>
  Object.fromEntries(all.map((word, at) => [word, all[(at + 1) % all.length] ?? word]));

/** Any value of a part of an operation, including unknown fields. */
const anyPart = fc
  .constantFrom(...allOperations.flatMap((op) => REQUEST_PARTS.map((part) => ({ op, part }))))
  .filter(({ op, part }) => fieldsOf(op, part).length > 0)
  .chain(({ op, part }) =>
    fc.record({
      op: fc.constant(op),
      part: fc.constant<RequestPart>(part),
      value: anyRecord(fieldsOf(op, part)),
    }),
  );

function anyRecord(members: readonly Field[]): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(members.map((it) => [it.name, anyValue(it)]));
  return fc.record({ ...known, 'of its own': fc.jsonValue() }, { requiredKeys: [] });
}

function anyValue(member: Field): fc.Arbitrary<unknown> {
  const one = anyOne(member);
  return elementOf(member.schema) ? fc.array(one, { maxLength: 3 }) : fc.option(one);
}

function anyOne(member: Field): fc.Arbitrary<unknown> {
  if (member.members.length > 0) return anyRecord(member.members);
  if (isMoney(unwrap(member.schema))) return fc.integer({ max: 10 ** 9 }).map((it) => it / 10_000);
  return member.words.length > 0 ? fc.constantFrom(...member.words) : fc.string();
}

test('encoding and decoding is lossless in any dialect', () => {
  fc.assert(
    fc.property(anyDialect, anyPart, (dialect, { op, part, value }) => {
      const wire = encodeFields(fieldMappingOf(dialect, op, part), value);
      const spoken = createDialectMapper(dialect);
      if (part === 'body') expect(spoken.decodeBody(op, wire)).toEqual(value);
      if (part === 'response') expect(spoken.decode(op, wire)).toEqual(value);
      if (part !== 'response') expect(spoken.encode(op, part, value)).toEqual(wire);
      const original = originalOf(spoken.decode(op, wire));
      if (dialect.amountUnit === 'dollars') expect(original).toBe(wire);
      // What the service sent, but with amounts in dollars.
      else if (part === 'response') {
        const inDollars: Dialect = { ...dialect, amountUnit: 'dollars' };
        expect(original).toEqual(encodeFields(fieldMappingOf(inDollars, op, part), value));
      }
    }),
    { numRuns: 300 },
  );
});

test('a list is found in any wrapper', () => {
  const wraps = fc.constantFrom(
    (rows: unknown) => rows,
    (rows: unknown) => ({ success: true, data: rows }),
    (rows: unknown) => ({ items: rows, total: 3 }),
    (rows: unknown) => ({ success: true, result: { bankAccounts: rows } }),
  );
  const op = operation('bank.list');
  const rows = fc.array(anyRecord(fieldsOf(op, 'response')), { maxLength: 4 });
  fc.assert(
    fc.property(anyDialect, rows, wraps, (dialect, list, wrap) => {
      const wire = wrap(encodeFields(fieldMappingOf(dialect, op, 'response'), list));
      expect(createDialectMapper(dialect).decode(op, wire)).toEqual(wrap(list));
    }),
  );
});

describe('a contract name that the service uses for another field', () => {
  const { decode } = speech({ names: { 'bank.status': 'state' } });

  test('is ignored if both are present', () => {
    expect(decode(operation('bank.list'), [{ state: 'verified', status: 7 }])).toEqual([
      { status: 'verified' },
    ]);
    expect(decode(operation('bank.list'), [{ status: 7, state: 'verified' }])).toEqual([
      { status: 'verified' },
    ]);
  });

  test("is read as the contract's field if it is alone", () => {
    expect(decode(operation('bank.list'), [{ status: 'verified' }])).toEqual([
      { status: 'verified' },
    ]);
  });
});

test('rows and metadata of a page are mapped by their own names', () => {
  const op = operation('payable.list');
  const { decode } = speech({
    names: { 'payable.list.total': 'found', 'payable.list.data': 'rows', activePaymentId: 'live' },
  });
  const meant = { data: [{ id: 'pay_1', activePaymentId: 'pmt_1' }], total: 7 };
  expect(decode(op, { rows: [{ id: 'pay_1', live: 'pmt_1' }], found: 7 })).toEqual(meant);
  expect(decode(op, { data: { items: [{ id: 'pay_1', live: 'pmt_1' }], found: 7 } })).toEqual({
    data: { items: meant.data, total: 7 },
  });
});

test('a record mapped by both the dialect and the tolerant reader keeps its original', () => {
  const op = operation('bank.list');
  const dialect = speech({ names: { last4: 'final_digits' } });
  const came = [{ _id: 'fs_1', final_digits: '0000', status: 'VERIFIED' }];
  const answer = { status: 200, headers: {}, text: JSON.stringify(came) };
  const [account] = recordsOf(readResponse(op, answer, dialect).output);
  expect(account).toMatchObject({ id: 'fs_1', last4: '0000', status: 'verified' });
  expect(originalOf(account)).toEqual(came[0]);
});

test('the most specific key wins, and a specified name is never mapped', () => {
  const { encode, pathOf, nameOf } = speech({
    names: {
      amount: 'any',
      'pay.amount': 'of_pay',
      'pay.quickPay.body.amount': 'exact',
      memo: 'm',
    },
    paths: { 'files.upload': '/uploads' },
  });
  const quick = { amount: 5, memo: 'x' };
  expect(encode(operation('pay.quickPay'), 'body', quick)).toEqual({ exact: 5, m: 'x' });
  expect(encode(operation('payable.create'), 'body', quick)).toEqual(quick);
  expect(pathOf(operation('files.upload'))).toBe('/uploads');
  expect(pathOf(operation('bank.linkToken'))).toBe('/api/bank-accounts/linkprovider-link-token');
  expect(nameOf(operation('pay.quickPay'), 'exact')).toBe('amount');
});

test.each([
  [19.99, 1999],
  [0.07, 7],
  [1.1, 110],
  [4.35, 435],
  [0.0525, 5.25],
  [10_000_000, 1_000_000_000],
])('%f dollars are %f cents', (dollars, cents) => {
  const op = operation('business.withdraw');
  const { encode, decodeBody, decode } = speech({ amountUnit: 'cents' });
  expect(encode(op, 'body', { amount: dollars })).toEqual({ amount: cents });
  expect(decodeBody(op, { amount: cents })).toEqual({ amount: dollars });
  for (const amount of [cents, String(cents)]) {
    expect(decode(op, { amount })).toEqual({ amount: dollars });
  }
  expect(decode(op, { amount: { value: cents, currency: 'USD' } })).toEqual({
    amount: { value: dollars, currency: 'USD' },
  });
});

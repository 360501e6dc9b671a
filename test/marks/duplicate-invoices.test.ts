import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newYorkDate } from '../../src/api/ach/calendar.ts';
import type { Payable } from '../../src/api/operations/payable.ts';
import { comparedName, likenessOf } from '../../src/money/marks/alike-names.ts';
import { comparedNumber, compareInvoices } from '../../src/money/marks/duplicate-invoices.ts';
import { runs } from '../helpers/property-runs.ts';

const payable = (id: string, fields: Partial<Payable> = {}): Payable => ({
  id,
  status: 'APPROVED',
  amount: 1840,
  invoiceNumber: 'CL-1001',
  connectionId: 'conn_1',
  senderBusinessId: 'biz_2',
  payeeName: 'Coastal Linen Inc',
  createdAt: '2026-03-02T15:00:00.000Z',
  ...fields,
});
const findDuplicates = (payables: readonly Payable[], days?: number) => [
  ...compareInvoices(payables, days).pairs(),
];
const reasonsOf = (...payables: Payable[]) => findDuplicates(payables).map((it) => it.reasons);

describe('an invoice number', () => {
  test.each([
    ['CL-1001', 'cl 1001'],
    ['INV/0042', 'inv-42'],
    ['000123', '123'],
    ['２０２６', '2026'],
    ['A.0.0', 'a00'],
  ])('%s is %s', (one, other) => {
    expect(comparedNumber(one)).toBe(comparedNumber(other));
  });

  test.each([
    ['CL-1001', 'CL-10010'],
    ['100', '1'],
    ['A-1', 'B-1'],
  ])('%s is not %s', (one, other) => {
    expect(comparedNumber(one)).not.toBe(comparedNumber(other));
  });

  test.each(['', '---', null, undefined])('%j is none', (none) => {
    expect(comparedNumber(none)).toBe('');
    const unnumbered = { invoiceNumber: none };
    expect(reasonsOf(payable('a', unnumbered), payable('b', { ...unnumbered, amount: 1 }))).toEqual(
      [],
    );
  });
});

describe('two payables', () => {
  const first = payable('a');

  test('of one number and payee are a pair, whatever the amount and the day', () => {
    const later = payable('b', {
      ...{ invoiceNumber: 'cl1001', amount: 12, createdAt: '2027-01-05T12:00:00.000Z' },
    });
    expect(findDuplicates([later, first])).toEqual([
      { payable: later, other: first, reasons: ['same_number', 'same_payee'], daysApart: 309 },
    ]);
  });

  test('of one amount are a pair within five days', () => {
    const on = (createdAt: string) => payable('b', { invoiceNumber: 'CL-2', createdAt });
    expect(reasonsOf(first, on('2026-03-07T20:00:00.000Z'))).toEqual([
      ['same_amount', 'same_payee'],
    ]);
    expect(reasonsOf(first, on('2026-03-08T20:00:00.000Z'))).toEqual([]);
    expect(reasonsOf(first, payable('b', { invoiceNumber: 'CL-2', amount: 1840.01 }))).toEqual([]);
  });

  test('of two payees are one only if their names are alike', () => {
    const of = (payeeName: string | null) =>
      payable('b', { payeeName, connectionId: 'conn_9', senderBusinessId: 'biz_9' });
    const both = [['same_number', 'same_amount', 'similar_name']];
    for (const name of [
      'Coastal Linen Inc',
      'COASTAL LINEN, LLC',
      'Coastal Linnen',
      'Cоastal Linen',
    ]) {
      expect([name, reasonsOf(first, of(name))]).toEqual([name, both]);
    }
    for (const name of ['Harbor Fish', 'Coastal Laundry', null]) {
      expect([name, reasonsOf(first, of(name))]).toEqual([name, []]);
    }
  });

  test.each(['DRAFT', 'DECLINED', 'CANCELLED'])('are no pair if one is %s', (status) => {
    expect(reasonsOf(first, payable('b', { status }))).toEqual([]);
  });

  test('without a payee are no pair', () => {
    const nobody = { payeeName: null, connectionId: null, senderBusinessId: null };
    expect(reasonsOf(payable('a', nobody), payable('b', nobody))).toEqual([]);
  });
});

/** Reports whether one change makes one text the other: every change is tried. */
function isOneChange(one: string, other: string): boolean {
  const places = Array.from({ length: Math.max(one.length, other.length) + 1 }, (_, at) => at);
  return places.some((at) => {
    const [before, after] = [one.slice(0, at), one.slice(at)];
    const letter = other[at] ?? '';
    const swapped = (after[1] ?? '') + (after[0] ?? '') + after.slice(2);
    return [after.slice(1), letter + after, letter + after.slice(1), swapped].some(
      (changed) => before + changed === other,
    );
  });
}

function areAlike(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [comparedName(one ?? ''), comparedName(other ?? '')];
  const shorter = Math.min(a.skeleton.length, b.skeleton.length);
  if (shorter === 0) return false;
  if (a.skeleton === b.skeleton) return true;
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  const isNear = shorter >= 5 && isOneChange(a.skeleton, b.skeleton);
  return isNear && digits(a.plain) === digits(b.plain);
}

function payeeReason(one: Payable, other: Payable): string | undefined {
  const isOne = one.senderBusinessId && one.senderBusinessId === other.senderBusinessId;
  const isOver = one.connectionId && one.connectionId === other.connectionId;
  if (isOne || isOver) return 'same_payee';
  return areAlike(one.payeeName, other.payeeName) ? 'similar_name' : undefined;
}

const day = (it: Payable) => Date.parse(newYorkDate(new Date(it.createdAt ?? ''))) / 86_400_000;

function reasonsBetween(one: Payable, other: Payable, days: number): string[] {
  const [number, otherNumber] = [one, other].map((it) => comparedNumber(it.invoiceNumber));
  const isNear = Math.abs(day(one) - day(other)) <= days;
  const payee = payeeReason(one, other);
  const reasons = [
    ...(number !== '' && number === otherNumber ? ['same_number'] : []),
    ...(one.amount === other.amount && isNear ? ['same_amount'] : []),
  ];
  return payee && reasons.length > 0 ? [...reasons, payee] : [];
}

/** The definition, written as one loop over all pairs. */
const plainPairs = (payables: readonly Payable[], days: number): string[] =>
  payables
    .filter(({ status }) => status === 'APPROVED' || status === 'PAID')
    .flatMap((one, _, counted) =>
      counted
        .filter(({ id }) => id > one.id)
        .map((other) => [one.id, other.id, ...reasonsBetween(one, other, days)])
        .filter(({ length }) => length > 2)
        .map((pair) => pair.join(' ')),
    )
    .sort();

const letters = fc.constantFrom('o', '0', 'о', 'l', '1', 'I', 'rn', 'm', 'a', 'ab', ' ', '-', 'é');
const stem = fc.constantFrom('Coastal Linen', 'Coastal Line', 'Acme', 'Northside Store', 'Shop 1');
const name = fc.oneof(
  stem,
  fc.tuple(stem, letters, fc.nat(12)).map(([text, letter, at]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + letter + text.slice(place + (at % 2));
  }),
  fc.array(letters, { maxLength: 7 }).map((all) => all.join('')),
  fc.constant(null),
);
const some = fc.record({
  status: fc.constantFrom('APPROVED', 'PAID', 'APPROVED', 'DECLINED'),
  amount: fc.constantFrom(10, 20, 30.5),
  invoiceNumber: fc.constantFrom('A-1', 'a1', 'A-01', 'B-1', '', '7', '007', null),
  connectionId: fc.constantFrom('conn_1', 'conn_2', 'conn_3', null),
  senderBusinessId: fc.constantFrom('biz_1', 'biz_2', null, null),
  payeeName: name,
  createdAt: fc
    .integer({ min: 0, max: 20 * 24 })
    .map((hours) => new Date(Date.UTC(2026, 2, 1, hours)).toISOString()),
});

test('finds what a plain loop over all pairs finds', () => {
  fc.assert(
    fc.property(
      fc.array(some, { minLength: 2, maxLength: 40 }),
      fc.integer({ min: 0, max: 8 }),
      (all, days) => {
        const payables = all.map((it, at) => ({ ...it, id: `pay_${100 + at}` }));
        const found = findDuplicates(payables, days).map(({ payable: one, other, reasons }) =>
          [...[one.id, other.id].sort(), ...reasons].join(' '),
        );
        expect([...found].sort()).toEqual(plainPairs(payables, days));
        const compared = compareInvoices(payables, days);
        const pairs = [...compared.pairs()];
        for (const { id } of payables) {
          const own = pairs.filter((it) => it.payable.id === id || it.other.id === id);
          const { length: count } = own;
          expect(compared.duplicatesOf(id, 2)).toEqual({ pairs: own.slice(0, 2), count });
        }
      },
    ),
    { numRuns: runs(300) },
  );
});

test('one business with very many names takes time and memory in proportion to them', () => {
  const all = Array.from({ length: 4000 }, (_, at) =>
    payable(`pay_${at}`, { payeeName: `Coastal ${at}` }),
  );
  const startedAt = performance.now();
  const { count } = compareInvoices(all).duplicatesOf('pay_0', 3);
  expect(count).toBe(3999);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

describe('a name', () => {
  const likeness = (one: string, other: string) =>
    likenessOf(comparedName(one), comparedName(other));

  test.each([
    ['Coastal Linen Inc', 'coastal linen', 'equal'],
    ['Coastal Linen, L.L.C.', 'Coastal-Linen Inc.', 'equal'],
    ['Coastal Linen', 'Сoastal Linen', 'drawnAlike'],
    ['Coastal Linen', 'Coastaɭ Linen', 'near'],
    ['Morning Foods', 'Moming Foods', 'drawnAlike'],
    ['Bill 0 Lading', 'BiII O Lading', 'drawnAlike'],
    ['ΑΒΒΑ Trading', 'ABBA Trading', 'drawnAlike'],
    ['Ａｃｍｅ', 'Acme', 'equal'],
    ['Coastal​ Linen', 'Coastal Linen', 'equal'],
    ['Coastal Linen', 'Coastal Lienn', 'near'],
  ])('%s and %s are %s', (one, other, expected) => {
    expect(likeness(one, other)).toBe(expected);
  });

  test.each([
    ['Acme', 'Acne'],
    ['Store 12', 'Store 15'],
    ['Coastal Linen', 'Coastal Laundry'],
    ['Northside Plumbing', 'Southside Plumbing'],
    ['', ''],
    ['???', '!!!'],
  ])('%s and %s are not alike', (one, other) => {
    expect(likeness(one, other)).toBeUndefined();
  });
});

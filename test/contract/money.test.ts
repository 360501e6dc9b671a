import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centsAsDollars,
  centsOf,
  dollarsAsCents,
  dollarsText,
  lineTotalCents,
  parseAmount,
  parseDecimal,
  toDollars,
} from '../../src/api/money.ts';

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('an amount as text', () => {
  test.each([
    ['0', 0],
    ['1250', 125_000],
    ['1250.5', 125_050],
    ['1250.50', 125_050],
    ['0.01', 1],
    ['007.10', 710],
    ['10000000.00', 1_000_000_000],
    ['9999999999999.99', 999_999_999_999_999],
  ])('%s is %i cents', (text, amount) => expect(parseAmount(text)).toBe(amount));

  test.each([
    '',
    ' ',
    '1.',
    '.5',
    '1.005',
    '-1',
    '+1',
    '1e3',
    '1,250',
    '$5',
    '1 000',
    '1.2.3',
    '0x1',
    '1\n',
    '٣',
    'NaN',
    'Infinity',
    '99999999999999',
    '90071992547409.92',
  ])('%j is invalid', (text) => expect(parseAmount(text)).toBeUndefined());

  test('is printed the same way', () => {
    fc.assert(
      fc.property(fc.nat(), (amount) => {
        expect(parseAmount(dollarsText(amount))).toBe(amount);
      }),
    );
    expect([-5, 0, 5, 125_000].map(dollarsText)).toEqual(['-0.05', '0.00', '0.05', '1250.00']);
  });
});

describe('dollars in a request or response', () => {
  test.each([
    [0.1 + 0.7, undefined],
    [0.07, 7],
    [1.1, 110],
    [4.35, 435],
    [1.005, undefined],
    [1.001, undefined],
    [-2.5, -250],
    [-0, 0],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [1e18, undefined],
  ])('%d are %s cents', (dollars, amount) => {
    if (amount === undefined) expect(() => centsOf(dollars)).toThrow(RangeError);
    else expect(centsOf(dollars)).toBe(amount);
  });

  test('say which value is no amount', () => {
    expect(() => centsOf(1.005)).toThrow('1.005 is not an amount in dollars and whole cents');
  });

  test('convert back to the same cents', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(centsOf(toDollars(amount))).toBe(amount);
      }),
    );
  });
});

describe('a decimal', () => {
  test.each([
    ['2.5000', { units: 25_000n, places: 4 }],
    ['10', { units: 10n, places: 0 }],
    ['0.00001', undefined],
    ['-1', undefined],
    ['1e2', undefined],
    ['1.', undefined],
  ])('%s is read with up to four places', (text, read) => {
    expect(parseDecimal(text, 4)).toEqual(read);
  });
});

describe('the total of a line item', () => {
  test.each<[quantity: string | number, unitPrice: string | number, total: number]>([
    [10, 200, 200_000],
    ['2', '10.005', 2001],
    ['1', '10.005', 1001],
    [3, 0.335, 101],
    ['0.5', '0.01', 1],
    ['0.4999', '0.01', 0],
    [1.1, 1.1, 121],
    ['1234.5678', '8765.4321', 1_082_152_022],
    [1, 0, 0],
  ])('%s × %s is %i cents', (quantity, unitPrice, total) => {
    expect(lineTotalCents(quantity, unitPrice)).toBe(total);
  });

  test.each<[string | number, string | number]>([
    [-1, 5],
    ['1.00001', '5'],
    [1e21, 1],
    [1e-7, 1],
    [Number.NaN, 1],
    ['', '1'],
    ['999999999999999', '999999999999999'],
  ])('%s × %s is refused', (quantity, unitPrice) => {
    expect(() => lineTotalCents(quantity, unitPrice)).toThrow(RangeError);
  });

  test('says what is wrong with it', () => {
    expect(() => lineTotalCents('1.00001', '5')).toThrow(
      'quantity and unit price have at most four decimals',
    );
    expect(() => lineTotalCents('999999999999999', '999999999999999')).toThrow(
      'the total of the line is too large',
    );
  });

  test('is the exact product, half a cent rounded up', () => {
    const tenThousandths = fc.integer({ min: 0, max: 100_000_000 });
    const text = (units: number) =>
      `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`;
    fc.assert(
      fc.property(tenThousandths, tenThousandths, (quantity, price) => {
        const exact = BigInt(quantity) * BigInt(price);
        const half = exact + 500_000n;
        fc.pre(half / 1_000_000n <= BigInt(Number.MAX_SAFE_INTEGER));
        expect(lineTotalCents(text(quantity), text(price))).toBe(Number(half / 1_000_000n));
        expect(lineTotalCents(quantity / 10_000, price / 10_000)).toBe(Number(half / 1_000_000n));
      }),
    );
  });
});

test.each([
  [12.5, 1250],
  [0.07, 7],
  [1.005, 100.5],
  [-2.5, -250],
  [1e21, 1e23],
])('a service whose unit is cents gets %d dollars as %d cents, and back', (dollars, amount) => {
  expect(dollarsAsCents(dollars)).toBe(amount);
  expect(centsAsDollars(amount)).toBe(dollars);
});

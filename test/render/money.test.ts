import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsIn, decimalDollarsText, usd } from '../../src/render/money.ts';

describe('cents', () => {
  test.each([
    [0, '0.00', '$0.00'],
    [5, '0.05', '$0.05'],
    [-5, '-0.05', '-$0.05'],
    [125_000, '1250.00', '$1,250.00'],
    [-100_000_007, '-1000000.07', '-$1,000,000.07'],
    [99_999, '999.99', '$999.99'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91', '$90,071,992,547,409.91'],
  ])('%i is printed as %s and %s', (cents, text, forPeople) => {
    expect(decimalDollarsText(cents)).toBe(text);
    expect(usd(cents)).toBe(forPeople);
  });

  test('match the locale data', () => {
    const reference = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
        expect(usd(cents)).toBe(reference.format(cents / 100));
      }),
    );
  });
});

describe('an amount from the service', () => {
  test.each([
    [1250, 125_000],
    [80.1, 8010],
    [-3.5, -350],
    ['1250.50', 125_050],
    ['12.500', 1250],
    ['-7', -700],
    [{ value: '3.10', currency: 'USD' }, 310],
    [1.005, undefined],
    ['1.005', undefined],
    ['', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    [Number.NaN, undefined],
    [1e300, undefined],
    [true, undefined],
    [null, undefined],
    [{ amount: 1 }, undefined],
  ])('%j is %s cents', (sent, cents) => expect(centsIn(sent)).toBe(cents));
});

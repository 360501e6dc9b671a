import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/api/http/api-error.ts';
import {
  checkMicroDeposits,
  microDepositAmounts,
  readAccountNumber,
  readRoutingNumber,
} from '../../../src/sandbox/bank/rules.ts';
import {
  readAddress,
  readController,
  readEin,
  readSsn,
} from '../../../src/sandbox/business/rules.ts';
import { csvOf } from '../../../src/sandbox/context/csv.ts';
import { checkSum, readDetails, readLines } from '../../../src/sandbox/payable/rules.ts';

const refusalOf = (work: () => unknown): string => {
  try {
    return String(work());
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code}`;
    throw error;
  }
};

describe('tax numbers', () => {
  test.for([
    ['12-3456789', '123456789'],
    [' 123456789 ', '123456789'],
    ['00-0000001', '000000001'],
    ['00-0000000', '422 invalid_tax_id'],
    ['123-456789', '422 invalid_tax_id'],
    ['12345678', '422 invalid_tax_id'],
    ['12-34567890', '422 invalid_tax_id'],
    ['', '422 invalid_tax_id'],
  ] as const)('an EIN: %s is %s', ([text, found]) => {
    expect(refusalOf(() => readEin(text))).toBe(found);
  });

  test.for([
    ['123-45-6789', '6789', '6789'],
    ['123456789', '6789', '6789'],
    ['6789', '422 invalid_tax_id', '6789'],
    ['000-45-6789', '422 invalid_tax_id', '422 invalid_tax_id'],
    ['666-45-6789', '422 invalid_tax_id', '422 invalid_tax_id'],
    ['900-45-6789', '422 invalid_tax_id', '422 invalid_tax_id'],
    ['123-00-6789', '422 invalid_tax_id', '422 invalid_tax_id'],
    ['123-45-0000', '422 invalid_tax_id', '422 invalid_tax_id'],
    ['123-456789', '422 invalid_tax_id', '422 invalid_tax_id'],
    ['67890', '422 invalid_tax_id', '422 invalid_tax_id'],
  ] as const)('an SSN: %s is stored as %s, for a controller as %s', ([text, whole, short]) => {
    expect(refusalOf(() => readSsn(text, 'ssn'))).toBe(whole);
    expect(refusalOf(() => readSsn(text, 'ssn', { orLast4: true }))).toBe(short);
  });
});

const address = { street: '1 Main St', city: 'Albany', state: 'NY', zip: '12207', country: 'US' };

test.for([
  [{}, '[object Object]'],
  [{ zip: '12207-1234' }, '[object Object]'],
  [{ state: 'PR' }, '[object Object]'],
  [{ street: ' ' }, '422 invalid_text'],
  [{ city: '' }, '422 invalid_text'],
  [{ state: 'ny' }, '422 invalid_address'],
  [{ zip: '1220' }, '422 invalid_address'],
  [{ zip: '12207-12' }, '422 invalid_address'],
  [{ country: 'USA' }, '422 invalid_address'],
] as const)('an address with %o is %s', ([change, found]) => {
  expect(refusalOf(() => readAddress({ ...address, ...change }))).toBe(found);
});

/** Of age from 18 to 125 on the day of the request, 2026-03-02. */
test.for([
  ['2008-03-02', '1234'],
  ['2008-03-03', '422 invalid_date'],
  ['1900-03-03', '1234'],
  ['1900-03-02', '422 invalid_date'],
  ['1980-02-30', '422 invalid_date'],
  ['1980-2-3', '422 invalid_date'],
  ['1980-02-03T00:00:00Z', '422 invalid_date'],
] as const)('a controller born on %s is %s', ([dateOfBirth, found]) => {
  const controller = { firstName: 'Ada', lastName: 'Ames', dateOfBirth, ssn: '1234', address };
  expect(refusalOf(() => readController(controller, '2026-03-02').ssnLast4)).toBe(found);
});

describe('bank numbers', () => {
  test.for([
    ['110000000', '110000000'],
    ['021000021', '021000021'],
    ['011401533', '011401533'],
    ['222222226', '222222226'],
    ['123456789', '422 invalid_routing_number'],
    ['000000000', '422 invalid_routing_number'],
    ['11000000', '422 invalid_routing_number'],
    ['1100000000', '422 invalid_routing_number'],
    ['11000000O', '422 invalid_routing_number'],
  ] as const)('routing number %s: %s', ([text, found]) => {
    expect(refusalOf(() => readRoutingNumber(text))).toBe(found);
  });

  test('one wrong digit never makes another valid routing number', () => {
    const digit = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), digit, (at, by) => {
        const digits = [...'021000021'].map(Number);
        const wrong = digits.with(at, ((digits[at] ?? 0) + by) % 10).join('');
        expect(refusalOf(() => readRoutingNumber(wrong))).toBe('422 invalid_routing_number');
      }),
    );
  });

  test.for([
    ['1234', '1234'],
    ['12345678901234567', '12345678901234567'],
    ['123', '422 invalid_account_number'],
    ['123456789012345678', '422 invalid_account_number'],
    ['12 34', '422 invalid_account_number'],
  ] as const)('account number %s: %s', ([text, found]) => {
    expect(refusalOf(() => readAccountNumber(text))).toBe(found);
  });
});

describe('micro-deposits', () => {
  test('are two different amounts from one to nine cents, whatever the random numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 7 }), (one, two) => {
        const draws = [one, two];
        const [a, b] = microDepositAmounts((min) => min + (draws.shift() ?? 0));
        expect(a).not.toBe(b);
        for (const cents of [a, b]) expect(cents >= 1 && cents <= 9).toBe(true);
      }),
    );
  });

  test.for([
    [[3, 7], 'right'],
    [[7, 3], 'right'],
    [[3, 3], 'wrong'],
    [[3, 8], 'wrong'],
    [[37, 3], 'wrong'],
    [[9, 9], 'burnt'],
  ] as const)('%o for 0.03 and 0.07 are %s', ([given, found]) => {
    expect(checkMicroDeposits(given, [3, 7])).toBe(found);
  });
});

describe('the line items of a payable', () => {
  const line = (quantity: number, unitPrice: number) => ({ description: 'A', quantity, unitPrice });

  test.for([
    [[line(2, 10.005)], 2001],
    [[line(1, 1.005), line(1, 1.005)], 202],
    [[line(3, 0.3333)], 100],
    [[line(0.0001, 0.0001)], 0],
    [[line(1, 0.1), line(1, 0.2)], 30],
    [[line(1, 0)], 0],
  ] as const)('%o add up to %d cents, each rounded half up', ([lines, cents]) => {
    const sum = readLines(lines).reduce((total, it) => total + it.totalCents, 0);
    expect(sum).toBe(cents);
  });

  test.for([
    [[line(1.00001, 1)], '422 invalid_amount'],
    [[line(1, 1.00001)], '422 invalid_amount'],
    [[line(-1, 1)], '422 invalid_amount'],
    [[line(0, 1)], '422 invalid_amount'],
    [[line(1, -1)], '422 invalid_amount'],
    [[{ ...line(1, 1), description: ' ' }], '422 invalid_text'],
    [[{ ...line(1, 1), description: 'x'.repeat(501) }], '422 invalid_text'],
    [Array.from({ length: 201 }, () => line(1, 1)), '422 invalid_line_items'],
  ] as const)('%o are refused', ([lines, found]) => {
    expect(refusalOf(() => readLines(lines))).toBe(found);
  });

  test('must sum to the amount exactly', () => {
    const lines = readLines([line(2, 10.005), line(1, 0.5)]);
    expect(refusalOf(() => checkSum(2051, lines))).toBe('undefined');
    expect(refusalOf(() => checkSum(2052, lines))).toBe('422 amount_mismatch');
    expect(refusalOf(() => checkSum(2052, []))).toBe('undefined');
  });
});

test.for([
  [{}, {}],
  [
    { memo: null, invoiceNumber: null, dueDate: null },
    { memo: null, invoice_number: null, due_date: null },
  ],
  [
    { memo: '', invoiceNumber: ' INV 1 ' },
    { memo: null, invoice_number: 'INV 1' },
  ],
] as const)('details given as %o are stored as %o', ([given, kept]) => {
  expect(readDetails(given)).toEqual(kept);
});

test.for([{ memo: 'x'.repeat(1001) }, { invoiceNumber: 'x'.repeat(65) }, { invoiceNumber: '  ' }])(
  'details like %o are refused',
  (given) => {
    expect(refusalOf(() => readDetails(given))).toBe('422 invalid_text');
  },
);

test('every text survives the CSV export, and none of it is a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab=+-@\t\r\n",;é ') });
  fc.assert(
    fc.property(fc.array(fc.record({ a: text, b: text })), (rows) => {
      const read: string[][] = parse(csvOf(['a', 'b'], rows), { skip_empty_lines: false });
      const defused = (it: string) => (/^[=+\-@\t\r]/.test(it) ? `'${it}` : it);
      expect(read).toEqual([['a', 'b'], ...rows.map(({ a, b }) => [defused(a), defused(b)])]);
    }),
  );
});

import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/http/api-error.ts';
import {
  type BookSource,
  documentOf,
  readRedirectUri,
  summaryOf,
} from '../../../src/sandbox/accounting/rules.ts';

test.for([
  'https://books.test',
  'https://books.test:8443/a/b?c=d',
  'http://localhost',
  'http://localhost:8080/back',
  'http://127.0.0.1:1/x',
  'http://[::1]/x',
])('a browser may be redirected to %s', (uri) => {
  expect(readRedirectUri(uri)).toBe(uri);
});

test.for([
  '',
  'books.test',
  '/back',
  'http://books.test',
  'http://localhost.evil.test',
  'http://127.0.0.1.evil.test',
  'https://user@books.test',
  'https://books.test#fragment',
  'ftp://localhost',
  'javascript:alert(1)',
  'data:text/html,x',
])('but not to %s', (uri) => {
  expect(() => readRedirectUri(uri)).toThrow(ApiError);
});

const did = (entityId: string, what: 'created' | 'updated' | 'skipped') => ({
  ...{ entityId, did: what },
});

test('sync results are counted by kind, and partial if an item failed', () => {
  const fine = {
    entityType: 'vendors',
    items: [did('a', 'created'), did('b', 'skipped')],
  } as const;
  const failed = { entityId: 'c', code: 'missing_vendor_mapping', message: 'no vendor' };
  const mixed = { entityType: 'invoices', items: [did('d', 'updated'), failed] } as const;
  expect(summaryOf([fine])).toEqual({
    ...{ status: 'completed', errors: [] },
    results: { vendors: { created: 1, updated: 0, skipped: 1, failed: 0 } },
  });
  expect(summaryOf([fine, mixed])).toMatchObject({
    status: 'partial',
    results: { invoices: { created: 0, updated: 1, skipped: 0, failed: 1 } },
    errors: [{ entityType: 'invoices', ...failed }],
  });
  expect(summaryOf([{ entityType: 'vendors', items: [] }]).status).toBe('completed');
});

const payable: BookSource['payable'] = {
  ...{ seq: 1, id: 'pay_1', connection_id: 'conn_1', payer_id: 'biz_a', payee_id: 'biz_b' },
  ...{ status: 'APPROVED', cents: 12_345, due_date: null, invoice_number: null, memo: null },
  ...{ line_items: null, attachments: '[]', decline_reason: null, source: 'api' },
  ...{ external_payer: null, public_id: null, active_payment_id: null, payment_id: null },
  ...{ payment_status: null, last_payment_failure: null, link_nano_id: null, link_enabled: 0 },
  ...{ link_closed_by_payment: 0 },
  // Late on Monday in New York, Tuesday in UTC.
  ...{ created_at: '2026-03-03T03:00:00.000Z', updated_at: '', submitted_at: null },
  ...{ approved_at: null, declined_at: null, cancelled_at: null, paid_at: null },
};
const vendor = { id: 'VEN-101', name: 'Coastal Linen Inc' };
const booked = (changes: Partial<BookSource['payable']>, businessId = 'biz_a') =>
  documentOf({ payable: { ...payable, ...changes }, businessId, vendor, bankAccountId: 'BA-35' });

test.for([
  ['SUBMITTED', 'open'],
  ['APPROVED', 'open'],
  ['SCHEDULED', 'open'],
  ['PAID', 'paid'],
  ['DECLINED', 'voided'],
  ['CANCELLED', 'voided'],
] as const)('a payable that is %s is %s in the accounting system', ([status, inBooks]) => {
  expect(booked({ status }).status).toBe(inBooks);
});

test('a received payable is a bill, a sent one an invoice', () => {
  expect(booked({}).kind).toBe('bill');
  expect(booked({}, 'biz_b').kind).toBe('invoice');
});

test('dates are Eastern Time, and only a paid document has a payment', () => {
  const paid = { payment_id: 'pmt_1', paid_at: '2026-03-06T03:00:00.000Z' };
  expect(booked({}).txnDate).toBe('2026-03-02');
  expect(booked({ status: 'PAID', ...paid }).payment).toEqual({
    ...{ paymentId: 'pmt_1', date: '2026-03-05', bankAccountId: 'BA-35' },
  });
  expect(booked({ status: 'APPROVED', ...paid }).payment).toBeNull();
});

import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/api/operations/connection.ts';
import type { Payable } from '../../src/api/operations/payable.ts';
import { assertAsPlanned } from '../../src/money/gate/changes.ts';

const payable: Payable = {
  id: 'pay_1',
  status: 'APPROVED',
  amount: 12.5,
  payeeName: 'Coastal',
  senderBusinessId: 'biz_2',
  invoiceNumber: 'CL-1',
  dueDate: '2026-03-31',
};
const connection: Connection = {
  id: 'conn_1',
  status: 'active',
  connectedBusinessId: 'biz_2',
  connectedBusinessName: 'Coastal',
};
const planned = {
  row: 3,
  ref: null,
  fundingSourceId: 'fs_1',
  estimatedSettlementDate: null,
  cents: 1250,
  payeeId: 'biz_2',
  payeeName: 'Coastal',
  connectionId: 'conn_1',
};
const plannedPayable = {
  ...planned,
  payableId: 'pay_1',
  status: 'APPROVED',
  invoiceNumber: 'CL-1',
};

const ofPayable =
  (now: Payable | undefined, row: object = {}) =>
  () =>
    assertAsPlanned('payables', [
      { planned: { ...plannedPayable, ...row }, now: { payable: now } },
    ]);
const ofConnection = (now: Connection | undefined) => () =>
  assertAsPlanned('quickPayments', [{ planned, now: { connection: now } }]);

describe('a planned payable is not paid if the service shows', () => {
  test.for<readonly [string, Payable | undefined]>([
    ['no longer exists', undefined],
    ['status APPROVED is DECLINED now', { ...payable, status: 'DECLINED' }],
    ['amount $12.50 is $12.51 now', { ...payable, amount: 12.51 }],
    ['amount $12.50 is unknown now', { ...payable, amount: undefined }],
    ['amount $12.50 is unknown now', { ...payable, amount: 12.504 }],
    ['payee Coastal is Costal now', { ...payable, payeeName: 'Costal' }],
    ['payee Coastal is none now', { ...payable, payeeName: undefined }],
    ['payee biz_2 is biz_9 now', { ...payable, senderBusinessId: 'biz_9' }],
    ['invoice number CL-1 is CL-2 now', { ...payable, invoiceNumber: 'CL-2' }],
  ])('%s', ([change, now]) => {
    expect(ofPayable(now)).toThrow(`row 3: payable pay_1: ${change}`);
  });

  test('a field that it did not state when it was planned', () => {
    expect(ofPayable(payable, { invoiceNumber: null })).toThrow('invoice number none is CL-1 now');
  });
});

test('a planned payable is paid if what it is paid for is as planned, whoever names the payee', () => {
  expect(ofPayable({ ...payable, dueDate: '2026-04-30' })).not.toThrow();
  expect(ofPayable({ ...payable, senderBusinessId: null, businessId: 'biz_2' })).not.toThrow();
  const unstated = { id: 'pay_1', amount: 12.5 };
  const row = { status: null, payeeId: null, payeeName: null, invoiceNumber: null };
  expect(ofPayable(unstated, row)).not.toThrow();
});

test.for<readonly [string, Connection | undefined]>([
  ['was not found', undefined],
  ['is archived, not active', { ...connection, status: 'archived' }],
  ['payee Coastal is Costal now', { ...connection, connectedBusinessName: 'Costal' }],
  ['payee biz_2 is biz_9 now', { ...connection, connectedBusinessId: 'biz_9' }],
  ['payee biz_2 is none now', { ...connection, connectedBusinessId: undefined }],
])('a planned quick payment is not made if its connection: %s', ([change, now]) => {
  expect(ofConnection(connection)).not.toThrow();
  expect(ofConnection(now)).toThrow(`row 3: connection conn_1: ${change}`);
});

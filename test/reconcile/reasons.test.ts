/** What a person reads who has to decide about a payment, an invoice or a cancellation with an unknown outcome. */

import { describe, expect, test } from 'vitest';
import { claimsOf, type Evidence } from '../../src/money/journal/reconcile-rules.ts';
import { factHash, sentFactsOf, shownPaymentsOf } from '../../src/money/journal/sent-facts.ts';
import type { UnresolvedIntent } from '../../src/money/journal/unresolved.ts';
import {
  BEFORE,
  batchDoubt,
  decide,
  doubtOf,
  invoiceDoubt,
  invoiceMade,
  log,
  paying,
  paymentDoubt,
  row,
  SENT,
  shown,
  unpaid,
} from './doubts.ts';

type Case = [
  what: string,
  intent: UnresolvedIntent,
  evidence: Evidence,
  verdict: 'applied' | 'not-applied' | null,
  reason: string,
];

const scheduled = (scheduledDate: string) =>
  paymentDoubt(unpaid, { sent: sentFactsOf('pay.initiate', { scheduledDate }) ?? {} });
const begun = (id: string) => log('payment_initiated', id);
const nothingBegun = 'but no payment that is known to have begun after the request.';
const asBefore =
  'Payable pay_1 is as it was before, and this service shows payments immediately.' as const;
const shows = 'Payable pay_1 shows payment pmt_1';

describe('the finding about a payment says what the service shows', () => {
  const cases: Case[] = [
    ['nothing at all', paymentDoubt(), {}, null, 'The payable could not be read.'],
    ['a payment', paymentDoubt(), shown(paying), 'applied', `${shows}.`],
    [
      'two payments',
      paymentDoubt(),
      shown({}, begun('pmt_1'), begun('pmt_2')),
      null,
      `${shows} and payment pmt_2 since the request: it is not known which one is its own.`,
    ],
    [
      'a payment of another amount to another payee',
      paymentDoubt(),
      shown({ ...paying, amount: 41, senderBusinessId: 'biz_3', connectionId: null }),
      null,
      `${shows}, but its amount changed, and its payee changed.`,
    ],
    [
      'a payment by another business',
      paymentDoubt(),
      shown({ ...paying, payerBusinessId: 'biz_4' }),
      null,
      `${shows}, but another business pays it.`,
    ],
    [
      'a payment on another date',
      scheduled('2026-03-20'),
      shown({ ...paying, scheduledDate: '2026-03-23' }),
      null,
      `${shows}, but it is scheduled for another date.`,
    ],
    [
      'an entry of no payment',
      paymentDoubt(),
      shown({}, log('payment_initiated', undefined)),
      'applied',
      'Payable pay_1 shows paymentinitiated in its activity log.',
    ],
    [
      'a status',
      paymentDoubt(),
      shown({ status: 'SCHEDULED' }),
      'applied',
      'Payable pay_1 shows the status SCHEDULED, which was APPROVED before.',
    ],
    [
      'another status',
      paymentDoubt(),
      shown({ status: 'CANCELLED', amount: 41 }),
      null,
      `Payable pay_1 is CANCELLED, its amount changed, ${nothingBegun}`,
    ],
    [
      'no status',
      paymentDoubt(),
      shown({ status: null }),
      null,
      `Payable pay_1 is in an unknown status, ${nothingBegun}`,
    ],
    [
      'entries of payments whose start is not known',
      paymentDoubt(),
      shown({}, log('payment_completed', undefined)),
      null,
      `Payable pay_1 is APPROVED and its activity log has payments, ${nothingBegun}`,
    ],
    ['no payment', paymentDoubt(), shown({}), 'not-applied', asBefore],
  ];
  test.each(cases)('%s', (_, intent, evidence, verdict, reason) => {
    expect(decide(intent, evidence)).toMatchObject({ verdict, reason });
  });

  test('no payment, at a service that may show payments later', () => {
    expect(decide(paymentDoubt(), shown({}), false).reason).toBe(
      'Payable pay_1 shows no payment, but it is not yet known whether this service shows payments immediately.',
    );
  });
});

describe('a payment is taken for its own', () => {
  const elsewhere = { senderBusinessId: null, businessId: null, connectionId: null };
  test.each<[what: string, intent: UnresolvedIntent, evidence: Evidence]>([
    ['although the amount is not shown', paymentDoubt(), shown({ ...paying, amount: undefined })],
    ['although no amount was sent', paymentDoubt(unpaid, { amount: null }), shown(paying)],
    ['although the payer is not shown', paymentDoubt(), shown({ ...paying, payerBusinessId: 1 })],
    [
      'although the business is not known',
      paymentDoubt(unpaid, { businessId: null }),
      shown(paying),
    ],
    ['although no payee is shown', paymentDoubt(), shown({ ...paying, ...elsewhere })],
    ['although no payee was recorded', paymentDoubt(unpaid, { payees: [] }), shown(paying)],
    [
      'if only the connection is shown',
      paymentDoubt(),
      shown({ ...paying, ...elsewhere, connectionId: 'conn_1' }),
    ],
    [
      'if the payee is called the business',
      paymentDoubt(),
      shown({ ...paying, ...elsewhere, businessId: 'biz_2' }),
    ],
    [
      'if one of its payees is shown',
      paymentDoubt(unpaid, {
        payees: ['biz_7', 'biz_2'].map((businessId) => ({
          ...{ businessId, connectionId: null, cents: 2000 },
        })),
      }),
      shown(paying),
    ],
    [
      'although its date is not shown',
      scheduled('2026-03-20'),
      shown({ ...paying, paymentStatus: 'SCHEDULED' }),
    ],
    [
      'although the service shows a date of its own',
      paymentDoubt(),
      shown({ ...paying, scheduledDate: '2026-03-04' }),
    ],
    [
      'although somebody commented on an earlier one',
      paymentDoubt(),
      shown(paying, log('comment_added', 'pmt_0')),
    ],
    [
      'in the second of the request',
      paymentDoubt(),
      shown({}, log('payment_initiated', 'pmt_1', SENT)),
    ],
  ])('%s', (_, intent, evidence) => {
    expect(decide(intent, evidence)).toMatchObject({ verdict: 'applied', serverId: 'pmt_1' });
  });
});

describe('a payment is not taken for its own', () => {
  const old = log('payment_initiated', 'pmt_0', BEFORE);
  const done = log('payment_completed', 'pmt_0');
  const had = shownPaymentsOf({
    ...{ status: 'APPROVED', activePaymentId: 'pmt_0', paymentStatus: 'PENDING' },
    lastPaymentFailure: { paymentId: 'pmt_00' },
  });
  const cases: Case[] = [
    [
      'if only another connection is shown',
      paymentDoubt(),
      shown({ ...paying, senderBusinessId: null, businessId: null, connectionId: 'conn_9' }),
      null,
      `${shows}, but its payee changed.`,
    ],
    [
      'if the payable was not read before',
      paymentDoubt(unpaid, { before: {} }),
      shown(paying),
      null,
      `Payable pay_1 is APPROVED, ${nothingBegun}`,
    ],
    [
      'if a payment of before is gone',
      paymentDoubt(unpaid, { before: { payments: [had] } }),
      shown({}),
      null,
      `Payable pay_1 is APPROVED, ${nothingBegun}`,
    ],
    [
      'if an entry names none, and others do',
      paymentDoubt(),
      shown({}, old, log('payment_initiated', undefined)),
      null,
      `Payable pay_1 is APPROVED and its activity log has payments, ${nothingBegun}`,
    ],
    ...[
      [old, done],
      [done, old],
    ].map(
      (entries, at): Case => [
        `if it began before, and goes on (${at + 1})`,
        paymentDoubt(),
        shown({}, ...entries),
        null,
        `Payable pay_1 is APPROVED and its activity log has payments, ${nothingBegun}`,
      ],
    ),
    [
      'if the payable was not approved before',
      paymentDoubt({ ...unpaid, status: 'SUBMITTED' }),
      shown({ status: 'PAID' }),
      null,
      `Payable pay_1 is PAID, ${nothingBegun}`,
    ],
    [
      'if the payable had a payment before',
      paymentDoubt({ ...unpaid, activePaymentId: 'pmt_0' }),
      shown({ status: 'PAID' }),
      null,
      `Payable pay_1 is PAID, ${nothingBegun}`,
    ],
    [
      'if an entry is of a message about a payment',
      paymentDoubt(),
      shown({}, log('payment_initiated_reminder', undefined)),
      null,
      `Payable pay_1 is APPROVED and its activity log has payments, ${nothingBegun}`,
    ],
  ];
  test.each(cases)('%s', (_, intent, evidence, verdict, reason) => {
    expect(decide(intent, evidence)).toMatchObject({ verdict, reason });
  });
});

describe('a payment that was not made', () => {
  test.each<[what: string, intent: UnresolvedIntent, evidence: Evidence]>([
    ['an approval since', paymentDoubt(), shown({}, log('payable_approved', undefined))],
    [
      'an entry of an earlier payment',
      paymentDoubt(),
      shown({}, log('payment_failed', 'pmt_0', BEFORE)),
    ],
    [
      'the payment of another request since',
      paymentDoubt(unpaid, { claimedIds: ['pmt_3'] }),
      shown({}, log('payment_failed', 'pmt_3')),
    ],
  ])('is known not to be made, whatever %s says', (_, intent, evidence) => {
    expect(decide(intent, evidence)).toMatchObject({ verdict: 'not-applied', reason: asBefore });
  });

  test.each<[what: string, intent: UnresolvedIntent, evidence: Evidence]>([
    [
      'of a payable that is not approved',
      paymentDoubt({ ...unpaid, status: 'SUBMITTED' }),
      shown({ status: 'SUBMITTED' }),
    ],
    [
      'after an entry of the very moment',
      paymentDoubt(),
      shown({}, log('payment_completed', undefined, SENT)),
    ],
    [
      'after an entry, if the time of the request is not known',
      paymentDoubt(unpaid, { serviceTime: null }),
      shown({}, log('payment_failed', undefined, BEFORE)),
    ],
  ])('may have been made: %s', (_, intent, evidence) => {
    expect(decide(intent, evidence).verdict).toBe(null);
  });
});

describe('the finding about a batch', () => {
  const paid = (at: number, change: object = {}) =>
    row(`pay_${at}`, { activePaymentId: `pmt_${at}`, paymentStatus: 'PENDING', ...change });
  const cases: Case[] = [
    ['of no known payable', batchDoubt({ before: {} }), {}, null, 'Its payables are unknown.'],
    ['of which nothing was read', batchDoubt(), {}, null, 'Could not be read: pay_1, pay_2.'],
    [
      'of which one was not read',
      batchDoubt(),
      { payables: [paid(2)] },
      null,
      'Could not be read: pay_1.',
    ],
    [
      'of which all were paid',
      batchDoubt(),
      { payables: [paid(1), paid(2)] },
      'applied',
      'All 2 payables show the payment.',
    ],
    [
      'of which none was paid',
      batchDoubt(),
      { payables: [row('pay_1', {}), row('pay_2', {})] },
      'not-applied',
      'None of 2 payables shows a payment.',
    ],
    [
      'of which one was paid',
      batchDoubt(),
      { payables: [row('pay_1', {}), paid(2)] },
      null,
      '1 of 2 payables show a payment. A batch is all or none: check each payable.',
    ],
    [
      'of which one was paid, and one is open',
      batchDoubt(),
      { payables: [row('pay_1', { status: 'CANCELLED' }), paid(2)] },
      null,
      '1 of 2 payables show a payment. A batch is all or none: check each payable.',
    ],
    [
      'of which the second is open',
      batchDoubt(),
      { payables: [row('pay_1', {}), row('pay_2', { status: 'CANCELLED' })] },
      null,
      `Payable pay_2 is CANCELLED, ${nothingBegun}`,
    ],
    [
      'of another sum',
      batchDoubt(),
      { payables: [paid(1), paid(2, { amount: 41.5 })] },
      null,
      'All 2 payables show a payment, but they add up to $81.50, not $80.00.',
    ],
    [
      'of an unknown sum',
      batchDoubt({ amount: null }),
      { payables: [paid(1), paid(2)] },
      'applied',
      'All 2 payables show the payment.',
    ],
    [
      'of which an amount is not shown',
      batchDoubt(),
      { payables: [paid(1), paid(2, { amount: 'unknown' })] },
      'applied',
      'All 2 payables show the payment.',
    ],
  ];
  test.each(cases)('%s', (_, intent, evidence, verdict, reason) => {
    expect(decide(intent, evidence)).toMatchObject({ verdict, reason });
  });

  test('compares each payable with the date of its own row', () => {
    const payments = ['2026-03-20', '2026-03-23'].map((scheduledDate) => ({ scheduledDate }));
    const intent = batchDoubt({ sent: sentFactsOf('pay.bulkInitiate', { payments }) ?? {} });
    const decideOn = (...dates: string[]) =>
      decide(intent, {
        payables: dates.map((scheduledDate, at) => paid(at + 1, { scheduledDate })),
      }).verdict;
    expect(decideOn('2026-03-20', '2026-03-23')).toBe('applied');
    expect(decideOn('2026-03-20', '2026-03-20')).toBe(null);
    expect(decideOn('2026-03-23', '2026-03-23')).toBe(null);
  });
});

describe('the finding about an invoice', () => {
  const cases: Case[] = [
    [
      'that cannot be looked for',
      invoiceDoubt,
      {},
      null,
      'The payables of its connection could not be read.',
    ],
    [
      'that is there',
      invoiceDoubt,
      { onConnection: [invoiceMade] },
      'applied',
      'Payable pay_9 has its number and amount, and was created after the request.',
    ],
    [
      'that is there, without saying who sent it',
      invoiceDoubt,
      { onConnection: [{ ...invoiceMade, senderBusinessId: null }] },
      'applied',
      'Payable pay_9 has its number and amount, and was created after the request.',
    ],
    [
      'that the partner sent',
      invoiceDoubt,
      { onConnection: [{ ...invoiceMade, senderBusinessId: null, direction: 'received' }] },
      null,
      'Its invoice number alone proves nothing: pay_9 was not sent by this business.',
    ],
    [
      'that two others are like',
      invoiceDoubt,
      {
        onConnection: [
          { ...invoiceMade, amount: 1, memo: 'April' },
          { ...invoiceMade, id: 'pay_8', amount: undefined },
        ],
      },
      null,
      'Its invoice number alone proves nothing: pay_9 is of $1.00, not $900.00, has another memo; pay_8 is of an unknown amount, not $900.00.',
    ],
    [
      'of no known amount',
      { ...invoiceDoubt, amount: null },
      { onConnection: [{ ...invoiceMade, amount: undefined }] },
      null,
      'Its invoice number alone proves nothing: pay_9 is of an unknown amount, not an unknown amount.',
    ],
  ];
  test.each(cases)('%s', (_, intent, evidence, verdict, reason) => {
    expect(decide(intent, evidence)).toMatchObject({ verdict, reason });
  });

  test('a due date that was not sent is the service’s own', () => {
    const sent = sentFactsOf('payable.create', { ...invoiceMade, dueDate: undefined }) ?? {};
    expect(decide({ ...invoiceDoubt, sent }, { onConnection: [invoiceMade] }).verdict).toBe(
      'applied',
    );
  });

  test('a record without an id proves nothing', () => {
    const onConnection = [{ ...invoiceMade, id: undefined }];
    expect(decide(invoiceDoubt, { onConnection }).verdict).toBe(null);
  });
});

describe('the finding about a request that is no payment of a payable', () => {
  const cancel = doubtOf({ operation: 'pay.cancel', payableId: 'pay_1', paymentId: 'pmt_2' });
  const of = (operation: string) => doubtOf({ operation });
  const seen = (activePaymentId: string | null, ...types: string[]): Evidence => ({
    payables: [
      {
        ...{ payableId: 'pay_1', payable: { activePaymentId } },
        activity: types.map((type) => log(type, 'pmt_2')),
      },
    ],
  });
  const cases: Case[] = [
    ['cancellation of nothing', cancel, {}, null, 'The payable of the payment is unknown.'],
    [
      'cancellation in the log',
      cancel,
      seen(null, 'payment_canceled'),
      'applied',
      'The activity log shows the cancellation.',
    ],
    [
      'cancellation in the log, and a payment',
      cancel,
      seen('pmt_2', 'payment_cancelled'),
      null,
      'The log shows its cancellation, but the payable still has pmt_2.',
    ],
    [
      'no cancellation',
      cancel,
      seen('pmt_2', 'payment_cancelled_by_mistake'),
      'not-applied',
      'The payable still has payment pmt_2.',
    ],
    [
      'neither cancellation nor payment',
      cancel,
      seen(null),
      null,
      'The activity log shows no cancellation of pmt_2, which proves nothing.',
    ],
    [
      'verified bank account',
      of('bank.verifyMicroDeposits'),
      { bank: { status: 'verified' } },
      'applied',
      'The bank account is verified.',
    ],
    ...[{ bank: { status: 'pending' } }, {}].map(
      (evidence): Case => [
        'bank account that is not',
        of('bank.verifyMicroDeposits'),
        evidence,
        null,
        'The bank account is not verified; another try uses up an attempt.',
      ],
    ),
    [
      'withdrawal',
      of('business.withdraw'),
      { balance: { available: 5, withdrawing: 2 } },
      null,
      'The service has no list of withdrawals. Its balance now: available 5, in transit 2.',
    ],
    [
      'withdrawal from an unknown balance',
      of('business.withdraw'),
      {},
      null,
      'The service has no list of withdrawals. Its balance now: available unknown, in transit unknown.',
    ],
    [
      'quick payment',
      of('pay.quickPay'),
      {},
      null,
      'The service has no list of quick payments: ask the payee or the bank.',
    ],
    ['another request', of('connection.invite'), {}, null, 'The service has no record of it.'],
  ];
  test.each(cases)('%s', (_, intent, evidence, verdict, reason) => {
    expect(decide(intent, evidence)).toMatchObject({ verdict, reason });
  });
});

test('a finding uses up the payment of a request, and those of a batch, and no more', () => {
  const found = { verdict: 'applied', reason: '' } as const;
  const payments = ['pmt_1', null, 'pmt_3'].map((paymentId, at) => ({
    ...{ payableId: `pay_${at}`, paymentId },
  }));
  expect(claimsOf({ ...found, serverId: 'pmt_0' })).toEqual(['pmt_0']);
  expect(claimsOf({ ...found, payments })).toEqual(['pmt_1', 'pmt_3']);
});

test('a text is the same whatever the spaces around it, and nothing is no text', () => {
  expect(factHash(' 7 ')).toBe(factHash(7));
  expect([undefined, null, '', ' ', {}, true].map(factHash)).toEqual(Array(6).fill(null));
  expect(sentFactsOf('pay.cancel', {})).toBe(undefined);
  expect(shownPaymentsOf({ status: 1, activePaymentId: {} })).toEqual([null, null, null, null]);
});

test('an amount in a list is no amount of a payable', () => {
  const evidence = shown({ ...paying, amount: [41] });
  expect(decide(paymentDoubt(), evidence).verdict).toBe('applied');
  expect(decide(paymentDoubt(), shown({ ...paying, amount: '41.00' })).verdict).toBe(null);
});

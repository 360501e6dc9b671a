import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/money/journal/reconcile-rules.ts';
import { sentFactsOf } from '../../src/money/journal/sent-facts.ts';
import type { UnresolvedIntent } from '../../src/money/journal/unresolved.ts';
import {
  AFTER,
  BEFORE,
  batchDoubt,
  invoiceBody as body,
  decide,
  doubtOf,
  invoiceDoubt,
  log,
  invoiceMade as made,
  paying,
  paymentDoubt,
  row,
  shown,
  unpaid,
} from './doubts.ts';

describe('an invoice with an unknown outcome', () => {
  const intent = invoiceDoubt;

  test('is created if a record is the same in everything that was sent', () => {
    const { verdict, serverId } = decide(intent, {
      onConnection: [{ ...made, id: 'pay_1', invoiceNumber: 'X' }, made],
    });
    expect([verdict, serverId]).toEqual(['applied', 'pay_9']);
  });

  test.each<[what: string, change: object, said: string]>([
    ['of another amount', { amount: 1 }, 'is of $1.00, not $900.00'],
    ['that the partner sent', { senderBusinessId: 'biz_2' }, 'was not sent by this business'],
    ['that does not say who sent it', { senderBusinessId: null, direction: null }, 'was not sent'],
    ['from before the request', { createdAt: BEFORE }, 'created after the request'],
    ['without a time', { createdAt: null }, 'created after the request'],
    ['of another connection', { connectionId: 'conn_2' }, 'of another connection'],
    ['with another memo', { memo: 'April' }, 'has another memo'],
    ['without its memo', { memo: null }, 'has another memo'],
    ['with another due date', { dueDate: '2026-04-02' }, 'has another due date'],
  ])('is not proved by an invoice of its number %s', (_, change, said) => {
    const { verdict, reason } = decide(intent, { onConnection: [{ ...made, ...change }] });
    expect(verdict).toBe(null);
    expect(reason).toContain('Its invoice number alone proves nothing: pay_9 ');
    expect(reason).toContain(said);
  });

  test('is not proved by an invoice that another request created', () => {
    const { verdict, reason } = decide(
      { ...intent, claimedIds: ['pay_9'] },
      { onConnection: [made] },
    );
    expect([verdict, reason]).toEqual([
      null,
      expect.stringContaining('created by another request'),
    ]);
  });

  test('is not proved by either of two that could be it', () => {
    const onConnection = [made, { ...made, id: 'pay_10' }];
    expect(decide(intent, { onConnection })).toMatchObject({
      ...{ verdict: null, reason: expect.stringContaining('pay_9, pay_10') },
    });
  });

  test('is not disproved by a number that is gone, which others can edit, delete or hide', () => {
    for (const onConnection of [[], [{ ...made, invoiceNumber: 'INV-9b' }]]) {
      expect(decide(intent, { onConnection })).toMatchObject({
        ...{ verdict: null, reason: expect.stringContaining('changed, deleted or hidden') },
      });
    }
    expect(decide(intent, {}).verdict).toBe(null);
  });

  test('without a number is neither proved nor disproved, whatever is on the connection', () => {
    const sent = sentFactsOf('payable.create', { ...body, invoiceNumber: ' ' }) ?? {};
    for (const onConnection of [[], [{ ...made, invoiceNumber: null }], [made]]) {
      expect(decide({ ...intent, sent }, { onConnection })).toMatchObject({
        ...{ verdict: null, reason: 'Without an invoice number it cannot be identified.' },
      });
    }
  });
});

describe('a payment with an unknown outcome', () => {
  const intent = paymentDoubt();

  test.each<[what: string, evidence: Evidence, id: string | undefined]>([
    ['a payment in the log', shown(paying, log('payment_initiated', 'pmt_1')), 'pmt_1'],
    ['a new payment of the payable', shown(paying), 'pmt_1'],
    ['a payment that failed since', shown({ lastPaymentFailure: { paymentId: 'pmt_1' } }), 'pmt_1'],
    ['an entry without an id', shown({}, log('payment_initiated', undefined)), undefined],
    ['a status', shown({ status: 'PAID' }), undefined],
    [
      'a payment that ended since',
      shown({}, log('payment_initiated', 'pmt_1'), log('payment_cancelled', 'pmt_1')),
      'pmt_1',
    ],
  ])('is proved by %s', (_, evidence, id) => {
    expect(decide(intent, evidence)).toMatchObject({ verdict: 'applied', serverId: id });
  });

  test.each<[what: string, intent: UnresolvedIntent, evidence: Evidence]>([
    [
      'a payment that another request made',
      { ...intent, claimedIds: ['pmt_1'] },
      shown(paying, log('payment_initiated', 'pmt_1')),
    ],
    [
      'a payment that began before, and goes on',
      paymentDoubt({ ...unpaid, activePaymentId: 'pmt_0' }),
      shown(
        { activePaymentId: 'pmt_0', status: 'PAID' },
        log('payment_initiated', 'pmt_0', BEFORE),
        log('payment_completed', 'pmt_0'),
      ),
    ],
    [
      'the end of a payment whose start is not known',
      intent,
      shown({}, log('payment_completed', undefined)),
    ],
    [
      'one of two payments',
      intent,
      shown(paying, log('payment_initiated', 'pmt_1'), log('payment_initiated', 'pmt_2')),
    ],
    ['a payment of another amount', intent, shown({ ...paying, amount: 41 })],
    [
      'a payment to another payee',
      intent,
      shown({ ...paying, senderBusinessId: 'biz_3', connectionId: 'conn_3' }),
    ],
    ['a payment by another business', intent, shown({ ...paying, payerBusinessId: 'biz_4' })],
    [
      'a payment for another date',
      intent,
      shown({ ...paying, paymentStatus: 'SCHEDULED', scheduledDate: '2026-03-20' }),
    ],
    [
      'an entry, if the time of the request is not known',
      { ...intent, serviceTime: null },
      shown({}, log('payment_initiated', 'pmt_1')),
    ],
  ])('is not proved by %s', (_, doubt, evidence) => {
    expect(decide(doubt, evidence).verdict).toBe(null);
  });

  test('for a date is proved by a payment for that date', () => {
    const sent = sentFactsOf('pay.initiate', { scheduledDate: '2026-03-20' }) ?? {};
    const scheduled = { ...paying, status: 'SCHEDULED', paymentStatus: 'SCHEDULED' };
    const decideOn = (scheduledDate: string) =>
      decide({ ...intent, sent }, shown({ ...scheduled, scheduledDate })).verdict;
    expect([decideOn('2026-03-20'), decideOn('2026-03-23')]).toEqual(['applied', null]);
  });

  test('is disproved by a payable that is as it was before, at a service that shows payments', () => {
    expect(decide(intent, shown({})).verdict).toBe('not-applied');
    expect(decide(intent, shown({}), false).verdict).toBe(null);
    const failed = {
      ...unpaid,
      paymentStatus: 'FAILED',
      lastPaymentFailure: { paymentId: 'pmt_0' },
    };
    expect(decide(paymentDoubt(failed), shown(failed)).verdict).toBe('not-applied');
  });

  test.each<[what: string, doubt: UnresolvedIntent, evidence: Evidence]>([
    ['that was deleted', intent, { payables: [] }],
    ['that was not read before', { ...intent, before: {} }, shown({})],
    ['that was cancelled', intent, shown({ status: 'CANCELLED' })],
    ['whose newest payment is another one', intent, shown({ paymentStatus: 'FAILED' })],
    ['of another amount', intent, shown({ amount: 41 })],
  ])('is not disproved by a payable %s', (_, doubt, evidence) => {
    expect(decide(doubt, evidence).verdict).toBe(null);
  });

  describe('in a batch', () => {
    const batch = batchDoubt();
    const paid = (at: number, change: object = {}) =>
      row(`pay_${at}`, { activePaymentId: `pmt_${at}`, paymentStatus: 'PENDING', ...change });

    test('is proved by all payables, with the payment of each', () => {
      expect(decide(batch, { payables: [paid(1), paid(2)] })).toMatchObject({
        verdict: 'applied',
        payments: [
          { payableId: 'pay_1', paymentId: 'pmt_1' },
          { payableId: 'pay_2', paymentId: 'pmt_2' },
        ],
      });
    });

    test.each<[what: string, payables: Evidence['payables']]>([
      ['some of its payables', [paid(1), row('pay_2', {})]],
      ['its payables without one that was deleted', [paid(1)]],
      ['payables of another sum', [paid(1), paid(2, { amount: 41 })]],
      ['no payable at all', []],
    ])('is not proved by %s', (_, payables) => {
      expect(decide(batch, { payables: payables ?? [] }).verdict).toBe(null);
    });

    test('is not disproved without one that was deleted', () => {
      expect(decide(batch, { payables: [row('pay_1', {})] }).verdict).toBe(null);
      const both = [row('pay_1', {}), row('pay_2', {})];
      expect(decide(batch, { payables: both }).verdict).toBe('not-applied');
    });
  });
});

describe('a cancellation with an unknown outcome', () => {
  const intent = doubtOf({ operation: 'pay.cancel', payableId: 'pay_1', paymentId: 'pmt_2' });
  const cancelled = (paymentId: string) => ({
    ...{ type: 'payment_cancelled', createdAt: AFTER, metadata: { paymentId } },
  });
  const shown = (activePaymentId: string | null, ...activity: unknown[]): Evidence => ({
    payables: [{ payableId: 'pay_1', payable: { id: 'pay_1', activePaymentId }, activity }],
  });

  test.each<[what: string, evidence: Evidence, verdict: string | null]>([
    ['of this payment', shown(null, cancelled('pmt_2')), 'applied'],
    ['of another payment of the payable', shown('pmt_2', cancelled('pmt_1')), 'not-applied'],
    ['of another payment, and this one is gone', shown(null, cancelled('pmt_1')), null],
    ['of this payment, which is still there', shown('pmt_2', cancelled('pmt_2')), null],
    ['that is missing from the log', shown(null), null],
  ])('is judged by an entry %s', (_, evidence, verdict) => {
    expect(decide(intent, evidence).verdict).toBe(verdict);
  });
});

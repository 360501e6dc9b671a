import { expect, test } from 'vitest';
import type { ObservedPayable } from '../../src/money/journal/activity-entries.ts';
import type { StoredIntent } from '../../src/money/journal/intent.ts';
import { namedPayments, paymentFailureReason } from '../../src/money/journal/payment-ended.ts';
import { paid } from './fixture.ts';

const idle = { id: 'pay_1', activePaymentId: null, paymentStatus: null, lastPaymentFailure: null };
const later = '2026-03-04T14:00:00.000Z';
const earlier = '2026-03-01T14:00:00Z';
const moment = '2026-03-02T15:00:00.000Z';
const entry = (type: string, createdAt = later, more = {}) => ({ type, createdAt, ...more });

const lifting: readonly [string, Partial<ObservedPayable>, Partial<StoredIntent>][] = [
  ['a failure in the log', { activity: [entry('payment_failed')] }, {}],
  ['a cancellation', { activity: [entry('payment_cancelled')] }, {}],
  ['a return', { activity: [entry('payment_returned')] }, {}],
  ['another spelling', { activity: [entry('payment.canceled')] }, {}],
  ['capitals', { activity: [entry('PAYMENT_RETURNED')] }, {}],
  ['camel case', { activity: [entry('paymentFailed')] }, {}],
  ['other names', { activity: [{ event: 'payment_failed', timestamp: later }] }, {}],
  ['another offset', { activity: [entry('payment_failed', '2026-03-02T10:00:01-05:00')] }, {}],
  [
    'a failure on the payable',
    { payable: { ...idle, paymentStatus: 'FAILED', lastPaymentFailure: { failedAt: later } } },
    {},
  ],
  [
    'a failure on the payable that names the payment',
    { payable: { ...idle, lastPaymentFailure: { paymentId: 'pmt_1' } } },
    { paymentId: 'pmt_1' },
  ],
  [
    'the very moment, on a clock that stands still, of the very payment',
    {
      activity: [
        entry('payment_cancelled', '2026-03-02T15:00:00.000Z', {
          metadata: { paymentId: 'pmt_1' },
        }),
      ],
    },
    { paymentId: 'pmt_1' },
  ],
  [
    'an entry that names no payment',
    { activity: [entry('payment_failed')] },
    { paymentId: 'pmt_1' },
  ],
  [
    'an entry that names a payment, if that of the request is not known',
    { activity: [entry('payment_failed', later, { paymentId: 'pmt_1' })] },
    {},
  ],
  [
    'a failure on the payable whose first time is empty',
    { payable: { ...idle, lastPaymentFailure: { createdAt: null, at: later } } },
    {},
  ],
  ...[
    'createdAt',
    'at',
    'timestamp',
    'occurredAt',
    'failedAt',
    'returnedAt',
    'cancelledAt',
  ].flatMap((time): typeof lifting =>
    ['type', 'action', 'event'].map((name) => [
      `${name} and ${time} in an entry`,
      { activity: [{ [name]: 'payment_failed', [time]: later }] },
      {},
    ]),
  ),
  [
    "the service's own clock",
    { activity: [entry('payment_failed', '2025-01-02T00:00:00Z')] },
    { serviceTime: '2025-01-01T00:00:00Z' },
  ],
];

test.for(lifting)('ended without paying: %s', ([, shown, intent]) => {
  const reason = paymentFailureReason(paid(intent), { payable: idle, activity: [], ...shown });
  expect(reason).toMatch(/failed|cancell?ed|returned/);
});

const blocking: readonly [string, Partial<ObservedPayable>, Partial<StoredIntent>][] = [
  ['nothing', {}, {}],
  ['no record of the payable', { payable: null, activity: [entry('payment_failed')] }, {}],
  ['an older failure', { activity: [entry('payment_failed', earlier)] }, {}],
  [
    'an older failure on the payable',
    { payable: { ...idle, lastPaymentFailure: { at: earlier } } },
    {},
  ],
  ['a failure of no time', { activity: [{ type: 'payment_failed' }] }, {}],
  ['another kind of entry', { activity: [entry('payment_link_disabled'), entry('cancelled')] }, {}],
  ['success', { activity: [entry('payment_completed')] }, {}],
  ['a failure at the very moment', { activity: [entry('payment_failed', moment)] }, {}],
  ['a message about a failure', { activity: [entry('payment_failed_notice')] }, {}],
  ['a failure of a link', { activity: [entry('payment_link_failed')] }, {}],
  [
    'the failure of another payment',
    { activity: [entry('payment_failed', later, { metadata: { paymentId: 'pmt_2' } })] },
    { paymentId: 'pmt_1' },
  ],
  [
    "older by the service's own clock, newer by ours",
    { activity: [entry('payment_failed', later)] },
    { serviceTime: '2026-03-05T00:00:00Z' },
  ],
  [
    'a payment under way again',
    { payable: { ...idle, activePaymentId: 'pmt_2' }, activity: [entry('payment_failed')] },
    {},
  ],
];

test.for(blocking)('not proven to have ended without paying: %s', ([, shown, intent]) => {
  const all = { payable: idle, activity: [], ...shown };
  expect(paymentFailureReason(paid(intent), all)).toBeNull();
});

test.for(['PENDING', 'PROCESSING', 'SCHEDULED', 'HELD', 'pending', ' Held '])(
  'a payment that is %s is in progress',
  (paymentStatus) => {
    const payable = { ...idle, paymentStatus };
    const activity = [entry('payment_failed')];
    expect(paymentFailureReason(paid(), { payable, activity })).toBeNull();
  },
);

test('a payable names the payments that ended, once each, and those that did not', () => {
  const payable = {
    ...{ ...idle, activePaymentId: 'pmt_5', paymentId: 'pmt_6' },
    lastPaymentFailure: { paymentId: 'pmt_3' },
  };
  const of = (type: string, paymentId: unknown) => entry(type, later, { metadata: { paymentId } });
  const activity = [
    of('payment_initiated', 'pmt_1'),
    of('payment_failed', 'pmt_1'),
    of('payment_initiated', 'pmt_2'),
    of('payment_cancelled', 'pmt_1'),
    of('payment_returned', undefined),
    of('payment_failed', 4),
  ];
  expect(namedPayments({ payable, activity })).toEqual({
    ended: ['pmt_1', 'pmt_3'],
    all: ['pmt_1', 'pmt_2', 'pmt_3', 'pmt_5', 'pmt_6'],
  });
  expect(namedPayments({ payable: idle, activity: [] })).toEqual({ ended: [], all: [] });
});

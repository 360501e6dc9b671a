import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/api/http/api-error.ts';
import { PaymentStatus } from '../../../src/api/operations/pay.ts';
import { readAmount } from '../../../src/sandbox/context/validation.ts';
import {
  behaviorOf,
  creditOutcome,
  debitOutcome,
  returnCodeOf,
} from '../../../src/sandbox/payment/returns.ts';
import {
  holdReasonOf,
  type PaymentTransition,
  paymentTransitionTarget,
} from '../../../src/sandbox/payment/rules.ts';
import { readScheduledDate } from '../../../src/sandbox/payment/rules-request.ts';

const refusalOf = (work: () => unknown): string => {
  try {
    return String(work());
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code}`;
    throw error;
  }
};

describe('simulated bank outcomes', () => {
  test.for([
    [{ name: 'R01' }, 'R01'],
    [{ name: 'R29-late' }, 'R29-late'],
    [{ name: 'HOLD' }, 'HOLD'],
    [{ name: 'R99' }, null],
    [{ name: 'R01 Plumbing' }, null],
    [{ name: 'OK' }, null],
    [{ name: 'Checking', accountNumber: '000222222227' }, 'R01'],
    [{ name: 'Checking', accountNumber: '000111111113' }, 'R02'],
    [{ name: 'Checking', accountNumber: '000111111116' }, 'R03'],
    [{ name: 'Checking', accountNumber: '000333333335' }, 'R29'],
    [{ name: 'R01', accountNumber: '000123456789' }, 'OK'],
    [{ name: 'R01', accountNumber: '5555' }, 'R01'],
  ] as const)('an account like %o behaves as %s', ([account, behavior]) => {
    expect(behaviorOf(account)).toBe(behavior);
  });

  test.for([
    [null, 5501, 'R01'],
    [null, 5529, 'R29'],
    [null, 5505, null],
    [null, 5603, 'R03-late'],
    [null, 5500, null],
    [null, 25501, null],
    ['R09', 5501, 'R09'],
    ['R03-late', 100, 'R03-late'],
    ['HOLD', 5502, 'R02'],
    ['R23', 100, null],
    ['R61', 100, null],
    ['OK', 5501, null],
  ] as const)(
    'a debit from an account with behavior %s of %i cents ends %s',
    ([how, cents, end]) => {
      expect(debitOutcome(how, cents)).toBe(end);
    },
  );

  test.for([
    [null, 5503, 'R03'],
    [null, 5603, 'R03-late'],
    ['R02', 100, 'R02'],
    [null, 5501, null],
    ['R01', 100, null],
    ['R10', 100, null],
    ['R23', 100, 'R23'],
    ['R03-late', 100, 'R03-late'],
    ['OK', 5503, null],
  ] as const)(
    'a credit to an account with behavior %s of %i cents ends %s',
    ([how, cents, end]) => {
      expect(creditOutcome(how, cents)).toBe(end);
    },
  );

  test('a late outcome has the code of the immediate one', () => {
    expect(returnCodeOf('R01-late')).toEqual({ code: 'R01', isLate: true });
    expect(returnCodeOf('R01')).toEqual({ code: 'R01', isLate: false });
  });
});

describe('reasons to hold a payment', () => {
  const fine = {
    cents: 9_999_999,
    reviewFromCents: 10_000_000,
    payerStatus: 'verified',
    payeeStatus: 'verified',
    behavior: null,
  } as const;

  test.for([
    [{}, null],
    [{ cents: 10_000_000 }, 'risk_review'],
    [{ behavior: 'HOLD' }, 'risk_review'],
    [{ payeeStatus: 'pending' }, 'payee_not_verified'],
    [{ payeeStatus: 'suspended', cents: 10_000_000 }, 'payee_not_verified'],
    [{ payerStatus: 'suspended', payeeStatus: 'pending' }, 'payer_suspended'],
    [{ payerStatus: null }, null],
  ] as const)('%o: %s', ([facts, reason]) => {
    expect(holdReasonOf({ ...fine, ...facts })).toBe(reason);
  });
});

describe('transitions of a payment', () => {
  const all = PaymentStatus.options;
  const from = (move: PaymentTransition) =>
    all.filter(
      (status) =>
        !refusalOf(() => paymentTransitionTarget(move, { id: 'p', status })).startsWith('4'),
    );

  test.for([
    ['cancel', ['SCHEDULED', 'HELD'], 'CANCELLED'],
    ['start', ['SCHEDULED'], 'PENDING'],
    ['release', ['HELD'], 'PENDING'],
    ['hold', ['SCHEDULED', 'PENDING'], 'HELD'],
    ['reject', ['HELD'], 'FAILED'],
    ['submit', ['PENDING'], 'PROCESSING'],
    ['complete', ['PROCESSING'], 'COMPLETED'],
    ['fail', ['PROCESSING'], 'FAILED'],
    ['return', ['COMPLETED'], 'RETURNED'],
  ] as const)('%s from %j to %s', ([move, states, to]) => {
    expect(from(move)).toEqual(states);
    expect(paymentTransitionTarget(move, { id: 'p', status: states[0] })).toBe(to);
  });

  test('a refused cancellation gives the reason', () => {
    const cancel = () => paymentTransitionTarget('cancel', { id: 'p', status: 'PENDING' });
    expect(refusalOf(cancel)).toBe('409 payment_not_cancellable');
  });
});

describe('valid requests', () => {
  test.for([
    [0.01, '1'],
    [1250.5, '125050'],
    [10_000_000, '1000000000'],
    [10_000_000.01, '422 invalid_amount'],
    [0, '422 invalid_amount'],
    [-1, '422 invalid_amount'],
    [1.001, '422 invalid_amount'],
  ] as const)('%d dollars: %s', ([dollars, result]) => {
    expect(refusalOf(() => readAmount(dollars))).toBe(result);
  });

  test.for([
    ['2026-05-23', '2026-05-23'],
    ['2027-05-22', '2027-05-22'],
    ['2026-05-25T23:30:00-04:00', '2026-05-25'],
    ['2026-05-26T03:30:00Z', '2026-05-25'],
    ['2026-05-26T03:30:00', '2026-05-26'],
    ['2026-05-22', '422 invalid_scheduled_date'],
    ['2026-05-21', '422 invalid_scheduled_date'],
    ['2027-05-23', '422 invalid_scheduled_date'],
    ['2026-02-30', '422 invalid_scheduled_date'],
    ['next week', '422 invalid_scheduled_date'],
  ] as const)(
    'on the evening of 2026-05-22 a payment may be scheduled for %s: %s',
    ([text, it]) => {
      const evening = new Date('2026-05-23T03:00:00Z');
      expect(refusalOf(() => readScheduledDate(text, evening))).toBe(it);
    },
  );
});

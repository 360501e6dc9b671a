import { describe, expect, test } from 'vitest';
import { batchExpectationFlags } from '../../src/cli/flags/expectation-flags.ts';
import {
  assertExpectations,
  assertExpectedMovements,
  assertExpectedPayments,
  type Expectations,
  hasExpectations,
  hasExpectedAmount,
} from '../../src/money/gate/expectations.ts';
import type { PreparedRequest } from '../../src/money/gate/prepare.ts';
import {
  givenService,
  owed,
  preparedBatch,
  preparedPayment,
  preparedQuick,
  recordsOf,
} from './scripted-service.ts';

const payment = (cents: number, more: object = {}) => ({
  ...{ cents, payeeId: 'biz_2', payeeName: 'Coastal Linen', connectionId: 'conn_1' },
  ...{ payableId: 'pay_1', fundingSourceId: 'fs_1' },
  ...more,
});
const three = [payment(1000), payment(2000), payment(500)];

/** Returns the lines that a check says, or the error that it stops with. */
function saidOf(check: () => readonly string[] | undefined): readonly string[] | string {
  try {
    return check() ?? [];
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
}

/** Compares each movement with what is expected of it. */
const rowsSaid = (expected: readonly Expectations[], request: PreparedRequest) =>
  saidOf(() => {
    assertExpectedMovements(expected, request);
    return undefined;
  });

describe('what a person expects of payments', () => {
  test.each<[Expectations, verdict: readonly string[] | string]>([
    [{}, []],
    [{ expectCount: 3, expectTotal: 3500, maxTotal: 3500 }, []],
    [{ expectCount: 2 }, 'expectation: Expected 2 payments, found 3. Nothing was sent.'],
    [
      { expectTotal: 3499 },
      'expectation: Amount mismatch: expected $34.99, it is $35.00. Nothing was sent.',
    ],
    [
      { expectAmount: 3501 },
      'expectation: Amount mismatch: expected $35.01, it is $35.00. Nothing was sent.',
    ],
    [
      { expectAmount: 3500, expectTotal: 1 },
      'expectation: Amount mismatch: expected $0.01, it is $35.00. Nothing was sent.',
    ],
    [
      { maxTotal: 3499 },
      'limit: Over the maximum: the total is $35.00, --max-total is $34.99. Nothing was sent.',
    ],
    [
      { maxTotal: 0 },
      'limit: Over the maximum: the total is $35.00, --max-total is $0.00. Nothing',
    ],
  ])('%j', (expected, verdict) => {
    const said = saidOf(() => assertExpectedPayments(expected, three));
    if (typeof verdict === 'string') expect(said).toContain(verdict);
    else expect(said).toEqual(verdict);
  });

  test('is named as approvals where these are approved', () => {
    expect(saidOf(() => assertExpectedPayments({ expectCount: 1 }, [], 'approvals'))).toBe(
      'expectation: Expected 1 approvals, found 0. Nothing was sent.',
    );
  });

  test('is there if any of it is', () => {
    const each: Expectations[] = [
      ...[{ expectAmount: 1 }, { expectTotal: 1 }, { maxTotal: 0 }, { expectCount: 1 }],
      ...[{ expectPayee: 'Linen' }, {}],
    ];
    expect(each.map(hasExpectations)).toEqual([true, true, true, true, true, false]);
    expect(each.map(hasExpectedAmount)).toEqual([true, true, true, false, false, false]);
  });
});

describe('the payee that a person expects', () => {
  const payee = (expectPayee: string, ...payments: ReturnType<typeof payment>[]) =>
    saidOf(() => assertExpectedPayments({ expectPayee }, payments));

  test.each<[typed: string, said: string]>([
    ['biz_2', 'Expected payee: biz_2 is the id of the payee.'],
    ['conn_1', 'Expected payee: conn_1 is the id of the payee.'],
    ['Coastal Linen', 'Expected payee: Coastal Linen is the name of the payee (biz_2).'],
  ])('may be typed as %s', (typed, said) => {
    expect(payee(typed, ...three)).toEqual([said]);
  });

  test('is shown with its ids, three at most, and with none if it has none', () => {
    const of = (...ids: (string | null)[]) =>
      payee('Coastal Linen', ...ids.map((payeeId) => payment(1, { payeeId, connectionId: null })));
    const said = 'Expected payee: Coastal Linen is the name of the payee';
    expect(of('biz_1', 'biz_2', 'biz_1', 'biz_3')).toEqual([`${said} (biz_1, biz_2, biz_3).`]);
    expect(of('biz_1', 'biz_2', 'biz_3', 'biz_4')).toEqual([`${said} (biz_1, biz_2, biz_3, …).`]);
    expect(of(null, '')).toEqual([`${said}.`]);
    expect(of('', 'biz_1', null)).toEqual([`${said} (biz_1).`]);
  });

  test('is nobody where nothing is paid', () => expect(payee('Coastal Linen')).toEqual([]));

  test.each<[typed: string, change: object, said: string]>([
    ['Mallory', {}, 'the payee of $5.00 is Coastal Linen, biz_2.'],
    ['Coastal', {}, 'the payee of $5.00 is Coastal Linen, biz_2.'],
    ['Mallory', { payeeName: null }, 'the payee of $5.00 is unnamed, biz_2.'],
    ['Mallory', { payeeName: '', payeeId: '' }, 'the payee of $5.00 is unnamed, conn_1.'],
    ['Mallory', { payeeId: undefined, connectionId: null }, 'the payee of $5.00 is Coastal Linen.'],
    [
      'biz_9',
      { payeeName: 'biz_9' },
      'the payee of $5.00 is "biz_9" (a name, not an id), biz_2. An id is expected, and "biz_9" is only what this payee is called.',
    ],
    [
      'pay_9',
      { payeeName: 'pay_9' },
      'the payee of $5.00 is "pay_9" (a name, not an id), biz_2. An id is expected, and "pay_9" is only what this payee is called.',
    ],
    [
      'fs_9',
      { payeeName: 'fs_9' },
      'the payee of $5.00 is "fs_9" (a name, not an id), biz_2. An id is expected, and "fs_9" is only what this payee is called.',
    ],
  ])('%s is not the payee %j', (typed, change, said) => {
    expect(payee(typed, payment(500, change))).toBe(
      `expectation: Payee mismatch: expected "${typed}", ${said} Nothing was sent.`,
    );
  });

  test('is that of every payment', () => {
    expect(payee('biz_2', payment(1), payment(700, { payeeId: 'biz_3' }))).toContain(
      'the payee of $7.00 is Coastal Linen, biz_3.',
    );
  });
});

describe('what a person expects of a request', () => {
  const records = recordsOf(owed, { ...owed, id: 'pay_2', amount: 2.5, payeeName: 'Soap' });

  test('is compared with what it moves', async () => {
    const { context } = givenService({ records });
    const batch = await preparedBatch(context, 'pay_1', 'pay_2');
    const said = (expected: Expectations) => saidOf(() => assertExpectations(expected, batch));
    expect(said({ expectCount: 2, expectTotal: 4250, expectPayee: 'biz_2' })).toEqual([
      'Expected payee: biz_2 is the id of the payee.',
    ]);
    expect(said({ expectCount: 1 })).toContain('found 2');
    expect(said({ expectTotal: 4000 })).toContain('it is $42.50');
    expect(said({ expectPayee: 'Coastal Linen' })).toContain('the payee of $2.50 is Soap, biz_2.');
    const quick = await preparedQuick(context);
    expect(saidOf(() => assertExpectations({ expectPayee: 'linen' }, quick))).toEqual([
      'Expected payee: linen is the name of the payee (biz_2).',
    ]);
    expect(saidOf(() => assertExpectations({ expectPayee: 'conn_1' }, quick))).toEqual([
      'Expected payee: conn_1 is the id of the payee.',
    ]);
    expect(saidOf(() => assertExpectations({ expectPayee: 'Coastal Linen' }, quick))).toEqual([
      'Expected payee: Coastal Linen is the name of the payee (biz_2).',
    ]);
  });

  test.each(['biz_9', 'pay_9', 'fs_9'])(
    'takes %s for an id, whoever is called so',
    async (name) => {
      const called = recordsOf({ ...owed, payeeName: name });
      const { context } = givenService({ records: called });
      const request = await preparedPayment(context);
      expect(saidOf(() => assertExpectations({ expectPayee: name }, request))).toContain(
        `"${name}" is only what this payee is called.`,
      );
      expect(rowsSaid([{ expectPayee: name }], request)).toContain(
        `"${name}" is only what this payee is called.`,
      );
    },
  );

  test('cannot be compared with an unknown amount, but need not be if there is none', async () => {
    const { context } = givenService({ records: {} });
    const request = await preparedPayment(context);
    expect(saidOf(() => assertExpectations({}, request))).toEqual([]);
    expect(saidOf(() => assertExpectations({ maxTotal: 1 }, request))).toContain('amount_unknown');
  });

  test('is compared row by row', async () => {
    const { context } = givenService({ records });
    const batch = await preparedBatch(context, 'pay_1', 'pay_2');
    const said = (...expected: Expectations[]) => rowsSaid(expected, batch);
    expect(said({ expectAmount: 4000 }, { expectAmount: 250, expectPayee: 'Soap' })).toEqual([]);
    expect(said({ expectAmount: 250 }, { expectAmount: 4000 })).toContain('it is $40.00');
    expect(said({}, { expectAmount: 4000 })).toContain('expected $40.00, it is $2.50');
    expect(said({})).toBe('expectation: Expected 1 payments, found 2. Nothing was sent.');
  });

  test('of a row takes the form of the ids of other rows for that of an id', async () => {
    const two = recordsOf(
      { ...owed, senderBusinessId: 'acme' },
      { ...owed, id: 'pay_2', payeeName: 'acme' },
    );
    const { context } = givenService({ records: two });
    const batch = await preparedBatch(context, 'pay_1', 'pay_2');
    expect(rowsSaid([{}, { expectPayee: 'acme' }], batch)).toContain(
      'Payee mismatch: expected "acme"',
    );
  });
});

test('the flags of many payments are those of the count, the total, the most and the payee', () => {
  const { expectCount, expectTotal, expectPayee, maxTotal } = batchExpectationFlags;
  expect([expectCount, expectTotal, expectPayee, maxTotal].map((it) => it.syntax)).toEqual([
    '--expect-count <n>',
    '--expect-total <dollars>',
    '--expect-payee <name>',
    '--max-total <dollars>',
  ]);
  expect([expectCount, expectTotal].map((it) => [it.group, it.help])).toEqual([
    ['Safety', 'fail unless there are this many payments'],
    ['Safety', 'fail unless the total is this'],
  ]);
});

/** What the service answers to a payment, compared with what was confirmed. */

import { describe, expect, test } from 'vitest';
import { UnexpectedResponseError } from '../../src/api/client/errors.ts';
import { business } from '../../src/api/operations/business.ts';
import { pay } from '../../src/api/operations/pay.ts';
import { createPayableReader } from '../../src/money/gate/movements.ts';
import { type PreparedRequest, prepareRawRequest } from '../../src/money/gate/prepare.ts';
import {
  assertWholeBatchAccepted,
  detectCapabilities,
  findDifferences,
} from '../../src/money/sending/compare-response.ts';
import type { CallContext } from '../../src/money/sending/send-context.ts';
import { givenJournal } from '../journal/fixture.ts';
import {
  givenService,
  owed,
  prepared,
  preparedBatch,
  preparedPayment,
  preparedQuick,
  recordsOf,
} from './scripted-service.ts';

const given = () =>
  givenService({ records: recordsOf(owed, { ...owed, id: 'pay_2', amount: 2.5 }) });
const made = {
  ...{ paymentId: 'pmt_1', amount: 40, fundingSourceId: 'fs_1', payableId: 'pay_1' },
  ...{ payeeBusinessId: 'biz_2', connectionId: 'conn_1' },
};

describe('the answer to a payment', () => {
  test.each<[what: string, answer: unknown]>([
    ['states all of it', made],
    ['states the amount as text', { ...made, amount: '40.00' }],
    ['states nothing but the payment', { paymentId: 'pmt_1' }],
    ['states nulls', { amount: null, fundingSourceId: null, payableId: null }],
    ['is no record', 'created'],
  ])('is as confirmed if it %s', async (_, answer) => {
    expect(findDifferences(await preparedPayment(given().context), answer)).toEqual([]);
  });

  test.each<[change: object, said: string]>([
    [{ amount: 41 }, 'The amount of pay_1 is $41.00, not $40.00.'],
    [{ amount: '41' }, 'The amount of pay_1 is $41.00, not $40.00.'],
    [{ amount: 40.001 }, 'The amount of pay_1 is 40.001, not $40.00.'],
    [{ amount: 'forty' }, 'The amount of pay_1 is "forty", not $40.00.'],
    [{ amount: {} }, 'The amount of pay_1 is {}, not $40.00.'],
    [{ amount: true }, 'The amount of pay_1 is true, not $40.00.'],
    [{ fundingSourceId: 'fs_2' }, 'The bank account of pay_1 is fs_2, not fs_1.'],
    [{ payableId: 'pay_2' }, 'The payable of pay_1 is pay_2, not pay_1.'],
    [{ payeeBusinessId: 'biz_3' }, 'The payee of pay_1 is biz_3, not biz_2.'],
    [{ connectionId: 'conn_3' }, 'The connection of pay_1 is conn_3, not conn_1.'],
  ])('differs: %j', async (change, said) => {
    expect(findDifferences(await preparedPayment(given().context), { ...made, ...change })).toEqual(
      [said],
    );
  });

  test('names a quick payment and a withdrawal as such', async () => {
    const { context } = given();
    const quick = await preparedQuick(context);
    expect(findDifferences(quick, { amount: 12.5, payableId: 'pay_9' })).toEqual([]);
    expect(findDifferences(quick, { amount: 13 })).toEqual([
      'The amount of the payment is $13.00, not $12.50.',
    ]);
    const withdrawal = await prepared(context, business.withdraw, {
      params: { businessId: 'biz_1' },
      body: { amount: 100, fundingSourceId: 'fs_1' },
    });
    expect(findDifferences(withdrawal, { amount: 99, payeeBusinessId: 'biz_9' })).toEqual([
      'The amount of the withdrawal is $99.00, not $100.00.',
    ]);
  });

  test('is not compared with what is not known, or with a cancellation', async () => {
    const { context } = givenService({ records: {} });
    expect(findDifferences(await preparedPayment(context), { ...made, amount: 41 })).toEqual([]);
    const cancel = await prepared(context, pay.cancel, { params: { paymentId: 'pmt_1' } });
    expect(findDifferences(cancel, { amount: 41, totalAmount: 41 })).toEqual([]);
  });
});

describe('the answer to a batch', () => {
  const second = { ...made, paymentId: 'pmt_2', payableId: 'pay_2', amount: 2.5 };
  const differences = async (answer: unknown) =>
    findDifferences(await preparedBatch(given().context, 'pay_1', 'pay_2'), answer);

  test('is compared row by row, in whatever order the rows are', async () => {
    const all = { payments: [second, made], count: 2, totalAmount: 42.5 };
    expect(await differences(all)).toEqual([]);
    expect(await differences({ payments: [{ ...second, amount: 3 }, made] })).toEqual([
      'The amount of pay_2 is $3.00, not $2.50.',
    ]);
    const bare = [made, second].map(({ payableId: _, ...it }) => it);
    expect(await differences({ payments: bare })).toEqual([]);
    const ofNull = [made, { ...second, amount: 3 }].map((it) => ({ ...it, payableId: null }));
    expect(await differences({ payments: ofNull })).toEqual([
      'The amount of pay_2 is $3.00, not $2.50.',
    ]);
    expect(await differences({ payments: bare.toReversed() })).toEqual([
      'The amount of pay_1 is $2.50, not $40.00.',
      'The amount of pay_2 is $40.00, not $2.50.',
    ]);
    expect(await differences({ payments: [second, { ...made, payableId: 'pay_9' }] })).toEqual([]);
  });

  test('is compared by its total and its number', async () => {
    expect(await differences({ totalAmount: 42, count: 3 })).toEqual([
      'The amount of all payments is $42.00, not $42.50.',
      'The service created 3 payments, not 2.',
    ]);
    expect(await differences({ count: '3' })).toEqual([]);
    expect(await differences({ payments: 'all' })).toEqual([]);
  });

  const body = { payments: [{ payableId: 'pay_1' }, { payableId: 'pay_2' }] };
  const accepted = (answer: unknown, op = pay.bulkInitiate) =>
    assertWholeBatchAccepted(op, body, answer as never);

  test.each<[what: string, answer: unknown]>([
    ['all payments', { payments: [second, made] }],
    ['as many payments, none by its payable', { payments: [{}, {}] }],
    ['no payments', { status: 'accepted' }],
    ['no list of payments', { payments: 'all' }],
  ])('is accepted if it has %s', (_, answer) => {
    expect(accepted(answer)).toBe(answer);
  });

  test.each<[payments: unknown[], missing: string]>([
    [[made], 'pay_2'],
    [[{}], 'pay_1, pay_2'],
    [[], 'pay_1, pay_2'],
    [[made, {}], 'pay_2'],
    [[{}, {}, {}], 'pay_1, pay_2'],
    [[{ payableId: 7 }], 'pay_1, pay_2'],
  ])('proves nothing if it has only a part: %j', (payments, missing) => {
    expect(() => accepted({ payments })).toThrow(UnexpectedResponseError);
    expect(() => accepted({ payments })).toThrow(
      `The service accepted the batch, but its response has no payment of ${missing}.`,
    );
    expect(() => accepted({ payments })).toThrow(
      expect.objectContaining({ status: null, requestId: null }),
    );
    expect(accepted({ payments }, pay.initiate as never)).toEqual({ payments });
  });
});

describe('whether a service shows payments at once', () => {
  const PAYABLE = '/api/businesses/biz_1/payables/pay_1';

  interface Asked {
    readonly body?: object;
    readonly kind?: (
      context: CallContext,
      options: object,
      more: object,
    ) => Promise<PreparedRequest>;
    readonly business?: string | null;
    readonly known?: boolean;
  }

  /** Asks after a payment, of a payable that changed by then; returns what is known, and the number of reads. */
  async function learnt(
    change: object,
    { body = {}, kind = preparedPayment, business = 'biz_1', known = false }: Asked = {},
  ) {
    const { journal } = await givenJournal();
    const origin = 'https://pay.example';
    if (known) await journal.recordCapability(origin, 'payment-shows');
    const { context, records, requests } = givenService({
      ...{ records: recordsOf(owed), business: business ?? undefined },
    });
    const request = await kind(context, {}, body);
    records[PAYABLE] = { ...owed, ...change };
    requests.length = 0;
    await detectCapabilities({ ...context, journal: async () => journal }, request);
    return [await journal.hasCapability(origin, 'payment-shows'), requests.length];
  }

  test.each<[change: object, shows: boolean]>([
    [{ status: 'PAID' }, true],
    [{ status: null }, false],
    [{ status: 'APPROVED' }, false],
    [{ activePaymentId: 'pmt_1' }, true],
    [{ status: null, activePaymentId: 'pmt_1' }, true],
  ])('is learnt from a payable that changed to %j: %s', async (change, shows) => {
    expect(await learnt(change)).toEqual([shows, 1]);
  });

  test('is learnt from the first payable of a batch, unless one is scheduled', async () => {
    const batch = (...dates: (string | undefined)[]) =>
      learnt(
        { status: 'PAID' },
        {
          kind: (context) =>
            prepared(context, pay.bulkInitiate, {
              body: {
                payments: dates.map((scheduledDate) => ({
                  ...{ payableId: 'pay_1', fundingSourceId: 'fs_1' },
                  ...(scheduledDate !== undefined && { scheduledDate }),
                })),
              },
            }),
        },
      );
    expect(await batch(undefined, undefined)).toEqual([true, 1]);
    expect(await batch(undefined, '2026-04-01')).toEqual([false, 0]);
  });

  test('is not asked for a payment on a date, by nobody, or of no payable', async () => {
    const paid = { status: 'PAID' };
    expect(await learnt(paid, { body: { scheduledDate: '2026-04-01' } })).toEqual([false, 0]);
    expect(await learnt(paid, { business: null })).toEqual([false, 0]);
    expect(await learnt(paid, { kind: preparedQuick })).toEqual([false, 0]);
    const cancel = (context: CallContext) =>
      prepared(context, pay.cancel, { params: { paymentId: 'pmt_1' } });
    expect(await learnt(paid, { kind: cancel })).toEqual([false, 0]);
    const other = (context: CallContext) =>
      prepareRawRequest(
        context,
        { method: 'POST', path: '/api/other', body: { payableId: 'pay_1' }, known: undefined },
        {},
        createPayableReader(context),
      );
    expect(await learnt(paid, { kind: other })).toEqual([false, 0]);
  });

  test('is not asked again once it is known', async () => {
    expect(await learnt({ status: 'PAID' }, { known: true })).toEqual([true, 0]);
  });
});

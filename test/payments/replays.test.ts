/** The counts that the idempotency key of a payment is derived from, at a service of a few records. */

import { expect, test } from 'vitest';
import { firstCounts } from '../../src/money/sending/replays.ts';
import {
  givenService,
  owed,
  preparedBatch,
  preparedPayment,
  preparedQuick,
  type Records,
  recordsOf,
} from './scripted-service.ts';

const second = { ...owed, id: 'pay_2', invoiceNumber: 'CL-2' };
const logOf = (payableId: string) => `/api/businesses/biz_1/payables/${payableId}/activity-log`;
const failed = (paymentId: string) => ({ type: 'payment_failed', metadata: { paymentId } });

const given = (more: Records) => givenService({ records: { ...recordsOf(owed, second), ...more } });

test('two people who pay one batch in another order have one key for it', async () => {
  const { context } = given({
    [logOf('pay_1')]: [failed('pmt_1'), failed('pmt_2')],
    [logOf('pay_2')]: [failed('pmt_3')],
  });
  const counts = { ended: [2, 1], raised: 0 };
  expect(await firstCounts(context, await preparedBatch(context, 'pay_1', 'pay_2'))).toEqual(
    counts,
  );
  expect(await firstCounts(context, await preparedBatch(context, 'pay_2', 'pay_1'))).toEqual(
    counts,
  );
});

test.each([404, 501])('a service without logs (%i) can be paid at', async (status) => {
  const { context } = given({ [logOf('pay_1')]: status });
  expect(await firstCounts(context, await preparedPayment(context))).toEqual({
    ended: [0],
    raised: 0,
  });
});

test('nothing is paid under a key of counts that could not be read', async () => {
  const { context } = given({ [logOf('pay_1')]: 500 });
  const payment = await preparedPayment(context);
  await expect(firstCounts(context, payment)).rejects.toMatchObject({ status: 500 });
});

test('a quick payment does not depend on the records of payables', async () => {
  const { context, requests } = given({});
  const payment = await preparedQuick(context);
  const before = requests.length;
  expect(await firstCounts(context, payment)).toEqual({ ended: [], raised: 0 });
  expect(requests.slice(before)).toEqual([]);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from './trade.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade({ now: '2026-05-22T15:00:00Z' });
});
afterEach(() => trade.close());

test('a payment can be scheduled across a holiday, and called back until it starts', async () => {
  const { payer, payee, refused, done, approved, initiate, payable, payment, advance } = trade;
  const first = await approved(1200);
  const order = { payableId: first, fundingSourceId: payer.bankId };
  const today = { ...order, scheduledDate: '2026-05-22' };
  expect(await refused(payer, 'POST', '/api/payments/initiate', today)).toBe(
    '422 invalid_scheduled_date',
  );

  const onHoliday = await initiate(first, { scheduledDate: '2026-05-25' });
  expect(onHoliday).toMatchObject({
    ...{ status: 'SCHEDULED', scheduledDate: '2026-05-25', cancellable: true },
    estimatedSettlementDate: '2026-05-29',
  });
  expect(await payable(first)).toMatchObject({ status: 'SCHEDULED' });

  const cancelled = await done(payer, 'POST', `/api/payments/${onHoliday.paymentId}/cancel`);
  expect(cancelled).toMatchObject({ status: 'CANCELLED', cancelledAt: '2026-05-22T15:00:00.000Z' });
  expect(await payable(first)).toMatchObject({
    ...{ status: 'APPROVED', activePaymentId: null, paymentStatus: 'CANCELLED' },
    lastPaymentFailure: { paymentId: onHoliday.paymentId, status: 'CANCELLED' },
  });

  const { paymentId } = await initiate(first, { scheduledDate: '2026-05-25' });
  const second = await approved(300);
  const other = await initiate(second, { scheduledDate: '2026-05-25' });
  await done(payee, 'POST', `${trade.payablePath(payee, second)}/cancel`);
  expect(await payable(second)).toMatchObject({ status: 'CANCELLED' });
  expect(await payment(other.paymentId)).toMatchObject({ status: 'CANCELLED' });
  const reopened = await trade.control('GET', '/sandbox/events?type=payable.reopened');
  expect(reopened).toMatchObject([{ resource: { id: first } }]);

  const monday = await advance({ to: '2026-05-26T03:59:59Z' });
  expect(monday.events).toEqual([]);

  await advance({ to: '2026-05-26T13:00:00Z' });
  expect(await payment(paymentId)).toMatchObject({ status: 'PENDING', cancellable: false });
  await advance({ to: '2026-05-26T21:00:00Z' });
  expect(await payment(paymentId)).toMatchObject({
    ...{ status: 'PROCESSING', submittedAt: '2026-05-26T21:00:00.000Z' },
  });
  expect(await refused(payer, 'POST', `/api/payments/${paymentId}/cancel`)).toBe(
    '409 payment_not_cancellable',
  );
  expect(await refused(payee, 'POST', `${trade.payablePath(payee, first)}/cancel`)).toBe(
    '409 payment_in_progress',
  );

  await advance({ untilState: `payment:${paymentId}:COMPLETED` });
  expect(await trade.clock()).toBe('2026-05-29T13:00:00.000Z');
  expect(await payable(first)).toMatchObject({
    ...{ status: 'PAID', paidAt: '2026-05-29T13:00:00.000Z', activePaymentId: null },
  });
  expect(await trade.balance()).toEqual([1200, 0, 1200]);
});

test('a scheduled payment fails when its bank account has become unusable', async () => {
  const { addBank, payer, approved, initiate, advance, payment, payable } = trade;
  const bankId = await addBank(payer, payer.businessId, 'R03');
  const doomed = await approved(10);
  const { paymentId } = await initiate(doomed, {
    ...{ fundingSourceId: bankId, scheduledDate: '2026-06-03' },
  });
  await initiate(await approved(20), { fundingSourceId: bankId });
  await advance({ to: '2026-06-03T13:00:00Z' });
  expect(await payment(paymentId)).toMatchObject({
    ...{ status: 'FAILED', failureCode: 'precondition_failed', submittedAt: null },
  });
  expect(await payable(doomed)).toMatchObject({ status: 'APPROVED', activePaymentId: null });
});

test('payments of a suspended payer wait, and go on as scheduled once it is reinstated', async () => {
  const { payer, approved, initiate, control, payment, refused, advance } = trade;
  const scheduled = await initiate(await approved(10), { scheduledDate: '2026-06-03' });
  const pending = await initiate(await approved(20));
  await control('POST', `/sandbox/businesses/${payer.businessId}/suspend`);
  for (const { paymentId } of [scheduled, pending]) {
    expect(await payment(paymentId)).toMatchObject({
      status: 'HELD',
      holdReason: 'payer_suspended',
    });
  }
  const order = { payableId: await approved(30), fundingSourceId: payer.bankId };
  expect(await refused(payer, 'POST', '/api/payments/initiate', order)).toBe(
    '403 business_suspended',
  );

  await control('POST', `/sandbox/businesses/${payer.businessId}/reinstate`);
  expect(await payment(scheduled.paymentId)).toMatchObject({
    status: 'SCHEDULED',
    holdReason: null,
  });
  expect(await payment(pending.paymentId)).toMatchObject({ status: 'PENDING', holdReason: null });
  await advance({ untilState: `payment:${scheduled.paymentId}:PENDING` });
  expect(await trade.clock()).toBe('2026-06-03T13:00:00.000Z');
});

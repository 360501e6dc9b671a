import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade({ now: '2026-05-22T15:00:00Z' });
});
afterEach(() => trade.close());

test('a scheduled payment fails if its bank account has become unusable', async () => {
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

test('payments of a suspended payer are held, and continue as scheduled once it is reinstated', async () => {
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

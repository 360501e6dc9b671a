import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const quick = (amount: number, more: object = {}) => ({
  ...{ connectionId: trade.connectionId, amount, fundingSourceId: trade.payer.bankId, ...more },
});
const quickPay = (amount: number, more?: object) =>
  trade.done(trade.payer, 'POST', '/api/payments/quick-pay', quick(amount, more));
const refusedQuickPay = (amount: number, more?: object) =>
  trade.refused(trade.payer, 'POST', '/api/payments/quick-pay', quick(amount, more));

test('the owner of the bank account pays, and must be a side of the connection', async () => {
  const { addBusiness, addBank, payer, payee } = trade;
  const thirdId = await addBusiness(payer, 'Acme Spa LLC');
  const thirdBank = await addBank(payer, thirdId);
  expect(await refusedQuickPay(5, { fundingSourceId: thirdBank })).toBe(
    '422 funding_source_mismatch',
  );
  expect(await refusedQuickPay(5, { fundingSourceId: payee.bankId })).toBe(
    '403 business_forbidden',
  );
  expect(await refusedQuickPay(5, { fundingSourceId: 'fs_none' })).toBe('404 not_found');
  expect(await refusedQuickPay(5, { connectionId: 'conn_none' })).toBe('404 not_found');
});

test('a payment to an unverified payee is held until it is verified', async () => {
  const { addCompany, connect, control, payer, payment, done } = trade;
  const review = await addCompany('Review');
  const connectionId = await connect(payer, review);
  const order = quick(80, { connectionId });
  const held = await done(payer, 'POST', '/api/payments/quick-pay', order);
  const large = await done(payer, 'POST', '/api/payments/quick-pay', { ...order, amount: 2e5 });
  expect(held).toMatchObject({ status: 'HELD', holdReason: 'payee_not_verified' });

  await control('POST', `/sandbox/businesses/${review.businessId}/verify`);
  expect(await payment(held.paymentId)).toMatchObject({ status: 'PENDING', holdReason: null });
  expect(await payment(large.paymentId)).toMatchObject({
    status: 'HELD',
    holdReason: 'risk_review',
  });
});

test('money received before the payee was suspended still settles', async () => {
  const { control, payee, advance, payment } = trade;
  const { paymentId } = await quickPay(10);
  await advance({ untilState: `payment:${paymentId}:PROCESSING` });
  await control('POST', `/sandbox/businesses/${payee.businessId}/suspend`);
  await advance({ untilState: `payment:${paymentId}:COMPLETED` });
  expect(await payment(paymentId)).toMatchObject({ status: 'COMPLETED' });
  expect(await trade.withdraw(5)).toMatchObject({
    ...{ status: 403, body: { code: 'business_suspended' } },
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const refusedOrder = async (payableId: string, more: object = {}) =>
  trade.refused(trade.payer, 'POST', '/api/payments/initiate', {
    ...{ payableId, fundingSourceId: trade.payer.bankId, ...more },
  });

async function submitted(amount: number): Promise<string> {
  const { payee, connectionId, done } = trade;
  const path = `/api/businesses/${payee.businessId}/payables`;
  return (await done(payee, 'POST', path, { connectionId, amount, submit: true })).id;
}

test('a payable is paid once, and shows the status of its payment', async () => {
  const { approved, initiate, payable, advance, done, payer, payee } = trade;
  const invoice = await approved(2500);
  const { paymentId, ...payment } = await initiate(invoice);
  expect(payment).toMatchObject({
    ...{ kind: 'payable', status: 'PENDING', estimatedSettlementDate: '2026-03-05' },
    ...{ amount: 2500, clearingSpeed: 'standard', connectionId: trade.connectionId },
  });
  expect(await payable(invoice)).toMatchObject({
    ...{ status: 'APPROVED', activePaymentId: paymentId, paymentStatus: 'PENDING' },
  });
  expect(await refusedOrder(invoice)).toBe('409 payment_in_progress');

  await advance({ untilState: `payment:${paymentId}:COMPLETED` });
  expect(await refusedOrder(invoice)).toBe('409 payable_not_approved');
  const log = await done(payer, 'GET', `${trade.payablePath(payer, invoice)}/activity-log`);
  expect(log.map((it: { type: string }) => it.type)).toEqual([
    ...['created', 'submitted', 'approved'],
    ...['payment_initiated', 'payment_processing', 'payment_completed'],
  ]);
  expect(log[3].actor).toMatchObject({ type: 'user', businessId: payer.businessId });
  expect(log[5]).toMatchObject({
    ...{ fromStatus: 'APPROVED', toStatus: 'PAID', actor: { type: 'system' } },
  });
  const mails = await trade.control('GET', `/sandbox/outbox?kind=payment&to=${payee.email}`);
  expect(mails).toMatchObject([
    { payableId: invoice, subject: 'Payment arrived · $2,500.00 from Acme Hotels LLC' },
  ]);
});

test('where payables leave APPROVED at once, a payment in progress makes them SCHEDULED', async () => {
  await using immediate = await openImmediate();
  const invoice = await immediate.approved(10);
  const { paymentId } = await immediate.initiate(invoice);
  expect(await immediate.payable(invoice)).toMatchObject({ status: 'SCHEDULED' });
  await immediate.advance({ untilState: `payment:${paymentId}:PROCESSING` });
  await immediate.control('POST', `/sandbox/payments/${paymentId}/fail`, { code: 'R09' });
  expect(await immediate.payable(invoice)).toMatchObject({ status: 'APPROVED' });
});

async function openImmediate() {
  const opened = await openTrade({ options: { initiateLeavesApproved: 'immediately' } });
  return { ...opened, [Symbol.asyncDispose]: opened.close };
}

test('is refused for a payable or account that cannot be used', async () => {
  const { addBank, addBusiness, approved, payer, payee, done, refused } = trade;
  const invoice = await approved(100);
  const waiting = await submitted(50);
  expect(await refusedOrder('pay_none')).toBe('404 not_found');
  expect(await refusedOrder(invoice, { fundingSourceId: 'fs_none' })).toBe('404 not_found');
  expect(await refusedOrder(waiting)).toBe('409 payable_not_approved');
  expect(await refusedOrder(invoice, { fundingSourceId: payee.bankId })).toBe(
    '403 business_forbidden',
  );
  const spa = await addBank(payer, await addBusiness(payer, 'Acme Spa LLC'));
  expect(await refusedOrder(invoice, { fundingSourceId: spa })).toBe('422 funding_source_mismatch');
  expect(await refusedOrder(waiting, { scheduledDate: 'soon' })).toBe('422 invalid_scheduled_date');
  const own = { payableId: invoice, fundingSourceId: payee.bankId };
  expect(await refused(payee, 'POST', '/api/payments/initiate', own)).toBe('403 not_payer');
  const stranger = await trade.newAccount('Stranger');
  expect(await refused(stranger, 'POST', '/api/payments/initiate', own)).toBe('404 not_found');

  const numbers = { routingNumber: '110000000', accountNumber: '1234567', accountType: 'checking' };
  const { id } = await done(payer, 'POST', '/api/bank-accounts/connect-manually', {
    ...{ ...numbers, name: 'New', businessId: payer.businessId },
  });
  expect(await refusedOrder(invoice, { fundingSourceId: id })).toBe(
    '409 funding_source_not_verified',
  );
});

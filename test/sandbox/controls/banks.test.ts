import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const bank = () => `/sandbox/bank-accounts/${trade.payer.bankId}`;
const change = (body: object) => trade.control('PATCH', bank(), body);

/** How a payment of the payer ends. */
async function ends(amount: number): Promise<string> {
  const { paymentId } = await trade.initiate(await trade.approved(amount));
  await trade.advance({ businessDays: 5 });
  const { status, failureCode } = await trade.payment(paymentId);
  return [status, failureCode].filter((it) => it !== null).join(' ');
}

test('a bank account has the behavior set by a control, until it is reset', async () => {
  expect(await change({ behavior: 'r09' })).toMatchObject({ behavior: 'R09' });
  expect(await ends(40)).toBe('FAILED R09');
  expect(await change({ behavior: 'R01-LATE' })).toMatchObject({ behavior: 'R01-late' });
  expect(await ends(40)).toMatch(/^RETURNED R01$/);
  await change({ behavior: 'hold' });
  expect(await ends(40)).toBe('HELD');
  await change({ behavior: 'OK' });
  expect(await ends(55.01)).toBe('COMPLETED');
  expect(await change({ behavior: null })).toMatchObject({ behavior: null });
  expect(await ends(55.01)).toBe('FAILED R01');
  const wrong = await trade.tryControl('PATCH', bank(), { behavior: 'R99' });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_behavior' } });
});

test('a bank account with a balance pays while the balance lasts', async () => {
  expect(await ends(500)).toBe('COMPLETED');
  expect(await change({ simulatedBalance: 100 })).toMatchObject({ simulatedBalance: 100 });
  expect(await ends(100.01)).toBe('FAILED R01');
  expect(await ends(60)).toBe('COMPLETED');
  expect(await trade.control('GET', bank())).toMatchObject({ simulatedBalance: 40 });
  expect(await ends(40.01)).toBe('FAILED R01');
  expect(await ends(40)).toBe('COMPLETED');
  expect(await trade.control('GET', bank())).toMatchObject({ simulatedBalance: 0 });
  expect(await change({ simulatedBalance: null })).toMatchObject({ simulatedBalance: null });
  expect(await ends(1000)).toBe('COMPLETED');
});

test('the balance includes payments in transit, and an explicit behavior wins over it', async () => {
  await change({ simulatedBalance: 100 });
  const [first, second] = [await trade.approved(80), await trade.approved(80)];
  const payments = [await trade.initiate(first), await trade.initiate(second)];
  await trade.advance({ businessDays: 5 });
  const states = await Promise.all(payments.map(({ paymentId }) => trade.payment(paymentId)));
  expect(states.map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED']);
  await change({ behavior: 'R02', simulatedBalance: 0 });
  expect(await ends(10)).toBe('FAILED R02');
});

test('a withdrawal increases the balance of the bank account', async () => {
  const { payee, control } = trade;
  await control('POST', '/sandbox/ledger/credits', {
    ...{ businessId: payee.businessId, amount: 70 },
  });
  await control('PATCH', `/sandbox/bank-accounts/${payee.bankId}`, { simulatedBalance: 5.5 });
  await trade.withdraw(70);
  await trade.advance({ businessDays: 2 });
  const { simulatedBalance } = await control('GET', `/sandbox/bank-accounts/${payee.bankId}`);
  expect(simulatedBalance).toBe(75.5);
});

test.each([-1, 0.001])('%d dollars is no valid balance', async (simulatedBalance) => {
  const { status, body } = await trade.tryControl('PATCH', bank(), { simulatedBalance });
  expect([status, body.code]).toEqual([422, 'invalid_amount']);
});

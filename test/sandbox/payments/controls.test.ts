import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

describe('a payment is advanced manually', () => {
  const step = (id: string, name: string, body?: object) =>
    trade.control('POST', `/sandbox/payments/${id}/${name}`, body);
  const refusedStep = async (id: string, name: string, more?: object) => {
    const { status, body } = await trade.tryControl(
      'POST',
      `/sandbox/payments/${id}/${name}`,
      more,
    );
    return `${status} ${body.code}`;
  };

  test('before its time, and no due job is repeated', async () => {
    const { paymentId } = await trade.initiate(await trade.approved(40));
    expect(await refusedStep(paymentId, 'complete')).toBe('409 invalid_payment_state');
    expect(await step(paymentId, 'submit')).toMatchObject({
      ...{ status: 'PROCESSING', traceNumber: expect.stringMatching(/^\d{15}$/) },
    });
    expect(await step(paymentId, 'complete')).toMatchObject({ status: 'COMPLETED' });
    const { events } = await trade.advance({ businessDays: 10 });
    expect(events).toEqual([]);
    expect(await trade.balance()).toEqual([40, 0, 40]);
    expect(await step(paymentId, 'return', { code: 'R10' })).toMatchObject({
      ...{ status: 'RETURNED', failureCode: 'R10' },
    });
    expect(await trade.balance()).toEqual([0, 0, 0]);
    expect(await refusedStep(paymentId, 'return')).toBe('409 invalid_payment_state');
  });

  test('or fails, with a valid return code', async () => {
    const { paymentId } = await trade.initiate(await trade.approved(40));
    await step(paymentId, 'submit');
    expect(await refusedStep(paymentId, 'fail', { code: 'R77' })).toBe('422 invalid_return_code');
    expect(await step(paymentId, 'fail', { code: 'R09', reason: 'Not today' })).toMatchObject({
      ...{ status: 'FAILED', failureCode: 'R09', failureReason: 'Not today' },
    });
  });

  test('or is held, and then released or rejected', async () => {
    const first = await trade.initiate(await trade.approved(40));
    const second = await trade.initiate(await trade.approved(50));
    for (const { paymentId } of [first, second]) {
      expect(await step(paymentId, 'hold')).toMatchObject({ status: 'HELD' });
    }
    const { events } = await trade.advance({ businessDays: 5 });
    expect(events).toEqual([]);
    expect(await step(first.paymentId, 'release')).toMatchObject({ status: 'PENDING' });
    expect(await step(second.paymentId, 'reject')).toMatchObject({
      ...{ status: 'FAILED', failureCode: 'hold_rejected' },
    });
    expect(await refusedStep(second.paymentId, 'release')).toBe('409 invalid_payment_state');
    expect(await refusedStep('pmt_none', 'release')).toBe('404 not_found');
  });

  test('or is returned, within the window of the code', async () => {
    const payments = [];
    for (let count = 0; count < 4; count++) {
      payments.push((await trade.initiate(await trade.approved(40))).paymentId);
    }
    const [first = '', second = '', third = '', fourth = ''] = payments;
    await trade.advance({ untilState: `payment:${fourth}:COMPLETED` });
    await trade.advance({ businessDays: 2 });
    expect(await step(first, 'return', { code: 'R01' })).toMatchObject({ status: 'RETURNED' });
    await trade.advance({ businessDays: 1 });
    const late = await trade.tryControl('POST', `/sandbox/payments/${second}/return`, {
      code: 'R29',
    });
    expect(late.body).toMatchObject({
      code: 'return_window_closed',
      message: `Payment ${second} settled on 2026-03-05: 2026-03-09 was the last day for R29.`,
    });
    await trade.advance({ by: 'P50D' });
    expect(await step(second, 'return', { code: 'R10' })).toMatchObject({ failureCode: 'R10' });
    await trade.advance({ by: 'P30D' });
    expect(await refusedStep(third, 'return', { code: 'R07' })).toBe('409 return_window_closed');
    // By agreement of the banks there is no last day.
    expect(await step(third, 'return', { code: 'R31' })).toMatchObject({ failureCode: 'R31' });
    // A refusal of a credit, and a code about returns, are no reasons to return a debit.
    for (const code of ['R23', 'R68']) {
      expect(await refusedStep(fourth, 'return', { code })).toBe('422 invalid_return_code');
    }
  });

  test('and a same-day payment is returned after it settled', async () => {
    const { payer, addBank, initiate, approved, advance } = trade;
    const fundingSourceId = await addBank(payer, payer.businessId, 'R01');
    const order = { fundingSourceId, clearingSpeed: 'sameDay' };
    const { paymentId } = await initiate(await approved(40), order);
    await advance({ untilState: `payment:${paymentId}:COMPLETED` });
    expect(await trade.balance()).toEqual([40, 0, 40]);
    await advance({ businessDays: 2 });
    expect(await trade.payment(paymentId)).toMatchObject({
      ...{ status: 'RETURNED', failureCode: 'R01', returnedAt: '2026-03-04T13:30:00.000Z' },
    });
  });
});

test('a payment and a withdrawal advance to their next step before its time, until there is none', async () => {
  const { approved, initiate, control, tryControl, payee, withdraw } = trade;
  const { paymentId } = await initiate(await approved(40), { scheduledDate: '2026-04-01' });
  await control('POST', '/sandbox/ledger/credits', {
    ...{ businessId: payee.businessId, amount: 10 },
  });
  const { body } = await withdraw(10);
  const paid = `/sandbox/payments/${paymentId}/advance`;
  const withdrawn = `/sandbox/withdrawals/${body.id}/advance`;

  expect(await control('POST', paid)).toMatchObject({ status: 'PENDING' });
  expect(await control('POST', paid)).toMatchObject({ status: 'PROCESSING' });
  expect(await control('POST', paid)).toMatchObject({ status: 'COMPLETED' });
  expect(await control('POST', withdrawn)).toMatchObject({ status: 'PROCESSING' });
  expect(await control('POST', withdrawn)).toMatchObject({ status: 'COMPLETED' });
  for (const path of [paid, withdrawn]) {
    expect(await tryControl('POST', path)).toMatchObject({
      ...{ status: 409, body: { code: 'nothing_scheduled' } },
    });
  }
});

test('a withdrawal is advanced, or returned', async () => {
  const { control, tryControl, payee, withdraw } = trade;
  await control('POST', '/sandbox/ledger/credits', {
    ...{ businessId: payee.businessId, amount: 100 },
  });
  const [first, second] = [await withdraw(30), await withdraw(20)];
  const path = `/sandbox/withdrawals/${first.body.id}`;
  expect(await tryControl('POST', `${path}/complete`)).toMatchObject({ status: 409 });
  await control('POST', `${path}/submit`);
  expect(await control('POST', `${path}/complete`)).toMatchObject({ status: 'COMPLETED' });
  const failed = await control('POST', `/sandbox/withdrawals/${second.body.id}/fail`, {
    code: 'R16',
  });
  expect(failed).toMatchObject({ status: 'FAILED', failureCode: 'R16' });
  expect(await trade.balance()).toEqual([70, 0, 70]);
});

test('the ledger can be inspected', async () => {
  const { control, tryControl, payee, payer } = trade;
  const { paymentId } = await trade.initiate(await trade.approved(40.1));
  await control('POST', `/sandbox/payments/${paymentId}/submit`);
  const bank = `bank.${payer.bankId}`;
  const pending = `biz.${payee.businessId}.pending`;
  expect(await control('GET', '/sandbox/ledger')).toEqual(
    expect.arrayContaining([
      { name: 'ach.debits_in_transit', class: 'asset', balance: 40.1 },
      { name: bank, class: 'memo', balance: -40.1 },
      { name: pending, class: 'liability', balance: 40.1 },
    ]),
  );
  expect(await control('GET', `/sandbox/ledger/accounts/${pending}`)).toMatchObject([
    { event: 'P1', ref: paymentId, amount: 40.1 },
  ]);
  expect(await tryControl('GET', '/sandbox/ledger/accounts/none')).toMatchObject({ status: 404 });
  const check = await control('GET', '/sandbox/ledger/check');
  expect(check).toMatchObject({ ok: true, entries: 1, difference: 0 });
  expect(check.invariants).toHaveLength(10);
});

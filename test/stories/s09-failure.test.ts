import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { story } from './play-story.ts';

story(
  'S9 A payment that fails reopens its payable, which can be paid again',
  { covers: { pay: ['initiate'], payable: ['get'] }, opens: openTrade },
  async (trade) => {
    const { payer, approved, initiate, advance, payable, payment, done, control } = trade;
    const { id: poor } = await done(payer, 'POST', '/api/bank-accounts/connect-manually', {
      ...{ routingNumber: '110000000', accountNumber: '000222222227', accountType: 'checking' },
      ...{ name: 'Poor', businessId: payer.businessId },
    });
    const invoice = await approved(55.01);
    const { paymentId } = await initiate(invoice);
    await advance({ to: '2026-03-02T22:00:00Z' });
    expect(await trade.balance()).toEqual([0, 55.01, 55.01]);

    await advance({ untilState: `payment:${paymentId}:FAILED` });
    expect(await trade.clock()).toBe('2026-03-04T13:30:00.000Z');
    expect(await trade.balance()).toEqual([0, 0, 0]);
    expect(await payment(paymentId)).toMatchObject({
      ...{ failureCode: 'R01', failureReason: 'Insufficient Funds' },
    });
    expect(await payable(invoice)).toMatchObject({
      ...{ status: 'APPROVED', activePaymentId: null, paymentStatus: 'FAILED' },
      lastPaymentFailure: { paymentId, code: 'R01' },
    });

    const { amounts } = await control('GET', `/sandbox/bank-accounts/${poor}/micro-deposits`);
    await done(payer, 'POST', `/api/bank-accounts/${poor}/verify-micro-deposits`, {
      ...{ amount1: amounts[1], amount2: amounts[0] },
    });
    const other = await approved(300);
    const again = await initiate(other, { fundingSourceId: poor });
    await advance({ untilState: `payment:${again.paymentId}:FAILED` });
    expect(await payment(again.paymentId)).toMatchObject({ failureCode: 'R01' });
    const good = await initiate(other);
    await advance({ untilState: `payment:${good.paymentId}:COMPLETED` });
    expect(await payable(other)).toMatchObject({ status: 'PAID' });
    expect(await trade.balance()).toEqual([300, 0, 300]);
  },
);

story(
  'S9 A late return takes the money back, even when it has been withdrawn',
  {
    covers: { pay: ['initiate'], business: ['withdraw', 'balance'], payable: ['get'] },
    opens: openTrade,
  },
  async (trade) => {
    const { payer, addBank, approved, initiate, advance, payable, withdraw, control } = trade;
    const bankId = await addBank(payer, payer.businessId, 'R01-late');
    const invoice = await approved(400);
    const { paymentId } = await initiate(invoice, { fundingSourceId: bankId });
    await advance({ to: '2026-03-05T14:00:00Z' });
    expect(await trade.balance()).toEqual([400, 0, 400]);
    expect(await payable(invoice)).toMatchObject({ status: 'PAID' });

    await advance({ to: '2026-03-05T15:00:00Z' });
    const withdrawal = await withdraw(300);
    expect(withdrawal).toMatchObject({
      status: 201,
      body: {
        ...{ status: 'PENDING', amount: 300, estimatedArrivalDate: '2026-03-06' },
        balance: { available: 100, pending: 0, withdrawing: 300, total: 400 },
      },
    });
    await advance({ to: '2026-03-06T14:00:00Z' });
    const path = `/sandbox/withdrawals?businessId=${trade.payee.businessId}`;
    expect(await control('GET', path)).toMatchObject([
      {
        ...{ withdrawalId: withdrawal.body.id, status: 'COMPLETED' },
        completedAt: '2026-03-06T14:00:00.000Z',
      },
    ]);
    expect(await trade.balance()).toEqual([100, 0, 100]);

    const { events } = await advance({ untilState: `payment:${paymentId}:RETURNED` });
    expect(await trade.clock()).toBe('2026-03-09T12:30:00.000Z');
    expect(events.map((it: { type: string }) => it.type)).toEqual([
      ...['payment.returned', 'payable.reopened', 'balance.negative'],
    ]);
    expect(await trade.balance()).toEqual([-300, 0, -300]);
    const advice = expect.stringContaining('ask the payer of the returned payment to pay again');
    expect(await control('GET', '/sandbox/events?type=balance.negative')).toMatchObject([
      { data: { available: -300, paymentId, advice } },
    ]);
    expect(await control('GET', '/sandbox/outbox?kind=balance')).toMatchObject([
      { to: trade.payee.email, subject: 'Your balance is negative: -$300.00', text: advice },
    ]);
    expect(await payable(invoice)).toMatchObject({ status: 'APPROVED', paidAt: null });
    expect(await withdraw(1)).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance' },
    });

    const next = await initiate(await approved(500));
    await advance({ untilState: `payment:${next.paymentId}:COMPLETED` });
    expect(await trade.balance()).toEqual([200, 0, 200]);
  },
);

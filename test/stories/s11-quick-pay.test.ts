import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { sentTwice, story } from './play-story.ts';

const PATH = '/api/payments/quick-pay';

story(
  'S11 A quick payment needs no payable, and a large one is held',
  { covers: { pay: ['quickPay', 'cancel'], connection: ['archive'] }, opens: openTrade },
  async (trade, mode) => {
    const { payer, payee, connectionId, done, refused, control, advance, payment } = trade;
    const order = (amount: number, more: object = {}) => ({
      ...{ connectionId, amount, fundingSourceId: payer.bankId, ...more },
    });
    const cancelOf = ({ paymentId }: { paymentId: string }) => `/api/payments/${paymentId}/cancel`;

    // Where keys do not count, the same order pays again: nothing else tells two payments apart.
    const march = order(750, { memo: 'March' });
    const [{ status, body: first }, again] = await sentTwice(trade, payer, PATH, march);
    expect([status, again.status]).toEqual([201, 201]);
    expect(first).toMatchObject({
      ...{ kind: 'quickPay', status: 'PENDING', amount: 750, memo: 'March', payableId: null },
      ...{ payerBusinessId: payer.businessId, payeeBusinessId: payee.businessId },
    });
    const isOne = mode.idempotency === 'on';
    expect(again.body.paymentId === first.paymentId).toBe(isOne);
    const received = isOne ? 750 : 1500;
    await advance({ untilState: `payment:${again.body.paymentId}:COMPLETED` });
    expect(await trade.balance()).toEqual([received, 0, received]);
    expect(await refused(payer, 'POST', cancelOf(first))).toBe('409 payment_not_cancellable');

    const books = await control('GET', '/sandbox/ledger');
    const held = await done(payer, 'POST', PATH, order(100_000));
    expect(held).toMatchObject({
      ...{ status: 'HELD', holdReason: 'risk_review', cancellable: true },
      estimatedSettlementDate: null,
    });
    expect(await refused(payee, 'POST', cancelOf(held))).toBe('403 not_payer');
    expect(await done(payer, 'POST', cancelOf(held))).toMatchObject({ status: 'CANCELLED' });
    expect(await control('GET', '/sandbox/ledger')).toEqual(books);

    const { paymentId } = await done(payer, 'POST', PATH, order(100_000));
    await advance({ businessDays: 10 });
    expect(await payment(paymentId)).toMatchObject({ status: 'HELD' });
    const released = await control('POST', `/sandbox/payments/${paymentId}/release`);
    expect(released).toMatchObject({ status: 'PENDING', estimatedSettlementDate: '2026-03-24' });
    await advance({ untilState: `payment:${paymentId}:COMPLETED` });
    expect(await trade.balance()).toEqual([100_000 + received, 0, 100_000 + received]);

    const spa = await trade.addBank(payer, await trade.addBusiness(payer, 'Acme Spa LLC'));
    expect(await refused(payer, 'POST', PATH, order(5, { fundingSourceId: spa }))).toBe(
      '422 funding_source_mismatch',
    );
    await done(payer, 'PATCH', `/api/connections/${connectionId}/archive`);
    expect(await refused(payer, 'POST', PATH, order(5))).toBe('409 connection_not_active');
  },
);

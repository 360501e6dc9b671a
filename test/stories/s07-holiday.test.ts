import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { story } from './play-story.ts';

story(
  'S7 A payment is scheduled across a holiday, and called back until it starts',
  {
    covers: { pay: ['initiate', 'cancel'], payable: ['cancel', 'get'] },
    opens: openTrade,
    now: '2026-05-22T15:00:00Z',
  },
  async (trade) => {
    const { payer, payee, refused, done, approved, initiate, payable, payment, advance } = trade;
    const first = await approved(1200);
    const today = {
      ...{ payableId: first, fundingSourceId: payer.bankId, scheduledDate: '2026-05-22' },
    };
    expect(await refused(payer, 'POST', '/api/payments/initiate', today)).toBe(
      '422 invalid_scheduled_date',
    );

    // For Memorial Day, which is the Monday.
    const onHoliday = await initiate(first, { scheduledDate: '2026-05-25' });
    expect(onHoliday).toMatchObject({
      ...{ status: 'SCHEDULED', scheduledDate: '2026-05-25', cancellable: true },
      estimatedSettlementDate: '2026-05-29',
    });
    expect(await payable(first)).toMatchObject({ status: 'SCHEDULED' });
    const cancelled = await done(payer, 'POST', `/api/payments/${onHoliday.paymentId}/cancel`);
    expect(cancelled).toMatchObject({
      ...{ status: 'CANCELLED', cancelledAt: '2026-05-22T15:00:00.000Z' },
    });
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

    // Nothing happens on the holiday.
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
  },
);

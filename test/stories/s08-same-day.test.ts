import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { story } from './play-story.ts';

story(
  'S8 A same-day payment makes the last window before 16:00',
  { covers: { pay: ['initiate'] }, opens: openTrade, now: '2026-03-02T20:59:00Z' },
  async ({ approved, initiate, advance, clock, payment, payer, refused }) => {
    const early = await initiate(await approved(900), { clearingSpeed: 'sameDay' });
    expect(early).toMatchObject({ cutoffMissed: false, estimatedSettlementDate: '2026-03-02' });

    const { events } = await advance({ to: '2026-03-02T21:00:00Z' });
    expect(events.map((it: { type: string }) => it.type)).toEqual(['payment.processing']);
    const late = await initiate(await approved(700), { clearingSpeed: 'sameDay' });
    expect(late).toMatchObject({ cutoffMissed: true, estimatedSettlementDate: '2026-03-03' });

    await advance({ untilState: `payment:${early.paymentId}:COMPLETED` });
    expect(await clock()).toBe('2026-03-02T23:00:00.000Z');
    await advance({ untilState: `payment:${late.paymentId}:COMPLETED` });
    expect(await clock()).toBe('2026-03-03T18:00:00.000Z');
    expect(await payment(late.paymentId)).toMatchObject({
      completedAt: '2026-03-03T18:00:00.000Z',
    });

    const order = { payableId: await approved(1_000_000.01), fundingSourceId: payer.bankId };
    const fast = { ...order, clearingSpeed: 'sameDay' };
    expect(await refused(payer, 'POST', '/api/payments/initiate', fast)).toBe(
      '422 same_day_limit_exceeded',
    );
  },
);

story(
  'S8 Late on a Friday it waits for Monday, in daylight time',
  { covers: { pay: ['initiate'] }, opens: openTrade, now: '2026-03-06T21:30:00Z' },
  async ({ approved, initiate, advance, clock }) => {
    const { paymentId } = await initiate(await approved(5), { clearingSpeed: 'sameDay' });
    await advance({ untilState: `payment:${paymentId}:COMPLETED` });
    expect(await clock()).toBe('2026-03-09T17:00:00.000Z');
  },
);

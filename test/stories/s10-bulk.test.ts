import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { sentTwice, story, underWay } from './play-story.ts';

const PATH = '/api/payments/bulk-initiate';

story(
  'S10 Many payables are paid all or none',
  { covers: { pay: ['bulkInitiate'] }, opens: openTrade },
  async (trade, mode) => {
    const { payer, payee, connectionId, ask, approved, done, payable, control } = trade;
    const bulk = (payables: readonly string[]) => ({
      payments: payables.map((payableId) => ({ payableId, fundingSourceId: payer.bankId })),
    });
    const good = [await approved(10), await approved(20.2), await approved(30.03)];
    const { id: waiting } = await done(
      payee,
      'POST',
      `/api/businesses/${payee.businessId}/payables`,
      {
        ...{ connectionId, amount: 40, submit: true },
      },
    );

    const refusedFor = async (payables: readonly string[], errors?: readonly object[]) =>
      expect(await ask(payer, 'POST', PATH, bulk(payables))).toMatchObject({
        ...{ status: 422, body: { code: 'bulk_validation_failed', ...(errors && { errors }) } },
      });
    await refusedFor([...good, waiting], [{ index: 3, code: 'payable_not_approved' }]);
    await refusedFor(
      [...good, waiting, good[0] ?? ''],
      [
        { index: 3, code: 'payable_not_approved' },
        { index: 4, code: 'payment_in_progress' },
      ],
    );
    await refusedFor([]);
    const payments = () => control('GET', '/sandbox/events?type=payment.created');
    expect(await payments()).toEqual([]);
    for (const id of good) {
      expect(await payable(id)).toMatchObject({ status: 'APPROVED', activePaymentId: null });
    }
    expect(await payable(waiting)).toMatchObject({ status: 'SUBMITTED' });

    const [paid, again] = await sentTwice(trade, payer, PATH, bulk(good));
    expect(paid).toMatchObject({ status: 201, body: { count: 3, totalAmount: 60.23 } });
    expect(paid.body.payments.map((it: { payableId: string }) => it.payableId)).toEqual(good);
    if (mode.idempotency === 'on') expect(again).toMatchObject({ status: 201, body: paid.body });
    else expect(again).toMatchObject({ status: 422, body: { code: 'bulk_validation_failed' } });
    expect(await payments()).toHaveLength(3);
    for (const id of good) expect(await payable(id)).toMatchObject({ status: underWay(mode) });
  },
);

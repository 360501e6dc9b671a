import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { story } from './play-story.ts';
import { typingAt } from './run-as-user.ts';

story(
  'S14 A bank account is removed once nothing needs it, and a default leaves none behind',
  {
    covers: { bank: ['list', 'setDefault', 'remove'], pay: ['initiate', 'cancel'] },
    opens: openTrade,
  },
  async (trade) => {
    const { payer, ask, done, approved, initiate } = trade;
    const at = (id: string, rest = '') => `/api/bank-accounts/${id}${rest}`;
    const defaults = async () =>
      (await done(payer, 'GET', '/api/bank-accounts'))
        .filter((it: { isDefault: boolean }) => it.isDefault)
        .map((it: { id: string }) => it.id);
    const first = payer.bankId;
    const second = await trade.addBank(payer, payer.businessId, 'Second');
    expect(await defaults()).toEqual([]);
    await done(payer, 'PATCH', at(first, '/set-as-default'));
    expect(await defaults()).toEqual([first]);
    await done(payer, 'PATCH', at(second, '/set-as-default'));
    expect(await defaults()).toEqual([second]);

    const invoice = await approved(30);
    const { paymentId } = await initiate(invoice, { scheduledDate: '2026-03-10' });
    expect(await ask(payer, 'DELETE', at(first))).toMatchObject({
      ...{ status: 409, body: { code: 'funding_source_in_use', transactions: [paymentId] } },
    });
    await done(payer, 'POST', `/api/payments/${paymentId}/cancel`);
    const removed = await done(payer, 'DELETE', at(first));
    expect(removed).toMatchObject({ id: first, status: 'removed' });
    expect(await defaults()).toEqual([second]);

    const third = await trade.addBank(payer, payer.businessId, 'Third');
    await done(payer, 'DELETE', at(second));
    expect(await defaults()).toEqual([]);

    using keyboard = typingAt(trade, payer.token);
    const typed = await keyboard.remit(`pay initiate ${invoice} -b ${payer.businessId} --yes`);
    expect(typed).toMatchObject({ code: 2, out: '' });
    expect(typed.err).toContain('--bank is required');
    expect(typed.err).toContain(third);
  },
);

import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { strangerPays } from './guest-payment.ts';
import { refusalOf, story, underWay } from './play-story.ts';

const linkOf = (businessId: string, rest = '') =>
  `/api/businesses/${businessId}/pay-me-link${rest}`;

story(
  'S13 Anybody pays a business by its pay-me link, within its range',
  { covers: { link: ['payMe', 'configurePayMe', 'regeneratePayMe'] }, opens: openTrade },
  async (trade, mode) => {
    const { payee, send, done, refused, advance } = trade;

    // A business that waits for its review, and has no bank account, cannot be paid so.
    const newcomer = await trade.newAccount('Review');
    const waiting = await trade.addBusiness(newcomer, 'Review');
    expect(await done(newcomer, 'GET', linkOf(waiting))).toMatchObject({
      ...{ eligible: false, enabled: false },
      ineligibleReasons: ['business_not_verified', 'no_verified_bank_account'],
    });
    const enabled = { enabled: true };
    expect(await refused(newcomer, 'POST', linkOf(waiting, '/configure'), enabled)).toBe(
      '409 pay_me_not_eligible',
    );

    const configure = linkOf(payee.businessId, '/configure');
    const range = { enabled: true, minAmount: 10, maxAmount: 5000 };
    const { token, url } = await done(payee, 'POST', configure, range);
    expect(url).toBe(`${trade.baseUrl}/pay-me/${token}`);
    const shown = (it: string) => send('GET', `/api/public/pay-me/${it}/validate`);
    expect(await shown(token)).toMatchObject({
      ...{ status: 200, body: { valid: true, minAmount: 10, maxAmount: 5000 } },
    });
    const inverted = { enabled: true, minAmount: 5000, maxAmount: 10 };
    expect(await refused(payee, 'POST', configure, inverted)).toBe('422 invalid_range');

    const pay = async (amount: number) =>
      send('POST', `/api/public/pay-me/${token}/pay`, {
        body: await strangerPays(trade, { amount }),
      });
    expect(refusalOf(await pay(9.99))).toBe('422 amount_below_minimum');
    expect(refusalOf(await pay(5000.01))).toBe('422 amount_above_maximum');
    expect([(await pay(10)).status, (await pay(5000)).status]).toEqual([201, 201]);
    const payables = () => done(payee, 'GET', `/api/businesses/${payee.businessId}/payables`);
    const paidBy = (status: string) => ({ source: 'payMeLink', payerName: 'Ada Ames', status });
    expect((await payables()).data).toMatchObject([
      { ...paidBy(underWay(mode)), amount: 5000 },
      { ...paidBy(underWay(mode)), amount: 10 },
    ]);
    await advance({ to: '2026-03-05T14:00:00Z' });
    expect(await trade.balance()).toEqual([5010, 0, 5010]);
    expect((await payables()).data).toMatchObject([paidBy('PAID'), paidBy('PAID')]);

    const renewed = await done(payee, 'POST', linkOf(payee.businessId, '/regenerate-token'));
    expect(refusalOf(await shown(token))).toBe('404 link_not_found');
    expect((await shown(renewed.token)).status).toBe(200);
    await done(payee, 'POST', configure, { enabled: false });
    expect(refusalOf(await shown(renewed.token))).toBe('404 link_not_found');
  },
);

import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { strangerPays } from './guest-payment.ts';
import { refusalOf, sentTwice, story, underWay } from './play-story.ts';

story(
  'S12 Somebody without an account pays one invoice by its link',
  { covers: { link: ['get', 'enable', 'disable', 'send'] }, opens: openTrade },
  async (trade, mode) => {
    const { payer, payee, connectionId, send, done, refused, control, payable, payablePath } =
      trade;
    const body = { connectionId, amount: 120, submit: true };
    const { id } = await done(payee, 'POST', `/api/businesses/${payee.businessId}/payables`, body);
    const link = (rest = '') => `${payablePath(payee, id)}/payment-link${rest}`;
    const read = () => done(payee, 'GET', link());
    const shown = (nanoId: string, rest: string) =>
      send('GET', `/api/public/invoices/${nanoId}/${rest}`);

    // There is no address before the link is first enabled, and it stays the same afterwards.
    expect(await read()).toMatchObject({ nanoId: null, status: 'disabled', url: null });
    const to = { email: 'guest@stranger.test' };
    expect(await refused(payee, 'POST', link('/send'), to)).toBe('409 payment_link_disabled');
    const { nanoId, url, status } = await done(payee, 'POST', link('/enable'));
    expect([status, url]).toEqual(['enabled', `${trade.baseUrl}/pay/${nanoId}`]);
    expect(nanoId).toMatch(/^[\w-]{21}$/);
    expect(await done(payee, 'POST', link('/send'), to)).toMatchObject({
      sent: true,
      to: to.email,
    });
    expect(await control('GET', `/sandbox/outbox?to=${to.email}`)).toMatchObject([
      { kind: 'payment_link', url },
    ]);
    expect(await shown(nanoId, 'validate')).toMatchObject({ status: 200, body: { valid: true } });
    const invoice = await shown(nanoId, 'invoice');
    expect(invoice.body).toMatchObject({ amount: 120, payee: { name: 'Coastal Linen Inc' } });
    expect(invoice.text).not.toContain('Acme');
    await done(payee, 'POST', link('/disable'));
    expect((await shown(nanoId, 'validate')).status).toBe(404);
    expect((await done(payee, 'POST', link('/enable'))).nanoId).toBe(nanoId);

    // To pay is to approve. It is paid once, however often it is sent.
    const path = `/api/public/invoices/${nanoId}/pay`;
    const [paid, again] = await sentTwice(trade, {}, path, await strangerPays(trade));
    expect(paid).toMatchObject({ status: 201, body: { status: 'PENDING', payableId: id } });
    if (mode.idempotency === 'on') expect(again).toMatchObject({ status: 201, body: paid.body });
    else expect(refusalOf(again)).toBe('409 payable_not_payable');
    const second = await send('POST', path, { body: await strangerPays(trade) });
    expect(refusalOf(second)).toBe('409 payable_not_payable');
    expect(await payable(id)).toMatchObject({ status: underWay(mode), paymentStatus: 'PENDING' });
    const log: { type: string; actor: { type: string } }[] = await done(
      ...([payee, 'GET', `${payablePath(payee, id)}/activity-log`] as const),
    );
    const byStranger = log.filter(({ actor }) => actor.type === 'external');
    expect(byStranger.map(({ type }) => type)).toEqual([
      ...['paid_by_link', 'payment_initiated', 'payment_authorized'],
    ]);

    await trade.advance({ untilState: `payment:${paid.body.paymentId}:COMPLETED` });
    expect(await payable(id)).toMatchObject({ status: 'PAID' });
    expect(await trade.balance()).toEqual([120, 0, 120]);
    expect(await read()).toMatchObject({ nanoId, status: 'disabled' });
    expect((await shown(nanoId, 'validate')).status).toBe(404);
    expect((await send('POST', path, { body: await strangerPays(trade) })).status).toBe(404);
    expect(await refused(payer, 'POST', `${payablePath(payer, id)}/approve`)).toBe(
      '409 invalid_payable_state',
    );
    const receipt = await send('GET', `/api/public/receipts/${paid.body.publicId}`);
    expect(receipt.body).toMatchObject({ status: 'COMPLETED', amount: 120 });
  },
);

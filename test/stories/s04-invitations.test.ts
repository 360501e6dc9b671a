import { expect } from 'vitest';
import { type Company, openTrade } from '../sandbox/trading-partners.ts';
import { story } from './play-story.ts';

const at = ({ businessId }: Company, rest = '') =>
  `/api/businesses/${businessId}/invitations${rest}`;

story(
  'S4 Invitations are resent, cancelled, rejected, and expire',
  {
    covers: { invite: ['send', 'list', 'resend', 'cancel', 'reject'], connection: ['get'] },
    opens: openTrade,
  },
  async (trade) => {
    const { payer, done, refused, control, advance } = trade;
    const stranger = await trade.addCompany('Prairie Foods LLC');
    const invite = (email: string) => done(payer, 'POST', at(payer), { email });
    const tokenTo = async (email: string): Promise<string> =>
      (await control('GET', `/sandbox/outbox?kind=invitation&to=${email}`)).at(-1).token;
    const accept = (who: Company, token: string) =>
      refused(who, 'POST', at(who, '/accept'), { token });
    const listed = async (id: string) =>
      (await done(payer, 'GET', at(payer))).find((it: { id: string }) => it.id === id);

    const first = await invite('x@prairie.test');
    const token = await tokenTo('x@prairie.test');
    const connection = `/api/connections/${first.connectionId}`;
    expect(await done(payer, 'GET', connection)).toMatchObject({ status: 'pending' });
    const resent = await done(payer, 'POST', at(payer, `/${first.id}/resend`));
    expect(resent).toMatchObject({ status: 'pending', resendCount: 1 });
    expect(await tokenTo('x@prairie.test')).toBe(token);
    const cancel = at(payer, `/${first.id}/cancel`);
    expect(await done(payer, 'POST', cancel)).toMatchObject({ status: 'cancelled' });
    expect(await accept(stranger, token)).toBe('409 invitation_not_pending');
    expect(await refused(payer, 'POST', cancel)).toBe('409 invitation_not_pending');
    expect(await refused(payer, 'GET', connection)).toBe('404 not_found');

    const second = await invite(stranger.email);
    expect(await refused(payer, 'POST', at(payer), { email: stranger.email })).toBe(
      '409 invitation_already_pending',
    );
    expect(await accept(payer, await tokenTo(stranger.email))).toBe('422 cannot_connect_to_self');
    await done(stranger, 'POST', at(stranger, `/${second.id}/reject`));
    expect(await listed(second.id)).toMatchObject({ status: 'rejected' });
    const payables = `/api/businesses/${payer.businessId}/payables`;
    const invoice = { connectionId: second.connectionId, amount: 10 };
    expect(await refused(payer, 'POST', payables, invoice)).toBe('404 not_found');

    const third = await invite('z@prairie.test');
    await advance({ by: 'P31D' });
    expect(await listed(third.id)).toMatchObject({ status: 'expired' });
    expect(await accept(stranger, await tokenTo('z@prairie.test'))).toBe('409 invitation_expired');
  },
);

import { expect } from 'vitest';
import { type Company, openTrade } from '../sandbox/trading-partners.ts';
import { refusalOf, story } from './play-story.ts';

const base = ({ businessId }: Company) => `/api/businesses/${businessId}`;

story(
  'S5 A public link connects at once, or after approval',
  { covers: { invite: ['publicSettings', 'accept', 'reject', 'list'] }, opens: openTrade },
  async (trade) => {
    const { payee: owner, ask, done, refused, control } = trade;
    const c = await trade.addCompany('Corner Bakery LLC');
    const d = await trade.addCompany('Prairie Foods LLC');
    const settings = (body: object) =>
      done(owner, 'PATCH', `${base(owner)}/public-invite-settings`, body);
    const accept = (who: Company, token: string) =>
      ask(who, 'POST', `${base(who)}/invitations/accept`, { token });

    const { token, url } = await settings({ enabled: true, requireApproval: false });
    expect(url).toBe(`${trade.baseUrl}/invite/${token}`);
    expect(await accept(c, token)).toMatchObject({
      ...{ status: 200 },
      body: {
        ...{ invitation: { kind: 'public', status: 'accepted' } },
        connection: { status: 'active' },
      },
    });

    await settings({ enabled: true, requireApproval: true });
    const asked = (await accept(d, token)).body;
    expect(asked).toMatchObject({
      ...{ invitation: { kind: 'public', status: 'pending' }, connection: { status: 'pending' } },
    });
    const invoice = { connectionId: asked.connection.id, amount: 10, submit: true };
    expect(await refused(d, 'POST', `${base(d)}/payables`, invoice)).toBe(
      '409 connection_not_active',
    );
    await done(owner, 'POST', `${base(owner)}/invitations/${asked.invitation.id}/reject`);
    expect(await done(d, 'GET', `${base(d)}/invitations`)).toMatchObject([{ status: 'rejected' }]);
    expect(await refused(d, 'GET', `/api/connections/${asked.connection.id}`)).toBe(
      '404 not_found',
    );

    await accept(d, token);
    const requests = await control('GET', `/sandbox/outbox?kind=public_request&to=${owner.email}`);
    expect((await accept(owner, requests.at(-1).token)).body.connection).toMatchObject({
      status: 'active',
    });
    expect(await done(d, 'GET', '/api/connections')).toMatchObject([{ status: 'active' }]);

    await settings({ enabled: false });
    const late = await trade.addCompany('Summit Paper Inc');
    expect(refusalOf(await accept(late, token))).toBe('404 invitation_not_found');
  },
);

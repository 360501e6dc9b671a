import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Company, openTrade, type Trade } from '../payments/trade.ts';

let trade: Trade;
let joiner: Company;
beforeEach(async () => {
  trade = await openTrade();
  joiner = await trade.addCompany('Prairie Foods LLC');
});
afterEach(() => trade.close());

const base = (who: Company) => `/api/businesses/${who.businessId}`;
const settings = (body: object) =>
  trade.done(trade.payee, 'PATCH', `${base(trade.payee)}/public-invite-settings`, body);
const accept = (who: Company, token: string) =>
  trade.ask(who, 'POST', `${base(who)}/invitations/accept`, { token });

test('without approval, whoever has the public link is connected at once', async () => {
  const { token, url } = await settings({ enabled: true, requireApproval: false });
  expect(url.endsWith(`/invite/${token}`)).toBe(true);
  const shown = await trade.send('GET', `/api/public/invitations/${token}`);
  expect(shown.body).toMatchObject({ kind: 'public', status: 'open', requireApproval: false });
  const joined = await accept(joiner, token);
  expect(joined.body).toMatchObject({
    invitation: { kind: 'public', status: 'accepted' },
    connection: { status: 'active' },
  });
  expect((await accept(joiner, token)).body.code).toBe('already_connected');
  expect((await accept(trade.payee, token)).body.code).toBe('cannot_connect_to_self');
  await settings({ enabled: false });
  expect((await accept(joiner, token)).body.code).toBe('invitation_not_found');
  expect((await settings({ enabled: true })).token).toBe(token);
});

test('with approval, the owner accepts the request of the joiner, or rejects it', async () => {
  const { token } = await settings({ enabled: true, requireApproval: true });
  const asked = (await accept(joiner, token)).body;
  expect(asked).toMatchObject({
    invitation: { kind: 'public', status: 'pending', businessId: joiner.businessId },
    connection: { status: 'pending' },
  });
  expect((await accept(joiner, token)).body.code).toBe('invitation_already_pending');
  const reject = `${base(trade.payee)}/invitations/${asked.invitation.id}/reject`;
  expect((await trade.done(trade.payee, 'POST', reject)).status).toBe('rejected');
  const own = await trade.done(joiner, 'GET', `${base(joiner)}/invitations`);
  expect(own).toMatchObject([{ kind: 'public', status: 'rejected' }]);

  await accept(joiner, token);
  const mails = await trade.control('GET', '/sandbox/outbox?kind=public_request');
  const approved = await accept(trade.payee, mails.at(-1).token);
  expect(approved.body.connection.status).toBe('active');
});

test('an invitation is rejected by whoever has its token, and by no stranger', async () => {
  const invited = await trade.done(trade.payee, 'POST', `${base(trade.payee)}/invitations`, {
    email: 'x@elsewhere.test',
  });
  const [mail] = await trade.control('GET', '/sandbox/outbox?to=x@elsewhere.test');
  const path = `${base(joiner)}/invitations/${invited.id}/reject`;
  expect(await trade.refused(joiner, 'POST', path)).toBe('403 not_receiver');
  expect((await trade.done(joiner, 'POST', path, { token: mail.token })).status).toBe('rejected');
});

test('an invitation is listed by who sent it and, when asked for, by who received it', async () => {
  await trade.done(trade.payee, 'POST', `${base(trade.payee)}/invitations`, {
    email: joiner.email,
  });
  const list = (who: Company, query = '') =>
    trade.done(who, 'GET', `${base(who)}/invitations${query}`);
  expect(await list(joiner)).toEqual([]);
  const [received] = await list(joiner, '?direction=received');
  expect(received).toMatchObject({ businessName: 'Coastal Linen Inc', email: joiner.email });
  expect((await list(trade.payee)).at(-1).id).toBe(received.id);
});

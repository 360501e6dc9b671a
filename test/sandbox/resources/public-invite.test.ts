import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Company, openTrade, type Trade } from '../trading-partners.ts';

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

test('the public link shows the business, connects nobody twice or with themselves, and does not change', async () => {
  const { token } = await settings({ enabled: true, requireApproval: false });
  const shown = await trade.send('GET', `/api/public/invitations/${token}`);
  expect(shown.body).toMatchObject({ kind: 'public', status: 'open', requireApproval: false });
  await accept(joiner, token);
  expect((await accept(joiner, token)).body.code).toBe('already_connected');
  expect((await accept(trade.payee, token)).body.code).toBe('cannot_connect_to_self');
  await settings({ enabled: false });
  expect((await settings({ enabled: true })).token).toBe(token);
});

test('a business that requests a connection requests it once', async () => {
  const { token } = await settings({ enabled: true, requireApproval: true });
  const asked = (await accept(joiner, token)).body;
  expect(asked.invitation).toMatchObject({ kind: 'public', businessId: joiner.businessId });
  expect((await accept(joiner, token)).body.code).toBe('invitation_already_pending');
});

test('a request is sent again as a request', async () => {
  const { token } = await settings({ enabled: true, requireApproval: true });
  const { invitation } = (await accept(joiner, token)).body;
  await trade.done(joiner, 'POST', `${base(joiner)}/invitations/${invitation.id}/resend`);
  const mails = await trade.control('GET', `/sandbox/outbox?to=${trade.payee.email}`);
  const request = { kind: 'public_request', subject: 'Prairie Foods LLC asks to connect' };
  expect(mails.slice(-2)).toMatchObject([request, request]);
  expect(mails.at(-1).url).toBe(mails.at(-2).url);
});

test('an invitation is rejected with its token only', async () => {
  const invited = await trade.done(trade.payee, 'POST', `${base(trade.payee)}/invitations`, {
    email: 'x@elsewhere.test',
  });
  const [mail] = await trade.control('GET', '/sandbox/outbox?to=x@elsewhere.test');
  const path = `${base(joiner)}/invitations/${invited.id}/reject`;
  expect(await trade.refused(joiner, 'POST', path)).toBe('403 not_receiver');
  expect((await trade.done(joiner, 'POST', path, { token: mail.token })).status).toBe('rejected');
});

test('an invitation is listed for its sender and, on request, for its recipient', async () => {
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

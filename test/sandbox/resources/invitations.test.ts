import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Company, openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
let stranger: Company;
beforeEach(async () => {
  trade = await openTrade();
  stranger = await trade.addCompany('Prairie Foods LLC');
});
afterEach(() => trade.close());

const of = (who: Company, rest = '') => `/api/businesses/${who.businessId}/invitations${rest}`;
const invite = (email: string) => trade.done(trade.payer, 'POST', of(trade.payer), { email });
const tokenTo = async (email: string): Promise<string> =>
  (await trade.control('GET', `/sandbox/outbox?kind=invitation&to=${email}`)).at(-1).token;
const accept = (who: Company, token: string) =>
  trade.refused(who, 'POST', of(who, '/accept'), { token });

test('an undelivered invitation is resent with a new token', async () => {
  const { id } = await invite('x@prairie.test');
  const old = await tokenTo('x@prairie.test');
  await trade.control('DELETE', '/sandbox/outbox');
  await trade.done(trade.payer, 'POST', of(trade.payer, `/${id}/resend`));
  expect(await accept(stranger, old)).toBe('404 invitation_not_found');
  const token = await tokenTo('x@prairie.test');
  await trade.done(stranger, 'POST', of(stranger, '/accept'), { token });
});

test('only the addressee can reject it', async () => {
  const { id } = await invite('somebody@else.test');
  expect(await trade.refused(stranger, 'POST', of(stranger, `/${id}/reject`))).toBe(
    '403 not_receiver',
  );
});

test('one invitation per address, none to oneself, none that cannot be accepted', async () => {
  const { payer } = trade;
  await invite('y@prairie.test');
  expect(await trade.refused(payer, 'POST', of(payer), { email: 'Y@prairie.test' })).toBe(
    '409 invitation_already_pending',
  );
  expect(await accept(payer, await tokenTo('y@prairie.test'))).toBe('422 cannot_connect_to_self');
  expect(await accept(stranger, 'nonsense')).toBe('404 invitation_not_found');
  expect(await trade.refused(payer, 'POST', of(payer), { email: 'not an address' })).toBe(
    '422 invalid_email',
  );
});

test('two businesses are connected once', async () => {
  const { payer, payee } = trade;
  await invite(payee.email);
  expect(await accept(payee, await tokenTo(payee.email))).toBe('409 already_connected');
  expect((await trade.done(payer, 'GET', '/api/connections')).length).toBe(1);
});

test("the inviter's label is visible to the inviter only", async () => {
  const { payer } = trade;
  await trade.done(payer, 'POST', of(payer), { email: stranger.email, aliasName: 'Groceries' });
  await trade.done(stranger, 'POST', of(stranger, '/accept'), {
    token: await tokenTo(stranger.email),
  });
  const [theirs] = await trade.done(stranger, 'GET', '/api/connections');
  const mine = (await trade.done(payer, 'GET', '/api/connections')).find(
    (it: { id: string }) => it.id === theirs.id,
  );
  expect([mine.alias, theirs.alias]).toEqual(['Groceries', null]);
  expect([mine.connectedBusinessName, theirs.connectedBusinessName]).toEqual([
    'Prairie Foods LLC',
    'Acme Hotels LLC',
  ]);
});

test('an invitation to bounce@ is marked as bounced', async () => {
  await invite('bounce@prairie.test');
  const [mail] = await trade.control(
    'GET',
    '/sandbox/outbox?kind=invitation&to=bounce@prairie.test',
  );
  expect(mail.bounced).toBe(true);
});

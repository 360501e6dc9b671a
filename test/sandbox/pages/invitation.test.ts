import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  openVisitor,
  type VisitedPage,
  type Visitor,
  visibleTextOf,
} from '../../helpers/scriptless-browser.ts';
import { type Company, openTrade, type Trade } from '../trading-partners.ts';

const password = 'correct horse';

let trade: Trade;
let visitor: Visitor;
let joiner: Company;
beforeEach(async () => {
  trade = await openTrade();
  visitor = openVisitor(trade.browse);
  joiner = await trade.addCompany('Corner Bakery');
});
afterEach(() => trade.close());

async function invited(email = joiner.email): Promise<{ id: string; url: string }> {
  const path = `/api/businesses/${trade.payer.businessId}/invitations`;
  const { id } = await trade.done(trade.payer, 'POST', path, { email });
  const mails = await trade.control('GET', `/sandbox/outbox?kind=invitation&to=${email}`);
  return { id, url: mails.at(-1).url };
}

async function publicUrl(
  requireApproval: boolean,
  businessId = trade.payer.businessId,
): Promise<string> {
  const path = `/api/businesses/${businessId}/public-invite-settings`;
  const body = { enabled: true, requireApproval };
  return (await trade.done(trade.payer, 'PATCH', path, body)).url;
}

const signedIn = async (url: string, who = joiner): Promise<VisitedPage> =>
  visitor.send(await visitor.open(url), { email: who.email, password });

const connections = async (who = joiner) => trade.done(who, 'GET', '/api/connections');

test('an invitation shows who invites, and how to accept it with the program', async () => {
  const { url } = await invited();
  const words = visibleTextOf(await visitor.open(url));
  expect(words).toContain('Invitation from Acme Hotels LLC');
  expect(words).toContain('Valid until April 1, 2026');
  expect(words).toContain('remit invite accept --invitation-token-file -');
  expect(words).toContain(new URL(url).pathname.split('/').at(-1));
});

test('a user signs in, accepts for a business, and is connected', async () => {
  const { url } = await invited();
  const choice = await signedIn(url);
  expect(visibleTextOf(choice)).toContain('Select a business');
  const done = await visitor.send(choice, {}, /accept$/);
  expect(visibleTextOf(done)).toContain('This invitation was accepted');
  expect(await connections()).toMatchObject([
    { status: 'active', connectedBusinessName: 'Acme Hotels LLC' },
  ]);
});

test('a user declines, and is not connected', async () => {
  const { url } = await invited();
  const choice = await signedIn(url);
  const form = choice.forms[0]?.fields ?? {};
  await visitor.post(`${url}/decline`, form);
  expect(visibleTextOf(await visitor.open(url))).toContain('This invitation was declined');
  expect(await connections()).toEqual([]);
});

test('a wrong password is reported and counted, and five lock the sign-in', async () => {
  const { url } = await invited();
  const attempt = async (typed: string) =>
    visitor.send(await visitor.open(url), { email: joiner.email, password: typed });
  for (let times = 1; times <= 5; times++) {
    const wrong = await attempt('wrong');
    expect([wrong.status, visibleTextOf(wrong)]).toEqual([
      401,
      expect.stringContaining('The email address or password is incorrect.'),
    ]);
    expect(wrong.forms[0]?.fields).toMatchObject({ email: joiner.email, password: '' });
  }
  expect((await attempt(password)).status).toBe(429);
});

test('a signed-in user stays so for 15 minutes, or until signing out', async () => {
  const { url } = await invited();
  const choice = await signedIn(url);
  const out = await visitor.send(choice, {}, /sign-out$/);
  expect(visibleTextOf(out)).toContain('Sign in to answer');
  const late = await signedIn(url);
  trade.passWallTime(15 * 60_000);
  const asked = await visitor.send(late, {}, /accept$/);
  expect(visibleTextOf(asked)).toContain('Sign in to answer');
  expect(await connections()).toEqual([]);
});

test("nobody accepts for another account's business, or without permission", async () => {
  const { url } = await invited();
  const choice = await signedIn(url);
  const foreign = await visitor.send(choice, { businessId: trade.payee.businessId }, /accept$/);
  expect(foreign.status).toBe(403);
  expect(foreign.headers.get('content-type')).toContain('text/html');
  expect((await visitor.send(choice, { businessId: 'biz_none' }, /accept$/)).status).toBe(404);
});

test('the public link connects at once, or requests approval', async () => {
  const asking = await publicUrl(true);
  const asked = await visitor.send(await signedIn(asking), {}, /accept$/);
  expect(visibleTextOf(asked)).toContain('Request pending.');
  const asks = `/api/businesses/${joiner.businessId}/invitations`;
  expect(await trade.done(joiner, 'GET', asks)).toMatchObject([
    { kind: 'public', status: 'pending' },
  ]);

  const other = await trade.addCompany('Corner Cafe');
  visitor = openVisitor(trade.browse);
  const url = await publicUrl(false);
  const done = await visitor.send(await signedIn(url, other), {}, /accept$/);
  expect(visibleTextOf(done)).toContain('Corner Cafe Connected.');
  expect(await connections(other)).toMatchObject([{ status: 'active' }]);
});

describe('a request by the public link', () => {
  let asked: string;
  let request: { readonly url: string; readonly token: string };
  let choice: VisitedPage;
  beforeEach(async () => {
    asked = await trade.addBusiness(trade.payer, 'Acme Spas LLC');
    await visitor.send(await signedIn(await publicUrl(true, asked)), {}, /accept$/);
    [request] = await trade.control('GET', '/sandbox/outbox?kind=public_request');
    visitor = openVisitor(trade.browse);
    choice = await signedIn(request.url, trade.payer);
  });

  test('is accepted for the business whose link was used, and for no other', async () => {
    expect(visibleTextOf(choice)).toContain('Acme Hotels LLC The request is to another business.');
    expect(choice.forms[0]?.fields).toMatchObject({ businessId: asked });
    const accept = `/api/businesses/${trade.payer.businessId}/invitations/accept`;
    const { token } = request;
    expect(await trade.refused(trade.payer, 'POST', accept, { token })).toBe('403 not_receiver');
    await visitor.send(choice, {}, /accept$/);
    expect(await connections()).toMatchObject([
      { status: 'active', connectedBusinessName: 'Acme Spas LLC' },
    ]);
  });

  test('can be declined', async () => {
    expect(visibleTextOf(choice)).toContain('Decline');
    await visitor.post(`${request.url}/decline`, choice.forms[0]?.fields ?? {});
    expect(visibleTextOf(await visitor.open(request.url))).toContain(
      'This invitation was declined',
    );
    expect(await connections()).toEqual([]);
  });
});

test('an ended invitation shows its state; an unknown one is not found', async () => {
  const { id, url } = await invited();
  const path = `/api/businesses/${trade.payer.businessId}/invitations/${id}/cancel`;
  await trade.done(trade.payer, 'POST', path);
  expect(visibleTextOf(await visitor.open(url))).toContain('This invitation was cancelled');
  const second = await invited('second@bakery.test');
  await trade.advance({ by: 'P31D' });
  expect(visibleTextOf(await visitor.open(second.url))).toContain('This invitation has expired');
  const none = await visitor.open(url.replace(/[^/]+$/, 'none'));
  expect([none.status, visibleTextOf(none)]).toEqual([
    404,
    expect.stringContaining('Invitation not found'),
  ]);
});

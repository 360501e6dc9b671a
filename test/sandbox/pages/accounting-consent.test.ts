import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVisitor, type Visitor, visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
let visitor: Visitor;
beforeEach(async () => {
  trade = await openTrade({ listens: true });
  visitor = openVisitor();
});
afterEach(() => trade.close());

const accounting = () => `/api/businesses/${trade.payer.businessId}/integrations/accounting`;

async function consentUrl(redirectUri = 'http://127.0.0.1:9/back'): Promise<string> {
  const body = { redirectUri };
  const answer = await trade.done(trade.payer, 'POST', `${accounting()}/connect`, body);
  return answer.authorizationUrl;
}

const status = async (): Promise<string> =>
  (await trade.done(trade.payer, 'GET', `${accounting()}/status`)).status;

test('consent connects the accounting system, and redirects with a code and the state', async () => {
  const url = await consentUrl();
  const state = new URL(url).searchParams.get('state');
  const page = await visitor.open(url);
  expect(visibleTextOf(page)).toContain(
    'Allow remit to access the accounting data of Acme Hotels LLC?',
  );
  expect(page.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://127.0.0.1:9;",
  );
  const left = await visitor.send(page, { answer: 'yes' });
  const back = new URL(left.headers.get('location') ?? '');
  expect(left.status).toBe(303);
  expect(back.origin + back.pathname).toBe('http://127.0.0.1:9/back');
  expect(back.searchParams.get('state')).toBe(state);
  expect(back.searchParams.get('code')).toMatch(/^[\w-]{32}$/);
  expect(await status()).toBe('connected');
  expect((await visitor.open(url)).status).toBe(404);
});

test('declining redirects without a code, and connects nothing', async () => {
  const page = await visitor.open(await consentUrl('http://[::1]:9/back'));
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http:;");
  const left = await visitor.send(page, { answer: 'no' });
  expect(left.headers.get('location')).toContain('http://[::1]:9/back?error=access_denied&state=');
  expect(await status()).toBe('not_connected');
});

test('an unknown state is not found', async () => {
  const url = await consentUrl();
  const other = url.replace(/state=.*/, 'state=made-up');
  const { status: code, text } = await visitor.open(other);
  expect([code, visibleTextOf({ text })]).toEqual([
    404,
    expect.stringContaining('No pending request'),
  ]);
  trade.passWallTime(10 * 60_000);
  expect((await visitor.open(url)).status).toBe(404);
});

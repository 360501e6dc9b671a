import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVisitor, type Visitor, visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
let visitor: Visitor;
beforeEach(async () => {
  trade = await openTrade();
  visitor = openVisitor(trade.browse);
});
afterEach(() => trade.close());

async function pageUrl(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = '/api/bank-accounts/linkprovider-link-token';
  const { url } = await trade.done(trade.payer, 'GET', path);
  const page = new URL(url);
  for (const [name, value] of Object.entries(more)) page.searchParams.set(name, value);
  return page.href;
}

const connect = (publicToken: string | null, accountId: string | null, who = trade.payer) =>
  trade.ask(who, 'POST', '/api/bank-accounts/connect-linkprovider', {
    ...{ publicToken, accountId, businessId: who.businessId },
  });

test('the chosen account is returned to the program, and can be linked once, and no other account with it', async () => {
  const redirect = 'http://127.0.0.1:9/back?keep=1';
  const url = await pageUrl({ redirect, state: 'a b&c', institution: 'sample-street' });
  const page = await visitor.open(url);
  expect(page.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://127.0.0.1:9;",
  );
  const left = await visitor.send(page, { account: 'Payroll' });
  expect(left.status).toBe(303);
  const back = new URL(left.headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe('http://127.0.0.1:9/back');
  const answer = Object.fromEntries(back.searchParams);
  expect(answer).toMatchObject({ keep: '1', state: 'a b&c' });
  const { public_token = null, account_id = null } = answer;
  expect((await connect(public_token, account_id, trade.payee)).status).toBe(422);
  const { status, body } = await connect(public_token, account_id);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ name: 'Payroll', last4: '7712', status: 'verified' }),
  ]);
  expect((await connect(public_token, account_id)).body.code).toBe('invalid_public_token');
});

test('without a redirect URL the token is shown', async () => {
  const page = await visitor.open(await pageUrl({ institution: 'first-example' }));
  const shown = await visitor.send(page, { account: 'Business Savings' });
  const [, token = ''] = /<code>(public-[\w-]+)</.exec(shown.text) ?? [];
  const [, account = ''] = /<code>(acct_\w+)</.exec(shown.text) ?? [];
  expect((await connect(token, account)).body.last4).toBe('9034');
});

test('a test account behaves as named', async () => {
  const page = await visitor.open(await pageUrl({ institution: 'test-accounts' }));
  expect(visibleTextOf(page)).toContain('R01 Returned: Insufficient Funds');
  const shown = await visitor.send(page, { account: 'R01' });
  const [, token = ''] = /<code>(public-[\w-]+)</.exec(shown.text) ?? [];
  const [, account = ''] = /<code>(acct_\w+)</.exec(shown.text) ?? [];
  const { body } = await connect(token, account);
  const { paymentId } = await trade.initiate(await trade.approved(10), {
    fundingSourceId: body.id,
  });
  await trade.advance({ businessDays: 4 });
  expect(await trade.payment(paymentId)).toMatchObject({ status: 'FAILED', failureCode: 'R01' });
});

test.for([
  'https://evil.test/',
  'http://127.0.0.1.evil.test/',
  'http://127.0.0.1@evil.test/',
  'http://user:pass@127.0.0.1/',
  '//evil.test/',
  '/\\evil.test/',
  '/\t/evil.test/',
  '/.//evil.test/',
  '/a/..//evil.test/',
  '/%2e%2e//evil.test/',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'evil.test',
])('refuses the redirect URL %s', async (redirect) => {
  const { status, text, headers } = await visitor.open(await pageUrl({ redirect }));
  expect(status).toBe(400);
  expect(text).not.toContain('evil');
  expect(headers.get('location')).toBeNull();
});

test.for(['http://localhost:4000/cb', 'http://[::1]:4000/cb', 'https://127.0.0.1/cb'])(
  'redirects to %s',
  async (redirect) => {
    const page = await visitor.open(await pageUrl({ redirect, institution: 'specimen' }));
    const left = await visitor.send(page, { account: 'Company Savings' });
    expect(left.headers.get('location')).toContain(`${redirect}?public_token=public-`);
  },
);

test('leaving redirects too', async () => {
  const { text } = await visitor.open(
    await pageUrl({ redirect: 'http://127.0.0.1:9/back', state: 's' }),
  );
  expect(text).toContain('href="http://127.0.0.1:9/back?error=access_denied&#38;state=s"');
});

test('without a valid link token the page is not found', async () => {
  const url = await pageUrl();
  for (const token of ['', 'link-none']) {
    const refused = new URL(url);
    refused.searchParams.set('token', token);
    const { status, text } = await visitor.open(refused.href);
    expect([status, visibleTextOf({ text })]).toEqual([
      422,
      expect.stringContaining('has expired'),
    ]);
  }
  trade.passWallTime(4 * 3_600_000);
  expect((await visitor.open(url)).status).toBe(422);
});

test('an account that the bank does not have cannot be chosen', async () => {
  const page = await visitor.open(await pageUrl({ institution: 'first-example' }));
  const again = await visitor.send(page, { account: 'Made up' });
  expect(visibleTextOf(again)).toContain('Select your bank');
});

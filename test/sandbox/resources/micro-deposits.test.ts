import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const manual = (more: object = {}) => ({
  businessId: trade.payer.businessId,
  routingNumber: '110000000',
  accountNumber: '000111222333',
  accountType: 'checking',
  name: 'Second',
  ...more,
});
const connect = () =>
  trade.done(trade.payer, 'POST', '/api/bank-accounts/connect-manually', manual());
const path = (id: string, rest: string) => `/api/bank-accounts/${id}/${rest}`;
const verify = (id: string, amount1: number, amount2: number) =>
  trade.ask(trade.payer, 'POST', path(id, 'verify-micro-deposits'), { amount1, amount2 });

test.for<[change: object, answer: string]>([
  [{ routingNumber: '123456789' }, '422 invalid_routing_number'],
  [{ routingNumber: '12345678' }, '422 invalid_routing_number'],
  [{ accountNumber: '123' }, '422 invalid_account_number'],
  [{ accountType: 'gold' }, '400 invalid_type'],
  [{ businessId: 'biz_nobody' }, '404 not_found'],
])('an account with %o is refused', async ([change, answer]) => {
  const { payer } = trade;
  expect(
    await trade.refused(payer, 'POST', '/api/bank-accounts/connect-manually', manual(change)),
  ).toBe(answer);
});

test.for(['110000000', '021000021', '011401533', '222222226'])(
  '%s is a routing number',
  async (routingNumber) => {
    const { payer } = trade;
    const made = await trade.done(
      payer,
      'POST',
      '/api/bank-accounts/connect-manually',
      manual({ routingNumber }),
    );
    expect(made).toMatchObject({
      status: 'unverified',
      last4: '2333',
      microDeposits: {
        ...{ status: 'pending', attemptsRemaining: 3, expectedPostDate: '2026-03-03' },
        companyEntryDescription: 'ACCTVERIFY',
      },
    });
    expect(JSON.stringify(made)).not.toContain('000111222333');
  },
);

test('the same account is linked to a business once', async () => {
  await connect();
  expect(
    await trade.refused(trade.payer, 'POST', '/api/bank-accounts/connect-manually', manual()),
  ).toBe('409 duplicate_bank_account');
});

test('0.09 and 0.09 use up all attempts', async () => {
  const { id } = await connect();
  await trade.advance({ businessDays: 1 });
  expect((await verify(id, 0.09, 0.09)).body.attemptsRemaining).toBe(0);
});

test('attempts are counted by account, however often it is linked', async () => {
  const remove = (id: string) => trade.ask(trade.payer, 'DELETE', path(id, '').slice(0, -1));
  const first = await connect();
  await trade.advance({ businessDays: 1 });
  expect((await verify(first.id, 0.09, 0.08)).status).toBe(422);
  await remove(first.id);
  const second = await connect();
  expect(second.microDeposits.attemptsRemaining).toBe(2);
  await trade.advance({ businessDays: 1 });
  await verify(second.id, 0.09, 0.09);
  await remove(second.id);
  expect(
    await trade.refused(trade.payer, 'POST', '/api/bank-accounts/connect-manually', manual()),
  ).toBe('409 too_many_attempts');
});

test('an account that cannot receive micro-deposits is not verified', async () => {
  const { payer, done, advance } = trade;
  await done(
    payer,
    'POST',
    '/api/bank-accounts/connect-manually',
    manual({ accountNumber: '000111111113' }),
  );
  await advance({ businessDays: 1 });
  const banks = await done(payer, 'GET', '/api/bank-accounts');
  expect(banks.at(-1)).toMatchObject({
    ...{ status: 'verification_failed', microDeposits: { status: 'failed' } },
  });
});

test('only a verified account can be the default', async () => {
  const { id } = await connect();
  expect(await trade.refused(trade.payer, 'PATCH', path(id, 'set-as-default'))).toBe(
    '409 funding_source_not_verified',
  );
});

test.for([
  'public-sandbox-invalid',
  'public-sandbox-expired',
  'public-sandbox-used',
  'public-nonsense',
])('the public token %s links nothing', async (publicToken) => {
  const { payer } = trade;
  const body = { publicToken, accountId: 'acct_checking_0000', businessId: payer.businessId };
  expect(await trade.refused(payer, 'POST', '/api/bank-accounts/connect-linkprovider', body)).toBe(
    '422 invalid_public_token',
  );
});

test('a public token is valid once, and for the accounts it offers', async () => {
  const { payer } = trade;
  const { linkToken } = await trade.done(
    payer,
    'GET',
    '/api/bank-accounts/linkprovider-link-token',
  );
  const { publicToken, accounts } = await trade.control(
    'POST',
    '/sandbox/linkprovider/public-tokens',
    { linkToken },
  );
  const link = (accountId: string) =>
    trade.ask(payer, 'POST', '/api/bank-accounts/connect-linkprovider', {
      publicToken,
      accountId,
      businessId: payer.businessId,
    });
  expect((await link(accounts[0].accountId)).status).toBe(201);
  expect((await link(accounts[0].accountId)).body.code).toBe('invalid_public_token');
});

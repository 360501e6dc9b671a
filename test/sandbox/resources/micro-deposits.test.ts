import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../payments/trade.ts';

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
const amountsOf = async (id: string): Promise<[number, number]> =>
  (await trade.control('GET', `/sandbox/bank-accounts/${id}/micro-deposits`)).amounts;

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
      microDeposits: { status: 'pending', attemptsRemaining: 3, expectedPostDate: '2026-03-03' },
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

test('wrong amounts cost attempts, and the last one the account; linked anew it can be verified', async () => {
  const { payer } = trade;
  const { id } = await connect();
  expect((await verify(id, 0.01, 0.02)).body).toMatchObject({
    status: 409,
    code: 'micro_deposits_not_posted',
  });

  await trade.advance({ to: '2026-03-03T14:00:00Z' });
  const [one, two] = await amountsOf(id);
  const wrong = one === 0.01 ? 0.02 : 0.01;
  for (const attemptsRemaining of [2, 1, 0]) {
    const { status, body } = await verify(id, wrong, wrong);
    expect([status, body.code, body.attemptsRemaining]).toEqual([
      422,
      'micro_deposits_mismatch',
      attemptsRemaining,
    ]);
  }
  const { body: list } = await trade.ask(payer, 'GET', '/api/bank-accounts');
  expect(list.find((it: { id: string }) => it.id === id).status).toBe('verification_failed');
  expect((await verify(id, one, two)).body.code).toBe('too_many_attempts');

  const payable = await trade.approved(10);
  const order = { payableId: payable, fundingSourceId: id };
  expect(await trade.refused(payer, 'POST', '/api/payments/initiate', order)).toBe(
    '409 funding_source_not_verified',
  );

  expect(await trade.done(payer, 'DELETE', `/api/bank-accounts/${id}`)).toMatchObject({
    id,
    status: 'removed',
  });
  const again = await connect();
  await trade.advance({ businessDays: 1 });
  const [first, second] = await amountsOf(again.id);
  expect(first).not.toBe(second);
  expect((await verify(again.id, second, first)).body.status).toBe('verified');
  expect((await verify(again.id, second, first)).body.code).toBe('already_verified');
});

test('0.09 and 0.09 burn every attempt at once', async () => {
  const { id } = await connect();
  await trade.advance({ businessDays: 1 });
  expect((await verify(id, 0.09, 0.09)).body.attemptsRemaining).toBe(0);
});

test('a default gives way to the next one, and leaves none when it is removed', async () => {
  const { payer } = trade;
  const second = await trade.addBank(payer, payer.businessId, 'Second');
  const defaults = async () =>
    (await trade.done(payer, 'GET', '/api/bank-accounts'))
      .filter((it: { isDefault: boolean }) => it.isDefault)
      .map((it: { id: string }) => it.id);
  expect(await defaults()).toEqual([]);
  await trade.done(payer, 'PATCH', path(payer.bankId, 'set-as-default'));
  await trade.done(payer, 'PATCH', path(second, 'set-as-default'));
  expect(await defaults()).toEqual([second]);
  await trade.done(payer, 'DELETE', `/api/bank-accounts/${second}`);
  expect(await defaults()).toEqual([]);
  const { id } = await connect();
  expect(await trade.refused(payer, 'PATCH', path(id, 'set-as-default'))).toBe(
    '409 funding_source_not_verified',
  );
});

test('an account that a scheduled payment needs cannot be removed until the payment is cancelled', async () => {
  const { payer } = trade;
  const { paymentId } = await trade.initiate(await trade.approved(30), {
    scheduledDate: '2026-03-10',
  });
  const { status, body } = await trade.ask(payer, 'DELETE', `/api/bank-accounts/${payer.bankId}`);
  expect([status, body.code, body.transactions]).toEqual([
    409,
    'funding_source_in_use',
    [paymentId],
  ]);
  await trade.done(payer, 'POST', `/api/payments/${paymentId}/cancel`);
  await trade.done(payer, 'DELETE', `/api/bank-accounts/${payer.bankId}`);
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

test('a public token is good once, and for the accounts it offers', async () => {
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

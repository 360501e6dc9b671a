import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const stranger = { payerName: 'Ada Ames', payerEmail: 'ada@stranger.test' };

/** A bank account chosen at the provider by a payer without an account of the service. */
async function chosen(name = 'Checking') {
  const accounts = [{ name }];
  const offered = await trade.control('POST', '/sandbox/linkprovider/public-tokens', { accounts });
  return { publicToken: offered.publicToken, accountId: offered.accounts[0].accountId };
}

/** A payable of the payee, 120.00, and what its link is called. */
async function linked({ submit = true, amount = 120 } = {}) {
  const { payee, connectionId } = trade;
  const payables = `/api/businesses/${payee.businessId}/payables`;
  const { id } = await trade.done(payee, 'POST', payables, { connectionId, amount, submit });
  const link = await trade.done(payee, 'POST', `${payables}/${id}/payment-link/enable`);
  return { id, ...link, path: `${payables}/${id}/payment-link` };
}

const payPath = (nanoId: string) => `/api/public/invoices/${nanoId}/pay`;

test('the link of a draft shows nothing yet; a final payable has no link', async () => {
  const { id, nanoId, path } = await linked({ submit: false });
  for (const page of ['validate', 'invoice']) {
    const shown = await trade.send('GET', `/api/public/invoices/${nanoId}/${page}`);
    expect(shown.status).toBe(404);
  }
  const refused = await trade.send('POST', payPath(nanoId), {
    body: { ...stranger, ...(await chosen()) },
  });
  expect(refused.status).toBe(404);
  await trade.done(trade.payee, 'POST', `${trade.payablePath(trade.payee, id)}/cancel`);
  expect(await trade.refused(trade.payee, 'POST', `${path}/enable`)).toBe(
    '409 invalid_payable_state',
  );
  expect((await trade.done(trade.payee, 'POST', `${path}/disable`)).status).toBe('disabled');
});

test('a returned payment fails, and the invoice can be paid with the link again', async () => {
  const { id, nanoId } = await linked();
  await trade.send('POST', payPath(nanoId), { body: { ...stranger, ...(await chosen('R01')) } });
  await trade.advance({ businessDays: 4 });
  expect(await trade.payable(id)).toMatchObject({
    status: 'APPROVED',
    lastPaymentFailure: { code: 'R01' },
  });
  const retry = await trade.send('POST', payPath(nanoId), {
    body: { ...stranger, ...(await chosen('HOLD')) },
  });
  expect(retry.body.status).toBe('HELD');
});

test('a signed-in payer pays from an account of the payer only', async () => {
  const { nanoId } = await linked();
  const pay = (who: { token: string; bankId: string }) =>
    trade.send('POST', payPath(nanoId), {
      token: who.token,
      body: { fundingSourceId: who.bankId },
    });
  expect((await pay(trade.payee)).body.code).toBe('funding_source_mismatch');
  expect((await pay({ ...trade.payee, bankId: trade.payer.bankId })).status).toBe(403);
  const paid = await pay(trade.payer);
  expect(paid.body.status).toBe('PENDING');
  expect((await trade.payment(paid.body.paymentId)).payerBusinessId).toBe(trade.payer.businessId);
});

test('the links of a suspended business are not found', async () => {
  const { nanoId } = await linked();
  const { businessId } = trade.payee;
  const configure = `/api/businesses/${businessId}/pay-me-link/configure`;
  const { token } = await trade.done(trade.payee, 'POST', configure, { enabled: true });
  await trade.control('POST', `/sandbox/businesses/${businessId}/suspend`);
  for (const path of [`invoices/${nanoId}/invoice`, `pay-me/${token}/validate`]) {
    const { status, body } = await trade.send('GET', `/api/public/${path}`);
    expect([status, body.code]).toEqual([404, 'link_not_found']);
  }
  const read = await trade.done(trade.payee, 'GET', `/api/businesses/${businessId}/pay-me-link`);
  expect(read).toMatchObject({ enabled: true, eligible: false });
});

test('a pay-me payment creates its own payable, which only its payee can see', async () => {
  const { businessId } = trade.payee;
  const base = `/api/businesses/${businessId}/pay-me-link`;
  const range = { enabled: true, minAmount: 10, maxAmount: 5000 };
  const { token, url } = await trade.done(trade.payee, 'POST', `${base}/configure`, range);
  expect(url).toBe(`${new URL(url).origin}/pay-me/${token}`);
  const pay = async (amount: number) =>
    trade.send('POST', `/api/public/pay-me/${token}/pay`, {
      body: { ...stranger, ...(await chosen()), amount, memo: 'Stay' },
    });
  expect((await pay(9.99)).body.code).toBe('amount_below_minimum');
  expect((await pay(5000.01)).body.code).toBe('amount_above_maximum');
  expect((await pay(10.001)).body.code).toBe('invalid_amount');
  const paid = await pay(5000);
  const listed = await trade.done(trade.payee, 'GET', `/api/businesses/${businessId}/payables`);
  expect(listed.data).toMatchObject([
    { source: 'payMeLink', status: 'APPROVED', amount: 5000, payerName: 'Ada Ames', memo: 'Stay' },
  ]);
  const receipt = `/api/public/pay-me/${token}/receipt/${paid.body.publicId}`;
  expect((await trade.send('GET', receipt)).body.status).toBe('PENDING');
  expect(
    await trade.refused(trade.payee, 'POST', `${base}/configure`, {
      enabled: true,
      minAmount: 6000,
    }),
  ).toBe('422 invalid_range');
  await trade.done(trade.payee, 'POST', `${base}/configure`, { enabled: true, maxAmount: null });
  expect((await pay(9000)).status).toBe(201);
});

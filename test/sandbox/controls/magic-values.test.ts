import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeAll(async () => {
  trade = await openTrade();
});
afterAll(() => trade.close());

/** How each payment ends, when all the time has passed that any of them could need. */
async function ends(payments: readonly { readonly paymentId: string }[]): Promise<string[]> {
  await trade.advance({ businessDays: 10 });
  const found = await Promise.all(payments.map(({ paymentId }) => trade.payment(paymentId)));
  return found.map(({ status, failureCode }) => [status, failureCode].filter(Boolean).join(' '));
}

async function initiated(fundingSourceId: string, amount = 40) {
  return trade.initiate(await trade.approved(amount), { fundingSourceId });
}

/** A bank account by its numbers, verified. */
async function byNumber(accountNumber: string, routingNumber = '110000000', name = 'Main') {
  const { payer, done, control } = trade;
  const bank = await done(payer, 'POST', '/api/bank-accounts/connect-manually', {
    ...{ businessId: payer.businessId, routingNumber, accountNumber, name },
    accountType: 'checking',
  });
  const deposits = `/sandbox/bank-accounts/${bank.id}/micro-deposits`;
  const [amount1, amount2] = (await control('POST', `${deposits}/advance`)).amounts;
  await done(payer, 'POST', `/api/bank-accounts/${bank.id}/verify-micro-deposits`, {
    ...{ amount1, amount2 },
  });
  return String(bank.id);
}

test('the name of a bank account', async () => {
  const { payer, addBank } = trade;
  const wanted = [
    ['R01', 'FAILED R01'],
    ['R16-late', 'RETURNED R16'],
    ['HOLD', 'HELD'],
    ['R99', 'COMPLETED'],
  ] as const;
  const payments = [];
  for (const [name] of wanted) {
    payments.push(await initiated(await addBank(payer, payer.businessId, name)));
  }
  expect(await ends(payments)).toEqual(wanted.map(([, end]) => end));
});

test('the account number wins over the name and the amount', async () => {
  const wanted = [
    ['000123456789', 'R02', 'COMPLETED'],
    ['000333333335', 'HOLD', 'FAILED R29'],
    ['555000111', 'R08', 'FAILED R08'],
    ['555000222', 'Main', 'FAILED R04'],
  ] as const;
  const payments = [];
  for (const [number, name] of wanted) {
    payments.push(await initiated(await byNumber(number, '110000000', name), 55.04));
  }
  expect(await ends(payments)).toEqual(wanted.map(([, , end]) => end));
});

test('a control wins over both', async () => {
  const bank = await byNumber('000222222227', '021000021');
  await trade.control('PATCH', `/sandbox/bank-accounts/${bank}`, { behavior: 'OK' });
  expect(await ends([await initiated(bank, 55.03)])).toEqual(['COMPLETED']);
  const { paymentId } = await initiated(bank);
  await trade.control('POST', `/sandbox/payments/${paymentId}/submit`);
  await trade.control('POST', `/sandbox/payments/${paymentId}/fail`, { code: 'R16' });
  expect(await ends([{ paymentId }])).toEqual(['FAILED R16']);
});

test.each(['110000000', '021000021', '011401533', '222222226'])('routing number %s', async (it) => {
  expect(await byNumber('987654', it)).toMatch(/^fs_/);
});

test('the amount of a payment', async () => {
  const { payer, addBank } = trade;
  const wanted = [
    [55.16, 'FAILED R16'],
    [56.02, 'RETURNED R02'],
    [55.05, 'COMPLETED'],
    [100_000, 'HELD'],
  ] as const;
  const payments = [];
  for (const [amount] of wanted) {
    // Some codes take the account out of use: each payment has one of its own.
    payments.push(await initiated(await addBank(payer, payer.businessId), amount));
  }
  expect(await ends(payments)).toEqual(wanted.map(([, end]) => end));
});

test('the amount of a withdrawal', async () => {
  const { payee, control } = trade;
  await control('POST', '/sandbox/ledger/credits', {
    ...{ businessId: payee.businessId, amount: 500 },
  });
  const bad = (await trade.withdraw(55.03)).body.id;
  await trade.advance({ businessDays: 3 });
  const [withdrawal] = (await control('GET', '/sandbox/withdrawals')).slice(-1);
  expect(withdrawal).toMatchObject({ id: bad, status: 'FAILED', failureCode: 'R03' });
});

test.each([
  ['suspended', 'suspended', []],
  ['Denied', 'suspended', []],
  ['document', 'pending', ['document']],
  ['retry', 'pending', ['retry']],
  ['Review', 'pending', ['review']],
])('the name of a business, or of its controller: %s', async (name, status, requiredActions) => {
  const { payer, done } = trade;
  const byName = await trade.addBusiness(payer, name);
  const address = {
    ...{ street: '1 Main St', city: 'Albany', state: 'NY', zip: '12207', country: 'US' },
  };
  const controller = {
    ...{ firstName: name, lastName: 'Ames', dateOfBirth: '1980-05-17', ssn: '1234', address },
  };
  const { id: byPerson } = await done(payer, 'POST', '/api/businesses', {
    ...{ name: 'Plain LLC', businessType: 'llc', address, controller },
    taxInfo: { ein: '12-3456789' },
  });
  for (const id of [byName, byPerson]) {
    const found = await done(payer, 'GET', `/api/businesses/${id}`);
    expect(found).toMatchObject({ status, verification: { requiredActions } });
  }
});

test('the address of an invitation', async () => {
  const { payer, done, control } = trade;
  const invitations = `/api/businesses/${payer.businessId}/invitations`;
  for (const email of ['bounce@partner.test', 'expired@partner.test']) {
    await done(payer, 'POST', invitations, { email });
  }
  const [mail] = await control('GET', '/sandbox/outbox?to=bounce@partner.test');
  expect(mail.bounced).toBe(true);
  const sent: { email: string; status: string }[] = await done(payer, 'GET', invitations);
  const states = sent.filter(({ email }) => email.endsWith('@partner.test'));
  expect(states.map(({ status }) => status).sort()).toEqual(['expired', 'pending']);
});

test.each(['invalid', 'expired', 'used'])('a public token that is %s', async (what) => {
  const { payer, refused } = trade;
  const body = {
    ...{ publicToken: `public-sandbox-${what}`, accountId: 'acct_checking_0000' },
    businessId: payer.businessId,
  };
  const path = '/api/bank-accounts/connect-linkprovider';
  expect(await refused(payer, 'POST', path, body)).toBe('422 invalid_public_token');
});

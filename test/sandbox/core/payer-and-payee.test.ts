import { afterEach, expect, test } from 'vitest';
import { openSandbox, type SandboxWishes, type TestSandbox } from '../open-sandbox.ts';

let sandbox: TestSandbox;
afterEach(() => sandbox.close());

/** The demo's owner, who has both sides, with the ids of both and a third business. */
async function opened(wishes: SandboxWishes = {}) {
  sandbox = await openSandbox({ seed: 'demo', ...wishes });
  const token = await sandbox.ownerToken();
  const [payer = { id: '' }, payee = { id: '' }] = await sandbox.businesses();
  const third = (await sandbox.send('POST', '/api/businesses/basic', { token, body: bakery })).body;
  const listed = await sandbox.send('GET', `/api/businesses/${payee.id}/payables`, { token });
  const idOf = (status: string): string =>
    listed.body.data.find((it: { status: string }) => it.status === status).id;
  const ask = (method: string, businessId: string, payableId: string, rest = '') =>
    sandbox.send(method, `/api/businesses/${businessId}/payables/${payableId}${rest}`, { token });
  return { token, payer: payer.id, payee: payee.id, third: third.id, idOf, ask };
}

const bakery = {
  ...{ name: 'Corner Bakery', businessType: 'soleProprietorship' },
  address: { street: '2 Side', city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
};

test('the business in the path determines the side if one account has both', async () => {
  const { payer, payee, idOf, ask } = await opened();
  const submitted = idOf('SUBMITTED');
  expect((await ask('POST', payee, submitted, '/approve')).body.code).toBe('not_payer');
  expect((await ask('POST', payer, submitted, '/cancel')).body.code).toBe('not_payee');
  expect((await ask('POST', payer, submitted, '/approve')).status).toBe(200);
});

test('another business and, for a draft, the payer cannot see that it exists', async () => {
  const { payer, payee, third, idOf, ask } = await opened();
  expect((await ask('GET', third, idOf('SUBMITTED'))).status).toBe(404);
  expect((await ask('POST', third, idOf('SUBMITTED'), '/approve')).status).toBe(404);
  expect((await ask('GET', payer, idOf('DRAFT'))).status).toBe(404);
  expect((await ask('GET', payee, idOf('DRAFT'))).status).toBe(200);
});

test('only the sender can cancel or resend an invitation', async () => {
  const { token, payer, payee } = await opened();
  const sent = await sandbox.send('POST', `/api/businesses/${payer}/invitations`, {
    ...{ token, body: { email: 'new@remit.test' } },
  });
  const ask = (businessId: string) =>
    sandbox.send('POST', `/api/businesses/${businessId}/invitations/${sent.body.id}/cancel`, {
      token,
    });
  expect((await ask(payee)).body.code).toBe('business_forbidden');
  expect((await ask(payer)).status).toBe(200);
  expect((await ask(payer)).status).toBe(409);
});

test('state conflicts can be 422 instead; those of the controls stay 409', async () => {
  const { payer, idOf, ask } = await opened({ options: { conflictStatus: 422 } });
  const declined = await ask('POST', payer, idOf('DECLINED'), '/approve');
  expect(declined).toMatchObject({
    status: 422,
    body: { status: 422, code: 'invalid_payable_state' },
  });
  const back = await sandbox.tryControl('PUT', '/sandbox/clock', { now: '2020-01-01T00:00:00Z' });
  expect(back.status).toBe(409);
});

test('an operator verifies, suspends and reinstates a business, and supplies missing data', async () => {
  const { token, third } = await opened();
  const staff = (step: string, body?: unknown) =>
    sandbox.tryControl('POST', `/sandbox/businesses/${third}/${step}`, body);
  expect((await staff('suspend')).status).toBe(409);
  expect((await staff('complete', {})).status).toBe(400);
  expect((await staff('complete', { taxInfo: { ssn: '000-12-3456' } })).status).toBe(422);
  expect((await staff('complete', { taxInfo: { ssn: '123-45-6789' } })).body.id).toBe(third);
  const read = await sandbox.send('GET', `/api/businesses/${third}`, { token });
  expect(read.body.status).toBe('verified');
  expect((await staff('suspend')).body.status).toBe('suspended');
  expect((await staff('reinstate')).body.status).toBe('verified');
  expect((await staff('verify')).status).toBe(409);
  expect((await sandbox.tryControl('POST', '/sandbox/businesses/x/verify')).status).toBe(404);
});

test('reveals the amounts of micro-deposits, posts them early, and sets the behavior', async () => {
  const { token, payer } = await opened();
  const body = {
    ...{ businessId: payer, routingNumber: '110000000', accountNumber: '90817263544' },
    ...{ accountType: 'checking', name: 'Second account' },
  };
  const made = await sandbox.send('POST', '/api/bank-accounts/connect-manually', { token, body });
  const path = `/sandbox/bank-accounts/${made.body.id}`;
  const told = await sandbox.control('GET', `${path}/micro-deposits`);
  expect(told).toMatchObject({
    ...{ fundingSourceId: made.body.id, status: 'pending', attemptsRemaining: 3 },
    expectedPostDate: '2026-03-03',
  });
  const posted = await sandbox.control('POST', `${path}/micro-deposits/advance`);
  expect(posted).toEqual({ ...told, status: 'posted' });
  expect((await sandbox.tryControl('POST', `${path}/micro-deposits/advance`)).status).toBe(409);

  const [amount1, amount2] = told.amounts;
  const verify = `/api/bank-accounts/${made.body.id}/verify-micro-deposits`;
  const wrong = { amount1: 0.5, amount2: 0.6 };
  const refused = await sandbox.send('POST', verify, { token, body: wrong });
  expect(refused).toMatchObject({ status: 422, body: { attemptsRemaining: 2 } });
  expect((await sandbox.control('GET', `${path}/micro-deposits`)).attemptsRemaining).toBe(2);
  const right = await sandbox.send('POST', verify, { token, body: { amount1, amount2 } });
  expect(right.body.status).toBe('verified');
  expect(await sandbox.control('PATCH', path, { behavior: 'R01-late' })).toMatchObject({
    ...{ fundingSourceId: made.body.id, behavior: 'R01-late' },
  });
  expect((await sandbox.tryControl('PATCH', path, { behavior: 'R99' })).status).toBe(422);
});

test('a failed verification attempt is not counted twice for one Idempotency-Key', async () => {
  const { token, payer } = await opened();
  const numbers = { routingNumber: '110000000', accountNumber: '90817263544' };
  const made = await sandbox.send('POST', '/api/bank-accounts/connect-manually', {
    token,
    body: { businessId: payer, ...numbers, accountType: 'checking', name: 'Second account' },
  });
  await sandbox.advance({ businessDays: 1 });
  const verify = (key: string) =>
    sandbox.send('POST', `/api/bank-accounts/${made.body.id}/verify-micro-deposits`, {
      ...{ token, body: { amount1: 0.5, amount2: 0.6 }, headers: { 'idempotency-key': key } },
    });
  expect((await verify('k1')).body.attemptsRemaining).toBe(2);
  expect((await verify('k1')).body.attemptsRemaining).toBe(2);
  expect((await verify('k2')).body.attemptsRemaining).toBe(1);
});

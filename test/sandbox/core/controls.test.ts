import { afterEach, expect, test } from 'vitest';
import { openSandbox, type SandboxWishes, type TestSandbox } from '../open-sandbox.ts';

let sandbox: TestSandbox;
afterEach(() => sandbox.close());

async function opened(wishes: SandboxWishes = {}) {
  sandbox = await openSandbox(wishes);
  return sandbox.ownerToken();
}

test('the seed basic: payer first, default accounts, a connection, payables in several states', async () => {
  const token = await opened({ seed: 'basic' });
  const get = async (path: string) => (await sandbox.send('GET', path, { token })).body;

  const businesses = await get('/api/businesses');
  expect(businesses).toMatchObject([
    { name: 'Acme Hotels LLC', type: 'full', status: 'verified' },
    { name: 'Coastal Linen Inc', type: 'full', status: 'verified' },
  ]);
  const [acme, coastal] = businesses;
  expect(await sandbox.businesses()).toMatchObject([{ id: acme.id }, { id: coastal.id }]);
  expect(await get('/api/bank-accounts')).toMatchObject([
    { businessId: acme.id, status: 'verified', isDefault: true },
    { businessId: coastal.id, status: 'verified', isDefault: true },
  ]);
  expect(await get('/api/connections')).toMatchObject([{ status: 'active' }]);
  const { data, total } = await get(`/api/businesses/${coastal.id}/payables`);
  expect(total).toBe(5);
  expect(new Set(data.map((it: { status: string }) => it.status))).toEqual(
    new Set(['DRAFT', 'SUBMITTED', 'APPROVED', 'DECLINED']),
  );
  expect((await get(`/api/businesses/${acme.id}/payables`)).total).toBe(4);
  expect(await sandbox.control('GET', '/sandbox/ledger/check')).toMatchObject({ ok: true });
});

test('the empty sandbox has only an owner', async () => {
  const token = await opened({ seed: 'empty' });
  const profile = await sandbox.send('GET', '/api/user/profile', { token });
  expect(profile.body).toMatchObject({ email: 'demo@remit.test', businesses: [] });
  expect(await sandbox.control('GET', '/sandbox/events')).toEqual([]);
});

test("a reset keeps the owner's token, and returns to the first time or goes to another", async () => {
  const token = await opened({ seed: 'demo' });
  const other = await sandbox.newAccount('Other');
  const before = await sandbox.businesses();
  const { now } = await sandbox.control('GET', '/sandbox/clock');
  await sandbox.advance({ businessDays: 2 });

  const reset = await sandbox.control('POST', '/sandbox/reset');
  expect(reset).toMatchObject({ seed: 'demo', now });
  expect(reset.businesses.map((it: { name: string }) => it.name)).toEqual(
    before.map((it) => it.name),
  );
  expect(reset.businesses[0].id).not.toBe(before[0]?.id);
  expect((await sandbox.send('GET', '/api/user/profile', { token })).status).toBe(200);
  const gone = await sandbox.send('GET', '/api/user/profile', { token: other.token });
  expect(gone.status).toBe(401);

  const later = '2026-07-01T13:00:00Z';
  expect(
    await sandbox.control('POST', '/sandbox/reset', { seed: 'empty', now: later }),
  ).toMatchObject({ businesses: [], now: new Date(later).toISOString() });
  expect(await sandbox.control('GET', '/sandbox/clock')).toMatchObject({
    ...{ now: new Date(later).toISOString(), mode: 'frozen' },
  });
  expect(
    (await sandbox.control('POST', '/sandbox/seed', { name: 'demo' })).businesses,
  ).toHaveLength(2);
  const twice = await sandbox.tryControl('POST', '/sandbox/seed', { name: 'demo' });
  expect(twice).toMatchObject({ status: 409, body: { code: 'already_seeded' } });
});

test('events can be read from a cursor, and by type', async () => {
  await opened({ seed: 'basic' });
  const all = await sandbox.control('GET', '/sandbox/events');
  expect(Object.keys(all[0])).toEqual(['id', 'type', 'at', 'resource', 'businessId', 'data']);
  expect(await sandbox.control('GET', `/sandbox/events?after=${all[2].id}`)).toEqual(all.slice(3));
  const created = await sandbox.control('GET', '/sandbox/events?type=payable.created');
  expect(created).toHaveLength(5);
  const types = 'payable.created,payable.declined';
  expect(await sandbox.control('GET', `/sandbox/events?type=${types}`)).toHaveLength(6);
  expect(await sandbox.control('GET', '/sandbox/events?last=2')).toEqual(all.slice(-2));
  expect(await sandbox.control('GET', `/sandbox/events/${all[1].id}`)).toEqual(all[1]);
  expect((await sandbox.tryControl('GET', '/sandbox/events/evt_none')).status).toBe(404);
});

test('the outbox contains every email, by recipient and kind, until it is cleared', async () => {
  await opened({ seed: 'demo' });
  const all = await sandbox.control('GET', '/sandbox/outbox');
  const [invitation] = await sandbox.control('GET', '/sandbox/outbox?kind=invitation');
  expect(invitation).toMatchObject({ to: 'ap@coastal-linen.test', bounced: false });
  expect(invitation.token).toEqual(expect.any(String));
  const to = await sandbox.control('GET', `/sandbox/outbox?to=${invitation.to}`);
  expect(to).toContainEqual(invitation);
  expect(await sandbox.control('DELETE', '/sandbox/outbox')).toEqual({ deleted: all.length });
  expect(await sandbox.control('GET', '/sandbox/outbox')).toEqual([]);
});

test('creates users of any role, and tokens of any role and lifetime', async () => {
  await opened();
  const body = { email: 'Vera@remit.test', password: 'long enough', role: 'viewer' };
  const vera = await sandbox.control('POST', '/sandbox/users', body);
  expect(vera).toMatchObject({ email: 'Vera@remit.test', role: 'viewer' });
  const twice = await sandbox.tryControl('POST', '/sandbox/users', body);
  expect(twice).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  const signedIn = await sandbox.send('POST', '/api/auth/sign-in', {
    body: { email: 'vera@remit.test', password: 'long enough' },
  });
  const profile = await sandbox.send('GET', '/api/user/profile', {
    token: signedIn.body.accessToken,
  });
  expect(profile.body.role.id).toBe('viewer');

  const short = await sandbox.control('POST', '/sandbox/tokens', { userId: vera.id, ttl: 5 });
  expect(short).toMatchObject({
    ...{ role: 'viewer', userId: vera.id, accountId: vera.accountId },
    expiresAt: '2026-03-02T15:00:05.000Z',
  });
  sandbox.passWallTime(5000);
  const late = await sandbox.send('GET', '/api/user/profile', { token: short.token });
  expect(late.body.code).toBe('token_expired');
});

test('every account starts with four tags and can add more', async () => {
  await opened();
  const acme = await sandbox.newAccount('Acme');
  const list = () => sandbox.control('GET', `/sandbox/tags?accountId=${acme.accountId}`);
  expect((await list()).map((it: { id: string }) => it.id)).toEqual([
    ...['tag_1099', 'tag_customer', 'tag_priority', 'tag_vendor'],
  ]);
  const made = await sandbox.control('POST', '/sandbox/tags', {
    ...{ name: 'Hotels', accountId: acme.accountId },
  });
  expect(await list()).toContainEqual(made);
});

test('a public token offers the requested accounts', async () => {
  await opened();
  const made = await sandbox.control('POST', '/sandbox/linkprovider/public-tokens', {
    accounts: [{ name: 'Payroll', type: 'savings', mask: '4321' }, {}],
  });
  expect(made).toEqual({
    publicToken: expect.stringMatching(/^public-/),
    accounts: [
      { accountId: expect.any(String), name: 'Payroll', type: 'savings', mask: '4321' },
      {
        ...{ accountId: expect.any(String), name: 'Checking', type: 'checking' },
        mask: expect.stringMatching(/^\d{4}$/),
      },
    ],
  });
});

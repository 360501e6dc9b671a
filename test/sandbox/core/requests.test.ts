import { afterEach, expect, test } from 'vitest';
import { openSandbox, type SandboxWishes, type TestSandbox } from '../open-sandbox.ts';

let sandbox: TestSandbox;
afterEach(() => sandbox.close());

async function opened(wishes: SandboxWishes = {}) {
  sandbox = await openSandbox(wishes);
  return sandbox.ownerToken();
}

const business = {
  name: 'Acme Hotels LLC',
  businessType: 'llc',
  address: { street: '1 Main', city: 'New York', state: 'NY', zip: '10001', country: 'US' },
  taxInfo: { ein: '12-3456789' },
};

test('missing and mistyped fields of a body are named', async () => {
  const token = await opened();
  const post = (body: unknown) => sandbox.send('POST', '/api/businesses', { token, body });

  const { zip: _, ...address } = business.address;
  const missing = await post({ ...business, name: 7, address });
  expect(missing).toMatchObject({ status: 400, body: { code: 'missing_field' } });
  expect(missing.body.errors).toEqual([
    { field: 'name', pointer: '#/name', code: 'invalid_type', message: 'name must be a string.' },
    {
      ...{ field: 'address.zip', pointer: '#/address/zip', code: 'missing_field' },
      message: 'address.zip is required.',
    },
  ]);
  expect((await post([])).body.code).toBe('invalid_type');
  expect((await post('{"name":')).body.code).toBe('invalid_json');
  expect((await post(undefined)).body.code).toBe('missing_field');
  expect((await post({ ...business, businessType: 'club' })).body.message).toMatch(/one of/);
  expect((await post(business)).status).toBe(201);
});

test('a body above one megabyte is 413, after the token check', async () => {
  const token = await opened();
  const body = JSON.stringify({ ...business, name: 'x'.repeat(1_048_576) });
  expect((await sandbox.send('POST', '/api/businesses', { body })).status).toBe(401);
  const large = await sandbox.send('POST', '/api/businesses', { token, body });
  expect(large).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
});

test('every response has its own request id and the date of the domain clock', async () => {
  const token = await opened({ now: '2026-03-02T15:00:00Z' });
  const one = await sandbox.send('GET', '/api/businesses', { token });
  const two = await sandbox.send('GET', '/api/nowhere', { token });
  expect(one.headers.get('date')).toBe('Mon, 02 Mar 2026 15:00:00 GMT');
  expect(one.headers.get('x-request-id')).toMatch(/^req_[a-z2-7]{16}$/);
  expect(two.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'));
  await sandbox.advance({ by: 'P1D' });
  const later = await sandbox.send('GET', '/api/businesses', { token });
  expect(later.headers.get('date')).toBe('Tue, 03 Mar 2026 15:00:00 GMT');
});

test('the same Idempotency-Key and body get the same response, for the life of the data', async () => {
  const token = await opened();
  const post = (key: string, body: unknown = business) =>
    sandbox.send('POST', '/api/businesses', { token, body, headers: { 'idempotency-key': key } });

  const first = await post('k1');
  const replay = await post('k1');
  expect(replay).toMatchObject({ status: 201, body: first.body });
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect((await post('k2')).body.id).not.toBe(first.body.id);

  const reused = await post('k1', { ...business, name: 'Other' });
  expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reuse' } });

  await sandbox.advance({ by: 'P40D' });
  expect((await post('k1')).body.id).toBe(first.body.id);
});

test('with idempotency 24h a key is forgotten after a day of its clock', async () => {
  const token = await opened({ options: { idempotency: '24h' } });
  const post = async () => {
    const headers = { 'idempotency-key': 'k' };
    return (await sandbox.send('POST', '/api/businesses', { token, body: business, headers })).body
      .id;
  };
  const first = await post();
  await sandbox.advance({ by: 'PT23H59M' });
  expect(await post()).toBe(first);
  await sandbox.advance({ by: 'PT1M' });
  expect(await post()).not.toBe(first);
});

test.for([
  ['on', true],
  ['per-user', false],
] as const)('with idempotency %s another user of the account shares a key: %s', async (it) => {
  const [idempotency, isShared] = it;
  const owner = await opened({ options: { idempotency } });
  const body = { email: 'vera@remit.test', password: 'long enough', role: 'admin' };
  const vera = await sandbox.control('POST', '/sandbox/users', body);
  const { token } = await sandbox.control('POST', '/sandbox/tokens', { userId: vera.id, ttl: 500 });
  const ids: string[] = [];
  for (const bearer of [owner, token]) {
    const headers = { 'idempotency-key': 'k' };
    const sent = { token: bearer, body: business, headers };
    ids.push((await sandbox.send('POST', '/api/businesses', sent)).body.id);
  }
  expect(ids[0] === ids[1]).toBe(isShared);
});

test('two concurrent requests with one key create one business', async () => {
  const token = await opened();
  const post = () =>
    sandbox.send('POST', '/api/businesses', {
      ...{ token, body: business, headers: { 'idempotency-key': 'k' } },
    });
  const answers = await Promise.all([post(), post(), post()]);
  const statuses = answers.map((it) => it.status).sort();
  expect(statuses[0]).toBe(201);
  expect(statuses.slice(1).every((it) => it === 409 || it === 201)).toBe(true);
  expect((await sandbox.send('GET', '/api/businesses', { token })).body).toHaveLength(1);
});

test('a refused request does not consume its key', async () => {
  const token = await opened();
  const post = (body: unknown) =>
    sandbox.send('POST', '/api/businesses', { token, body, headers: { 'idempotency-key': 'k' } });
  expect((await post({ ...business, name: undefined })).status).toBe(400);
  expect((await post(business)).status).toBe(201);
});

test('with idempotency off the header is ignored', async () => {
  const token = await opened({ options: { idempotency: 'off' } });
  const post = () =>
    sandbox.send('POST', '/api/businesses', {
      ...{ token, body: business, headers: { 'idempotency-key': 'k' } },
    });
  expect((await post()).body.id).not.toBe((await post()).body.id);
});

test('the rate limit applies to each token separately', async () => {
  const token = await opened({ perMinute: 3 });
  const other = await sandbox.ownerToken();
  const ask = (as: string) => sandbox.send('GET', '/api/businesses', { token: as });
  for (let i = 0; i < 3; i++) expect((await ask(token)).status).toBe(200);
  const limited = await ask(token);
  expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(limited.headers.get('retry-after')).toBe('60');
  expect((await ask(other)).status).toBe(200);
  sandbox.passWallTime(60_000);
  expect((await ask(token)).status).toBe(200);
});

test('lists without pagination can be requested in pages', async () => {
  const token = await opened({ seed: 'demo' });
  const all = (await sandbox.send('GET', '/api/businesses', { token })).body;
  const list = (query: string) => sandbox.send('GET', `/api/businesses?${query}`, { token });
  expect(all).toHaveLength(2);
  expect((await list('limit=1')).body).toEqual([all[0]]);
  expect((await list('limit=1&offset=1')).body).toEqual([all[1]]);
  expect((await list('limit=-1')).body.code).toBe('invalid_pagination');
});

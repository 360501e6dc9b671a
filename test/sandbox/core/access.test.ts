import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandbox, type TestSandbox } from '../open-sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

test('a missing, malformed, expired or revoked token is 401, each with its own code', async () => {
  const profile = (token?: string) => sandbox.send('GET', '/api/user/profile', { token });
  const { token } = await sandbox.newAccount('Acme');
  expect((await profile(token)).status).toBe(200);

  const missing = await profile();
  expect(missing).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="remit"');

  const garbage = await profile('sbx_garbage');
  expect(garbage).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  expect(garbage.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');

  await sandbox.control('POST', `/sandbox/tokens/${token}/expire`);
  expect((await profile(token)).body.code).toBe('token_expired');

  const other = await sandbox.newAccount('Other');
  const out = await sandbox.send('POST', '/api/auth/sign-out', { token: other.token });
  expect(out.status).toBe(200);
  expect((await profile(other.token)).body.code).toBe('invalid_token');
});

test('a token expires by the wall clock, not by the domain clock', async () => {
  const { token } = await sandbox.newAccount('Acme');
  await sandbox.advance({ businessDays: 3 });
  expect((await sandbox.send('GET', '/api/user/profile', { token })).status).toBe(200);
  sandbox.passWallTime(3_600_000);
  const late = await sandbox.send('GET', '/api/user/profile', { token });
  expect(late).toMatchObject({ status: 401, body: { code: 'token_expired' } });
});

test('the profile has user, account, role and permissions', async () => {
  const viewer = await sandbox.token('viewer');
  const { body } = await sandbox.send('GET', '/api/user/profile', { token: viewer });
  expect(body).toMatchObject({
    email: 'demo@remit.test',
    role: { id: 'viewer', name: 'Viewer' },
    permissions: ['account:read', 'exports:create'],
    businesses: [],
  });
});

test('an error is problem+json with every standard member', async () => {
  const { token } = await sandbox.newAccount('Acme');
  const { status, headers, body } = await sandbox.send('GET', '/api/businesses/biz_none', {
    token,
  });
  expect(status).toBe(404);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(body).toEqual({
    type: 'urn:problem:not_found',
    title: 'Not found',
    status: 404,
    detail: 'No business biz_none found.',
    instance: '/api/businesses/biz_none',
    code: 'not_found',
    error: 'not_found',
    message: 'No business biz_none found.',
    resource: 'business',
    requestId: headers.get('x-request-id'),
  });
});

test('an unknown path is 404 only with a token; no CORS header is sent', async () => {
  const { token } = await sandbox.newAccount('Acme');
  expect((await sandbox.send('GET', '/api/nowhere')).status).toBe(401);
  expect((await sandbox.send('GET', '/sandbox/nowhere')).status).toBe(401);
  const nowhere = await sandbox.send('GET', '/api/nowhere', { token });
  expect(nowhere.status).toBe(404);
  expect([...nowhere.headers.keys()].filter((it) => it.startsWith('access-control'))).toEqual([]);
  expect((await sandbox.send('DELETE', '/api/businesses', { token })).status).toBe(404);
});

test('another host name is rejected', async () => {
  const { token } = await sandbox.newAccount('Acme');
  const asked = (host: string) => sandbox.send('GET', '/api/user/profile', { token, host });
  expect((await asked('evil.example')).status).toBe(421);
  expect((await asked('127.0.0.1:4010')).status).toBe(200);
});

test('the controls accept only the control token', async () => {
  const { token } = await sandbox.newAccount('Acme');
  expect((await sandbox.send('GET', '/sandbox/clock', { token })).status).toBe(401);
  expect((await sandbox.send('GET', '/sandbox/clock')).status).toBe(401);
  expect((await sandbox.tryControl('GET', '/sandbox/clock')).status).toBe(200);
});

test("another account's business is 403, an unknown one 404, both before the role check", async () => {
  const owner = await sandbox.ownerToken();
  const made = await sandbox.send('POST', '/api/businesses', { token: owner, body: fullBusiness });
  const path = `/api/businesses/${made.body.id}`;
  const { token } = await sandbox.newAccount('Other');
  const alias = { body: { alias: 'x' } };
  expect((await sandbox.send('GET', path, { token })).body.code).toBe('business_forbidden');
  expect((await sandbox.send('GET', '/api/businesses/biz_x', { token })).status).toBe(404);

  const viewer = await sandbox.token('viewer');
  const refused = await sandbox.send('PATCH', `${path}/alias`, { token: viewer, ...alias });
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'insufficient_permission', required: 'businesses:manage' },
  });
  const unknown = await sandbox.send('PATCH', '/api/businesses/biz_x/alias', {
    ...{ token: viewer, ...alias },
  });
  expect(unknown.status).toBe(404);
  expect((await sandbox.send('GET', path, { token: viewer })).status).toBe(200);
});

test('the role is checked before the body, the body before the state', async () => {
  const viewer = await sandbox.token('viewer');
  const asked = (token: string) =>
    sandbox.send('POST', '/api/businesses', { token, body: '{ not json' });
  expect((await asked(viewer)).body.code).toBe('insufficient_permission');
  expect((await asked(await sandbox.ownerToken())).body.code).toBe('invalid_json');
});

const fullBusiness = {
  name: 'Acme Hotels LLC',
  businessType: 'llc',
  address: { street: '1 Main', city: 'New York', state: 'NY', zip: '10001', country: 'US' },
  taxInfo: { ein: '12-3456789' },
};

import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandbox, type Person, type TestSandbox } from '../open-sandbox.ts';

let sandbox: TestSandbox;
let acme: Person;
beforeEach(async () => {
  sandbox = await openSandbox();
  acme = await sandbox.newAccount('Acme');
});
afterEach(() => sandbox.close());

const signIn = (password: string) =>
  sandbox.send('POST', '/api/auth/sign-in', { body: { email: acme.email, password } });

test('email and password return an access token and a refresh token', async () => {
  const { status, body } = await signIn('correct horse');
  expect(status).toBe(200);
  expect(body).toMatchObject({ tokenType: 'Bearer', expiresIn: 3600, user: { id: acme.userId } });
  expect(body.accessToken).toMatch(/^sbx_[\w-]{43}$/);
  const profile = await sandbox.send('GET', '/api/user/profile', { token: body.accessToken });
  expect(profile.body).toMatchObject({ email: acme.email, accountId: acme.accountId });

  const refreshToken = body.refreshToken;
  const renewed = await sandbox.send('POST', '/api/auth/refresh', { body: { refreshToken } });
  expect(renewed.body.accessToken).not.toBe(body.accessToken);
  const again = await sandbox.send('POST', '/api/auth/refresh', { body: { refreshToken } });
  expect(again.body.code).toBe('invalid_token');
  const misused = await sandbox.send('GET', '/api/user/profile', { token: refreshToken });
  expect(misused.status).toBe(401);
});

test('five wrong passwords lock the email for 15 minutes', async () => {
  for (let i = 0; i < 5; i++) {
    expect((await signIn('wrong')).body.code).toBe('invalid_credentials');
  }
  const locked = await signIn('correct horse');
  expect(locked).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(locked.headers.get('retry-after')).toBe('900');
  sandbox.passWallTime(900_000);
  expect((await signIn('correct horse')).status).toBe(200);
});

test('an unknown email gets the same response as a wrong password', async () => {
  const unknown = await sandbox.send('POST', '/api/auth/sign-in', {
    body: { email: 'nobody@remit.test', password: 'correct horse' },
  });
  const wrong = await signIn('wrong');
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.body.message).toBe(wrong.body.message);
});

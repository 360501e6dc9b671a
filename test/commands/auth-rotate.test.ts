import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const storedToken = async () => (await service.json<{ token: string }>('auth token')).token;
const newToken = async () => (await service.json<{ token: string }>('sandbox token')).token;

test('a new token is stored, and what became of the old one is said', async () => {
  const old = await storedToken();
  const token = await newToken();
  const { code, out, err } = await service.remit('auth rotate --with-token', { stdin: token });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Stored a new token for');
  expect(out).toContain('The service still accepts the old one');
  expect(out).toContain('the API has no operation that ends it');
  expect(out.includes(old) || out.includes(token)).toBe(false);
  expect(await storedToken()).toBe(token);
});

test('the old token, a token that is refused and one that is not stored leave the profile as it is', async () => {
  const old = await storedToken();
  for (const [stdin, env] of [
    [old, {}],
    ['not-a-token-of-the-service', {}],
    [await newToken(), { REMIT_TOKEN: old }],
  ] as const) {
    const { code } = await service.remit('auth rotate --with-token', { stdin, env });
    expect(code).not.toBe(0);
    expect(await storedToken()).toBe(old);
  }
});

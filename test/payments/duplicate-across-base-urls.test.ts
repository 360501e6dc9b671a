import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

/** Pays a connection at an address of the service; the exit code. */
async function pay(connection: string, baseUrl: string, more = ''): Promise<number> {
  const { code } = await service.remit(`pay quick ${connection} --amount 12 --yes ${more}`, {
    env: { REMIT_BASE_URL: baseUrl, REMIT_TOKEN: service.token },
  });
  return code;
}

test('a payment is not repeated because its service has another base URL, or is called a test', async () => {
  const [first] = await service.json<{ id: string }[]>('connection list');
  const connection = first?.id ?? '';
  const named = service.baseUrl.replace('127.0.0.1', 'LOCALHOST');
  expect(await pay(connection, service.baseUrl)).toBe(0);
  expect(await pay(connection, named)).toBe(14);
  await service.remit('profile set environment test -P test');
  expect(await pay(connection, service.baseUrl)).toBe(14);
  expect(await pay(connection, named)).toBe(14);
  expect(await service.json('journal list')).toMatchObject([{ environment: 'live' }]);
});

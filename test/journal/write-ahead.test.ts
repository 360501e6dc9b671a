import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { reply } from '../helpers/stub-server.ts';
import { moneyService } from '../payments/stub-payment-service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

test('a request that cannot be recorded is not sent', async () => {
  await mkdir(join(service.home, 'state'), { recursive: true });
  await writeFile(
    join(service.home, 'state', 'journal.db'),
    'this is no database, and long enough to be looked at',
  );
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const { code, err } = await service.remit(`pay quick ${connection?.id} --amount 5 --yes`);
  expect(code).toBe(3);
  expect(err).toContain('journal.db');
  expect(await service.control('GET', '/sandbox/events?type=payment.created')).toEqual([]);
});

test('the journal records a request as being sent before the service receives it', async () => {
  const seen: string[] = [];
  const money = await moneyService();
  const env = {
    REMIT_HOME: service.home,
    REMIT_BASE_URL: money.baseUrl,
    REMIT_TOKEN: 'token-of-the-test',
    REMIT_BUSINESS: 'biz_1',
  };
  money.answers(async (_, response) => {
    const [intent] = JSON.parse((await remit('journal list --json', { env })).out);
    seen.push(intent?.outcome);
    reply(response, 201, { paymentId: 'pmt_1' });
  });
  try {
    const { code } = await remit('pay quick conn_1 --amount 5 --yes', { env });
    expect([code, seen]).toEqual([0, ['sending']]);
  } finally {
    await money.close();
  }
});

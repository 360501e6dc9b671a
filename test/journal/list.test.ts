import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, newYorkDate } from '../../src/api/ach/calendar.ts';
import { startChangingProxy } from '../helpers/changing-proxy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let first: string;
let second: string;
beforeAll(async () => {
  service = await startService();
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const payables = await service.json<{ id: string }[]>(
    'payable list --search CL-100 --status APPROVED,SUBMITTED --sort invoice',
  );
  [first = '', second = ''] = payables.map(({ id }) => id);
  await service.json(`payable approve ${second} --yes`);
  await service.json(`pay initiate ${first} --yes`);
  await service.file('rows.csv', `payableId\n${second}\n`);
  await service.json('pay bulk --file rows.csv --yes');
  await service.json(`pay quick ${connection?.id} --amount 5 --yes`);
  await service.remit('auth login --with-token -P other', {
    stdin: service.token,
    env: { REMIT_BASE_URL: service.baseUrl },
  });
  await service.remit(`pay quick ${connection?.id} --amount 6 --yes -P other -b ${service.payer}`);
});
afterAll(() => service.close());

const operations = async (flags: string) =>
  (await service.json<{ operation: string }[]>(`journal list ${flags}`)).map((it) => it.operation);

test('a limit takes the newest', async () => {
  expect(await operations('')).toEqual([
    'pay.quickPay',
    'pay.quickPay',
    'pay.bulkInitiate',
    'pay.initiate',
  ]);
  expect(await operations('--limit 3')).toEqual([
    'pay.quickPay',
    'pay.quickPay',
    'pay.bulkInitiate',
  ]);
});

test('a payable is found in what paid it alone and in a batch', async () => {
  expect(await operations(`--payable ${first}`)).toEqual(['pay.initiate']);
  expect(await operations(`--payable ${second}`)).toEqual(['pay.bulkInitiate']);
  const none = await service.remit('journal list --payable pay_other');
  expect(none).toMatchObject({ code: 0, out: '', err: 'No matching journal entries.\n' });
});

test('a profile that is given lists what was sent with it', async () => {
  const all = await service.json<{ profile: string }[]>('journal list');
  expect(all.map(({ profile }) => profile)).toEqual(['other', 'test', 'test', 'test']);
  expect((await operations('-P other')).length).toBe(1);
  expect((await operations('-P test --unresolved')).length).toBe(0);
});

test('since is a day by the clock of the journal', async () => {
  const today = newYorkDate(new Date());
  expect((await operations('--since today')).length).toBe(4);
  expect((await operations(`--since ${today.slice(0, 7)}`)).length).toBe(4);
  expect((await operations(`--since ${addDays(today, 1)}`)).length).toBe(0);
  expect((await operations('--since=+1d --payable pay_1 --limit 5')).length).toBe(0);
});

test('the journal is listed without a service', async () => {
  const env = { REMIT_BASE_URL: 'http://127.0.0.1:1' };
  for (const flags of ['--limit 1', `--payable ${first}`]) {
    const { code, out } = await service.remit(`journal list ${flags} --json`, { env });
    expect([code, JSON.parse(out).length]).toEqual([0, 1]);
  }
});

test('the number of an invoice means all payables that have it', async () => {
  expect(await operations('--payable CL-1001')).toEqual(['pay.initiate']);
  const proxy = await startChangingProxy(service.baseUrl);
  const sameNumber = (json: unknown): unknown =>
    JSON.parse(JSON.stringify(json), (name, value) => (name === 'invoiceNumber' ? 'A-1' : value));
  proxy.change = () => ({ answer: sameNumber });
  const { out } = await service.remit('journal list --payable A-1 --columns operation --csv', {
    env: { REMIT_BASE_URL: proxy.baseUrl, REMIT_TOKEN: service.token },
  });
  await proxy.close();
  expect(out.trim().split('\n').slice(1)).toEqual(['pay.bulkInitiate', 'pay.initiate']);
  expect(await service.remit('journal list --payable CL-9999')).toMatchObject({
    ...{ code: 6, err: expect.stringContaining("No payable has the invoice number 'CL-9999'") },
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Payable } from '../../src/api/operations/payable.ts';
import { asRecord } from '../../src/is-record.ts';
import { type ChangingProxy, startChangingProxy } from '../helpers/changing-proxy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let proxy: ChangingProxy;
let connection: string;
beforeEach(async () => {
  service = await startService();
  proxy = await startChangingProxy(service.baseUrl);
  const [found] = await service.json<{ id: string }[]>('connection list');
  connection = found?.id ?? '';
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});
const run = (line: string) =>
  service.remit(line, {
    env: {
      REMIT_BASE_URL: proxy.baseUrl,
      REMIT_TOKEN: service.token,
      REMIT_BUSINESS: service.payer,
    },
  });
/** Runs a line from another machine: its journal is another one. */
const elsewhere = async (line: string) => {
  const env = {
    ...{ REMIT_HOME: `${service.home}-2`, REMIT_BASE_URL: service.baseUrl },
    REMIT_TOKEN: service.token,
  };
  const { code, err } = await service.remit(line, { env });
  expect([code, err]).toEqual([0, '']);
};
const lost = (lose: 'request' | 'answer') => {
  proxy.change = ({ method }) => (method === 'GET' ? undefined : { lose });
};
const reconciled = async () => {
  proxy.change = () => undefined;
  const { code, out } = await run('journal reconcile --quiet-period 0 --json');
  return { code, rows: JSON.parse(out) };
};

test("the partner's invoice with our number is not taken for ours, which was never made", async () => {
  lost('request');
  const create = `payable create --connection ${connection} --amount 900 --invoice-number INV-1`;
  expect((await run(create)).code).toBe(10);
  await elsewhere(
    `payable create -b ${service.payee} --connection ${connection} --amount 1 --invoice-number INV-1 --submit`,
  );
  const { code, rows } = await reconciled();
  expect([code, rows[0].verdict, rows[0].payableId]).toEqual([10, null, null]);
  expect(rows[0].reason).toContain('was not sent by this business, is of $1.00, not $900.00');
});

test('an invoice that an earlier request created is not taken for the one after it', async () => {
  const create = (memo: string) =>
    `payable create --connection ${connection} --amount 900 --invoice-number INV-1 --memo ${memo}`;
  const { id } = await service.json<Payable>(create('January'));
  await service.json('sandbox clock advance P1D');
  lost('request');
  expect((await run(create('February'))).code).toBe(10);
  const { rows } = await reconciled();
  expect([rows[0].verdict, rows[0].reason]).toEqual([
    null,
    `Its invoice number alone proves nothing: ${id} is not known to be created after the request, has another memo, was created by another request.`,
  ]);
});

test('the cancellation of an earlier payment does not count for the one after it', async () => {
  const id = (await service.json<Payable[]>('payable list --status APPROVED'))[0]?.id;
  const pay = async () =>
    (await service.json<{ paymentId: string }>(`pay initiate ${id} --on 2026-03-10 --yes`))
      .paymentId;
  await service.json(`pay cancel ${await pay()} --yes`);
  const second = await pay();
  lost('request');
  expect((await run(`pay cancel ${second} --payable ${id} --yes`)).code).toBe(10);
  const { rows } = await reconciled();
  expect(rows).toMatchObject([{ paymentId: second, verdict: 'not-applied' }]);
});

test('a batch of which a payable cannot be read any more stays unresolved', async () => {
  const ids = (await service.json<Payable[]>('payable list --status APPROVED')).map(({ id }) => id);
  const [submitted] = await service.json<Payable[]>(
    'payable list --direction received --status SUBMITTED',
  );
  await service.json(`payable approve ${submitted?.id} --yes`);
  const file = await service.file(
    'batch.csv',
    `payableId\n${[ids[0], submitted?.id].join('\n')}\n`,
  );
  lost('answer');
  expect((await run(`pay bulk --file ${file} --yes`)).code).toBe(10);
  proxy.change = () => undefined;
  await service.json(`sandbox fault add --operation payable.get --http-status 404 --times 100`);
  const { out } = await run('journal reconcile --quiet-period 0 --json');
  expect(JSON.parse(out)[0].verdict).toBe(null);
  expect(asRecord(JSON.parse(out)[0])['reason']).toContain('Could not be read');
});

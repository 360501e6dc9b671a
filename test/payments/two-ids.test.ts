import { afterEach, beforeEach, expect, test } from 'vitest';
import { asRecord } from '../../src/is-record.ts';
import { type ChangingProxy, startChangingProxy } from '../helpers/changing-proxy.ts';
import { approved } from '../helpers/invoices.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let proxy: ChangingProxy;
let connection: string;
let bankOfPayee: string;
beforeEach(async () => {
  service = await startService();
  proxy = await startChangingProxy(service.baseUrl);
  const [found] = await service.json<{ id: string }[]>('connection list');
  connection = found?.id ?? '';
  const [bank] = await service.json<{ id: string }[]>(`bank list -b ${service.payee}`);
  bankOfPayee = bank?.id ?? '';
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

const run = (line: string, stdin?: string) =>
  service.remit(line, {
    env: {
      REMIT_BASE_URL: proxy.baseUrl,
      REMIT_TOKEN: service.token,
      REMIT_BUSINESS: service.payer,
    },
    ...(stdin !== undefined && { stdin, tty: { stdin: true, stderr: true } }),
  });

/** Runs a line in a terminal, where a person would say yes: it ends before the question, and nothing is sent. */
async function refused(line: string, said: string) {
  const { code, out, err } = await run(line, 'y\n');
  expect([code, out, proxy.writes]).toEqual([14, '', []]);
  expect(err.replaceAll(/\s+/g, ' ')).toContain(said);
  expect(err).not.toContain('?');
}

/** Approves a payable of the payer and schedules its payment; both ids. */
async function scheduled(number: string) {
  const id = await approved(service, { amount: 40, invoiceNumber: number });
  const { paymentId } = await service.json<{ paymentId: string }>(
    `pay initiate ${id} --on 2026-03-10 --yes`,
  );
  return { id, paymentId };
}

test('a payment is not cancelled under the name of another payable', async () => {
  const [one, two] = [await scheduled('T-1'), await scheduled('T-2')];
  await refused(
    `pay cancel ${one.paymentId} --payable ${two.id}`,
    `Payment ${one.paymentId} pays ${one.id}, not payable ${two.id}.`,
  );
  await refused(`pay cancel ${one.paymentId} --payable T-2`, `not payable ${two.id}`);
  expect((await run(`pay cancel ${one.paymentId} --payable T-1 --yes`)).code).toBe(0);
});

test('nor if the journal does not know it, and only the service does', async () => {
  const [one, two] = [await scheduled('T-1'), await scheduled('T-2')];
  const elsewhere = (payableId: string) =>
    service.remit(`pay cancel ${one.paymentId} --payable ${payableId} --yes`, {
      env: {
        ...{ REMIT_HOME: `${service.home}-2`, REMIT_BASE_URL: proxy.baseUrl },
        ...{ REMIT_TOKEN: service.token, REMIT_BUSINESS: service.payer },
      },
    });
  expect(await elsewhere(two.id)).toMatchObject({
    ...{ code: 14, err: expect.stringContaining(`is not a payment of payable ${two.id}`) },
  });
  expect(proxy.writes).toEqual([]);
  expect((await elsewhere(one.id)).code).toBe(0);
});

test("another business's bank account is not used", async () => {
  for (const line of [
    'pay initiate CL-1001 --bank BANK',
    'pay quick CONNECTION --amount 7 --bank BANK',
    'business withdraw --amount 1 --bank BANK',
    'bank set-default BANK -b PAYER',
    'bank remove BANK -b PAYER',
    'bank verify BANK 0.03 0.07 -b PAYER',
    'api POST /api/businesses/{businessId}/withdraw-balance -F amount=1 -F fundingSourceId=BANK',
  ]) {
    const typed = line
      .replace('BANK', bankOfPayee)
      .replace('CONNECTION', connection)
      .replace('PAYER', service.payer);
    await refused(
      typed,
      `Bank account ${bankOfPayee} belongs to business ${service.payee}, not to ${service.payer}.`,
    );
  }
});

test('a connection of other businesses is not used', async () => {
  for (const line of [
    'pay quick CONNECTION --amount 7',
    'payable create --connection CONNECTION --amount 7',
  ]) {
    proxy.change = ({ path }) =>
      path.includes(`/connections/${connection}`)
        ? {
            answer: (json) => ({
              ...asRecord(json),
              businessId: 'biz_8',
              connectedBusinessId: 'biz_9',
            }),
          }
        : undefined;
    await refused(
      line.replace('CONNECTION', connection),
      `Connection ${connection} is one of biz_8 and biz_9, not of ${service.payer}.`,
    );
  }
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approved as approvedInvoice } from '../helpers/invoices.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let bank: string;
let connection: string;
beforeEach(async () => {
  service = await startService();
  const banks = await service.json<{ id: string }[]>(`bank list -b ${service.payer}`);
  bank = banks[0]?.id ?? '';
  const connections = await service.json<{ id: string }[]>('connection list');
  connection = connections[0]?.id ?? '';
});
afterEach(() => service.close());

const set = (key: string, value: string) => service.remit(`policy set ${key} ${value}`);

/** What a line that a limit stops ends with: exit code and the name of the limit. */
async function stopped(line: string): Promise<string> {
  const { code, out, err } = await service.remit(`${line} --json`);
  expect(out).toBe('');
  return `${code} ${JSON.parse(err).error.code}`;
}

const payments = async () =>
  ((await service.control('GET', '/sandbox/events?type=payment.created')) as unknown[]).length;

const approved = (amount: number) => approvedInvoice(service, { amount });

const raw = (path: string, body: object) =>
  `api POST /api/payments/${path} ${Object.entries(body)
    .map(([key, value]) => `-F ${key}=${value}`)
    .join(' ')} --yes`;

describe('a limit applies to commands and raw calls alike:', () => {
  test('a read-only profile changes nothing', async () => {
    await set('readOnly', 'true');
    expect((await service.remit('payable list')).code).toBe(0);
    for (const line of [
      `business set-alias ${service.payer} Acme`,
      `pay quick ${connection} --amount 1 --yes`,
      `pay quick ${connection} --amount 1 --dry-run`,
      `api PATCH /api/businesses/${service.payer}/alias -F alias=A --yes`,
      'api POST /api/unknown --yes',
    ]) {
      expect([line, await stopped(line)]).toEqual([line, '14 read_only']);
    }
  });

  test('a single payment is limited', async () => {
    await set('maxPerPayment', '100');
    const id = await approved(100.01);
    const order = { payableId: id, fundingSourceId: bank };
    expect(await stopped(`pay initiate ${id} --yes`)).toBe('14 over_payment_limit');
    expect(await stopped(raw('initiate', order))).toBe('14 over_payment_limit');
    expect(await stopped(`pay quick ${connection} --amount 100.01 --yes`)).toBe(
      '14 over_payment_limit',
    );
    expect(await stopped('api POST /api/unknown -F amount=1 --yes')).toBe('14 amount_unknown');
    expect(await payments()).toBe(0);
    expect((await service.remit(`pay quick ${connection} --amount 100 --yes`)).code).toBe(0);
  });

  test('a day is limited, including unknown outcomes, and the next day starts at zero', async () => {
    await set('maxPerDay', '100');
    const quick = (amount: number) => `pay quick ${connection} --amount ${amount} --yes`;
    expect((await service.remit(quick(60))).code).toBe(0);
    expect(await stopped(quick(40.01))).toBe('14 over_day_limit');
    expect(
      await stopped(raw('initiate', { payableId: await approved(41), fundingSourceId: bank })),
    ).toBe('14 over_day_limit');
    expect((await service.remit(quick(40))).code).toBe(0);
    await service.control('POST', '/sandbox/clock/advance', { businessDays: 1 });
    expect((await service.remit(quick(50))).code).toBe(0);
    expect(await payments()).toBe(3);
  });

  test('only allowed bank accounts and payees are used', async () => {
    await set('allowedBankAccounts', 'fs_other');
    expect(await stopped(`pay quick ${connection} --amount 1 --yes`)).toBe('14 bank_not_allowed');
    await set('allowedBankAccounts', `${bank},fs_other`);
    await set('allowedPayees', 'biz_other');
    const id = await approved(5);
    expect(await stopped(`pay quick ${connection} --amount 1 --yes`)).toBe('14 payee_not_allowed');
    expect(await stopped(`pay initiate ${id} --yes`)).toBe('14 payee_not_allowed');
    await set('allowedPayees', service.payee);
    expect((await service.remit(`pay initiate ${id} --yes`)).code).toBe(0);
    await set('allowedPayees', connection);
    expect((await service.remit(`pay quick ${connection} --amount 1 --yes`)).code).toBe(0);
  });

  test('a run is limited, and dual approval is required above a threshold', async () => {
    await set('maxPerRun', '100');
    const ids = [await approved(60), await approved(41)];
    const file = await service.file('run.csv', `payableId\n${ids.join('\n')}\n`);
    expect(await stopped(`pay bulk --file ${file} --yes`)).toBe('14 over_run_limit');
    expect(await stopped(`policy check ${ids.join(' ')}`)).toBe('14 over_run_limit');
    await service.remit('policy unset maxPerRun');
    await set('dualApprovalAbove', '50');
    expect(await stopped(`pay bulk --file ${file} --yes`)).toBe('14 not_approved');
    expect(await payments()).toBe(0);
  });
});

test('a policy is shown completely, and an invalid limit is refused', async () => {
  await set('maxPerPayment', '5000');
  const rows = await service.json<{ key: string; value: unknown }[]>('policy show');
  expect(rows.filter(({ value }) => value !== null)).toMatchObject([
    { key: 'maxPerPayment', value: '5000' },
  ]);
  for (const line of [
    'maxPerPayment many',
    'maxPerDay -5',
    'readOnly yes',
    'allowedBankAccounts ..',
    'other 1',
  ]) {
    expect((await service.remit(`policy set ${line}`)).code).toBe(2);
  }
});

test('a damaged limit in the file stops everything that it would limit', async () => {
  await set('maxPerPayment', '5000');
  await service.remit('profile set policy.maxPerDay 10');
  const [, path = ''] = /file: (.+)/.exec((await service.remit('config list')).err) ?? [];
  const { readFile, writeFile } = await import('node:fs/promises');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"5000"', '"plenty"'));
  expect((await service.remit(`pay quick ${connection} --amount 1 --yes`)).code).toBe(3);
});

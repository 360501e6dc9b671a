import { afterEach, beforeEach, expect, test } from 'vitest';
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

const set = async (rule: string) => {
  expect((await service.remit(`policy set ${rule}`)).code).toBe(0);
};

/** Runs a line and returns its exit code, with the name of the rule if one stopped it. */
async function outcomeOf(line: string): Promise<string> {
  const { code, err } = await service.remit(`${line} --json`);
  return code === 0 ? '0' : `${code} ${JSON.parse(err).error.code}`;
}

const quick = (amount: number) => outcomeOf(`pay quick ${connection} --amount ${amount} --yes`);

async function approved(amount: number): Promise<string> {
  const { id } = await service.json(
    `payable create -b ${service.payee} --connection ${connection} --amount ${amount} --submit`,
  );
  await service.remit(`payable approve ${id} --yes`);
  return String(id);
}

const payments = async () =>
  ((await service.control('GET', '/sandbox/events?type=payment.created')) as unknown[]).length;

test('three payments just below the threshold do not pass without a second signature', async () => {
  await set('dualApprovalAbove 100');
  expect(await quick(99.92)).toBe('0');
  expect(await quick(99.91)).toBe('14 not_approved');
  const id = await approved(99.9);
  expect(await outcomeOf(`pay initiate ${id} --yes`)).toBe('14 not_approved');
  const file = await service.file('run.csv', `payableId\n${id}\n${await approved(10)}\n`);
  expect(await outcomeOf(`pay bulk --file ${file} --yes`)).toBe('14 not_approved');
  const initiate = `-F payableId=${id} -F fundingSourceId=${bank}`;
  expect(await outcomeOf(`api POST /api/payments/initiate ${initiate} --yes`)).toBe(
    '14 not_approved',
  );
  expect(await payments()).toBe(1);
  expect(await quick(0.08)).toBe('0');
  await service.control('POST', '/sandbox/clock/advance', { businessDays: 1 });
  expect(await quick(99.93)).toBe('0');
});

test('a batch that splits an amount for one payee does not pass without a second signature', async () => {
  await set('dualApprovalAbove 100');
  const ids = [await approved(60), await approved(41)];
  const file = await service.file('run.csv', `payableId\n${ids.join('\n')}\n`);
  expect(await outcomeOf(`pay bulk --file ${file} --yes`)).toBe('14 not_approved');
  expect(await payments()).toBe(0);
});

test('a payee is limited by day, whatever the way to pay', async () => {
  await set('maxPerPayeePerDay 100');
  expect(await quick(60)).toBe('0');
  expect(await outcomeOf(`pay initiate ${await approved(41)} --yes`)).toBe('14 over_payee_limit');
  expect(await outcomeOf(`pay initiate ${await approved(40)} --yes`)).toBe('0');
  expect(await quick(0.01)).toBe('14 over_payee_limit');
  await service.control('POST', '/sandbox/clock/advance', { businessDays: 1 });
  expect(await quick(100)).toBe('0');
});

test('a month is limited, over its days, and the next month starts at zero', async () => {
  await set('maxPerMonth 100');
  expect(await quick(60)).toBe('0');
  await service.control('POST', '/sandbox/clock/advance', { businessDays: 20 });
  expect(await quick(40.01)).toBe('14 over_month_limit');
  await service.control('POST', '/sandbox/clock/advance', { businessDays: 3 });
  expect(await quick(40.01)).toBe('0');
});

test('a cancellation gives nothing back', async () => {
  await set('maxPerDay 100');
  const id = await approved(70);
  const { paymentId } = await service.json(`pay initiate ${id} --on 2026-03-10 --yes`);
  expect((await service.remit(`pay cancel ${paymentId} --yes`)).code).toBe(0);
  expect(await quick(31)).toBe('14 over_day_limit');
});

test('only an approved plan pays where approval is required', async () => {
  await set('requireApproval true');
  const id = await approved(5);
  const file = await service.file('run.csv', `payableId\n${id}\n`);
  for (const line of [
    `pay initiate ${id} --yes`,
    `pay quick ${connection} --amount 1 --yes`,
    `pay bulk --file ${file} --yes`,
    `business withdraw ${service.payer} --bank ${bank} --amount 1 --yes`,
    `api POST /api/payments/initiate -F payableId=${id} -F fundingSourceId=${bank} --yes`,
    `pay initiate ${id} --dry-run`,
  ]) {
    expect([line, await outcomeOf(line)]).toEqual([line, '14 not_approved']);
  }
  expect(await outcomeOf('api POST /api/transfers -F amount=1 --yes')).toBe('14 amount_unknown');
  expect(await payments()).toBe(0);
});

test('new accounts and the default account are bound by the allowed bank accounts', async () => {
  await set(`allowedBankAccounts ${bank}`);
  const number = await service.file('number.txt', '123456789\n');
  const manual = `--routing 110000000 --account-number-file ${number} --type checking --name Second`;
  expect(await outcomeOf(`bank connect-manual ${manual}`)).toBe('14 bank_not_allowed');
  const token = await service.file('token.txt', 'public-sandbox-1\n');
  const linked = `--public-token-file ${token} --provider-account acct_checking_0000`;
  expect(await outcomeOf(`bank connect ${linked}`)).toBe('14 bank_not_allowed');
  const numbers = { routingNumber: '110000000', accountNumber: '123456789' };
  const body = { ...numbers, accountType: 'checking', name: 'x', businessId: service.payer };
  const input = await service.file('body.json', JSON.stringify(body));
  expect(
    await outcomeOf(`api POST /api/bank-accounts/connect-manually --file ${input} --yes`),
  ).toBe('14 bank_not_allowed');
  expect(await outcomeOf('bank set-default fs_other --yes')).toBe('14 bank_not_allowed');
  expect(await outcomeOf(`bank set-default ${bank} --yes`)).toBe('0');
});

test('a refusal says the rule, its value and whose policy it is', async () => {
  await set('maxPerDay 100');
  await quick(60);
  const { err } = await service.remit(`pay quick ${connection} --amount 41 --yes`);
  expect(err).toContain(
    "$60.00 already moved today, and $41.00 more is over the limit: maxPerDay of the profile's policy is $100.00.",
  );
});

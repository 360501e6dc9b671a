import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const first = async (line: string) =>
  String((await service.json<{ id: string }[]>(line))[0]?.id ?? '');

/** A payment of the demo's payer without a payable; its id. */
async function paid(amount: string): Promise<string> {
  const bank = await first(`bank list -b ${service.payer}`);
  const line = `pay quick ${await first('connection list')} --amount ${amount} --bank ${bank} --yes`;
  return String((await service.json(line))['paymentId']);
}

describe('the clock', () => {
  test('advances, and a reset takes it back', async () => {
    for (const [by, now] of [
      ['1w', '2026-03-09T14:00:00.000Z'],
      ['2bd', '2026-03-04T15:00:00.000Z'],
    ]) {
      await service.remit(`sandbox clock advance ${by}`);
      expect([by, await service.json('sandbox clock')]).toMatchObject([by, { now }]);
      await service.json('sandbox reset --yes');
      expect(await service.json('sandbox clock')).toMatchObject({
        now: '2026-03-02T15:00:00.000Z',
      });
    }
  });
});

describe('a fault', () => {
  test('is retried if the request is safe to repeat', async () => {
    const added = await service.json(
      'sandbox fault add --path /api/businesses --http-status 503 --times 2 --answer-header "Retry-After: 0"',
    );
    expect(added).toMatchObject({
      match: { path: '/api/businesses' },
      ...{ status: 503, times: 2, headers: { 'Retry-After': '0' } },
    });
    expect((await service.remit('business list')).code).toBe(0);
    expect(await service.json('sandbox fault')).toMatchObject([{ timesApplied: 2, timesLeft: 0 }]);
    const events = await service.json<unknown[]>('sandbox events --event fault.applied');
    expect(events).toHaveLength(2);
  });

  test('after the payment was made causes an unknown outcome that reconcile resolves', async () => {
    await service.json('sandbox fault add --operation pay.quickPay --drop after');
    const bank = await first(`bank list -b ${service.payer}`);
    const connection = await first('connection list');
    const line = `pay quick ${connection} --amount 12 --bank ${bank} --yes`;
    expect((await service.remit(line)).code).toBe(10);
    expect((await service.remit(line)).code).not.toBe(0);
    expect(await service.json('journal list --unresolved')).toHaveLength(1);
  });

  test('in the way of a payment has its exit code', async () => {
    const bank = await first(`bank list -b ${service.payer}`);
    const connection = await first('connection list');
    let amount = 12;
    for (const [flags, code] of [
      ['--http-status 429 --times none --answer-header "Retry-After: 0"', 8],
      ['--http-status 502 --applied', 10],
      ['--drop before', 10],
      ['--cut 5', 10],
      ['--body nonsense', 10],
    ]) {
      await service.json(`sandbox fault add --operation pay.quickPay ${flags}`);
      const line = `pay quick ${connection} --amount ${amount++} --bank ${bank} --yes`;
      expect([flags, (await service.remit(line)).code]).toEqual([flags, code]);
      await service.json('sandbox fault remove');
    }
  });

  test('can be cleared, alone or with all others', async () => {
    const { id } = await service.json('sandbox fault add --delay 5 --times none');
    await service.json(
      'sandbox fault add --http-status 500 --probability 0.5 --random-seed 7 --method get',
    );
    expect(await service.json(`sandbox fault remove ${id}`)).toMatchObject({ id, times: null });
    expect(await service.json('sandbox fault')).toMatchObject([
      { probability: 0.5, seed: 7, match: { method: 'get' } },
    ]);
    expect(await service.json('sandbox fault remove')).toEqual({ deleted: 1 });
    expect(await service.json('sandbox fault')).toEqual([]);
  });

  test("in the response of a payment shows another amount than requested; the service's amount is reported", async () => {
    const added = await service.json(
      'sandbox fault add --operation pay.quickPay --set amount=999 --set memo="a b" --set payeeBusinessId=biz_other',
    );
    expect(added).toMatchObject({
      set: { amount: 999, memo: 'a b', payeeBusinessId: 'biz_other' },
    });
    const bank = await first(`bank list -b ${service.payer}`);
    const line = `pay quick ${await first('connection list')} --amount 12 --bank ${bank} --yes`;
    expect((await service.remit(`${line} --json`)).out).toMatch(/"amount": ?999\b/);
    const made = 'sandbox events --event payment.created';
    expect(await service.json(made)).toMatchObject([
      { data: { amount: 12, payeeBusinessId: service.payee } },
    ]);
    const [struck] = await service.json<object[]>('sandbox events --event fault.applied');
    expect(struck).toMatchObject({ data: { set: { amount: 999 } } });
  });

  test('that cannot be meant is refused', async () => {
    for (const [flags, code] of [
      ['', 7],
      ['--set amount', 2],
      ['--http-status 99', 2],
      ['--probability 2', 2],
      ['--answer-header nothing', 2],
      ['--operation pay.none --http-status 500', 7],
    ]) {
      const added = await service.remit(`sandbox fault add ${flags}`);
      expect([flags, added.code]).toEqual([flags, code]);
    }
  });
});

test('sets the behavior and the balance of a bank account', async () => {
  const bank = await first(`bank list -b ${service.payer}`);
  expect(await service.json(`sandbox bank ${bank} --behavior hold`)).toMatchObject({
    behavior: 'HOLD',
  });
  const held = await paid('10');
  expect(await service.json(`sandbox payment ${held}`)).toMatchObject({ status: 'HELD' });
  await service.json(`sandbox bank ${bank} --behavior none --balance 20`);
  const good = await paid('20');
  const bad = await paid('0.01');
  await service.remit('sandbox clock advance 4bd');
  const ends = await Promise.all([good, bad].map((it) => service.json(`sandbox payment ${it}`)));
  expect(ends.map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED']);
  expect(await service.json(`sandbox bank ${bank}`)).toMatchObject({
    ...{ behavior: null, simulatedBalance: 0 },
  });
  for (const wrong of ['--behavior R1', '--balance=-5', '--balance 1.005']) {
    expect((await service.remit(`sandbox bank ${bank} ${wrong}`)).code).toBe(2);
  }
});

test('advances a withdrawal one step, and lists withdrawals', async () => {
  await service.json(`sandbox ledger credit ${service.payee} 80`);
  const bank = await first(`bank list -b ${service.payee}`);
  await service.json(`business withdraw ${service.payee} --amount 30 --bank ${bank} --yes`);
  const [withdrawal] = await service.json<{ id: string }[]>('sandbox withdrawal');
  expect(await service.json('sandbox clock advance')).toEqual([]);
  await service.json(`sandbox withdrawal ${withdrawal?.id} advance`);
  expect(await service.json(`sandbox withdrawal -b ${service.payee}`)).toMatchObject([
    { status: 'PROCESSING', amount: 30 },
  ]);
  expect(await service.json(`sandbox withdrawal -b ${service.payer}`)).toEqual([]);
  const available = `sandbox ledger account biz.${service.payee}.available`;
  expect(await service.json(available)).toMatchObject([{ amount: 80 }, { amount: -30 }]);
});

test('lists mail as a table of 80 columns, subjects first, shortened', async () => {
  const { out } = await service.remit('sandbox outbox', {
    ...{ tty: { stdout: true }, columns: 80, env: { NO_COLOR: '1' } },
  });
  const [heading = '', ...rows] = out.split('\n');
  expect(heading).toMatch(/^CREATED AT \(ET\) +TO +SUBJECT/);
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) expect(row.length).toBeLessThanOrEqual(80);
});

test('lists each invariant of the ledger in a terminal, colored by whether it holds', async () => {
  const { invariants } = await service.json<{ invariants: { name: string }[] }>(
    'sandbox ledger check',
  );
  const { out } = await service.remit('sandbox ledger check', {
    ...{ tty: { stdout: true }, columns: 100, env: { FORCE_COLOR: '1' } },
  });
  expect(out).toContain('The ledger is consistent');
  expect(out.split('\u001b[32mholds\u001b[39m')).toHaveLength(invariants.length + 1);
  for (const { name } of invariants) expect(out).toContain(name);
});

test('supplies what a business review requires', async () => {
  const made = await service.json(
    'business create-basic --name Kiosk --type llc --street "1 A St" --city Waco --state TX --zip 76701',
  );
  expect((await service.json(`business get ${made['id']}`))['status']).toBe('pending');
  const alone = await service.remit(`sandbox business ${made['id']} complete`);
  expect([alone.code, alone.err]).toEqual([7, expect.stringContaining('--ein')]);
  expect((await service.remit(`sandbox business ${made['id']} verify --ein 12-3456789`)).code).toBe(
    7,
  );
  await service.json(`sandbox business ${made['id']} complete --ein 12-3456789`);
  expect((await service.json(`business get ${made['id']}`))['status']).toBe('verified');
});

test('a sandbox is exported to a private file and imported again', async () => {
  const before = await service.json('business list');
  const file = join(service.cwd, 'sandbox.json');
  expect((await service.remit('sandbox export --out sandbox.json')).code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8')).tables.businesses).toHaveLength(2);
  await service.remit('sandbox reset --seed empty --yes');
  expect((await service.remit('sandbox import sandbox.json --no-input')).code).toBe(2);
  expect((await service.remit('sandbox import sandbox.json --yes')).code).toBe(0);
  expect(await service.json('business list')).toEqual(before);
  await service.file('other.json', 'nothing');
  expect((await service.remit('sandbox import other.json --yes')).code).toBe(2);
});

test('the counterparty signs in with its own account', async () => {
  await service.file('password.txt', 'correct horse\n');
  const made = await service.json(
    'sandbox account create --name Bakery --email ada@bakery.test --password-file password.txt',
  );
  expect(made).toMatchObject({
    account: { name: 'Bakery' },
    token: expect.stringMatching(/^sbx_/),
  });
  const line = `-P bakery --base-url ${service.baseUrl} --email ada@bakery.test --password-file password.txt`;
  expect((await service.remit(`auth login ${line}`)).code).toBe(0);
  expect(await service.json('whoami -P bakery')).toMatchObject({ accountName: 'Bakery' });
  const vera = await service.json(
    'sandbox user create --email vera@remit.test --role viewer --password-file password.txt',
  );
  expect(vera).toMatchObject({ role: 'viewer' });
  const token = await service.json(`sandbox token create --role viewer --user ${vera['id']}`);
  expect(token).toMatchObject({ userId: vera['id'], role: 'viewer' });
});

test('sets tags, comments, emails and operator decisions', async () => {
  const tag = await service.json('sandbox tag create Hotels');
  expect(await service.json('sandbox tag')).toContainEqual(tag);
  const connection = await first('connection list');
  const tagged = await service.json(`connection set-tags ${connection} ${tag['id']}`);
  expect(tagged['tags']).toMatchObject([{ name: 'Hotels' }]);

  const payable = await first('payable list');
  await service.json(`sandbox comment ${payable} "Which order?" --author Ada`);
  const log = await service.json<{ type: string; message: string }[]>(`payable log ${payable}`);
  expect(log.at(-1)).toMatchObject({ type: 'comment', message: 'Which order?' });

  const mails = await service.json<unknown[]>('sandbox outbox');
  expect(mails.length).toBeGreaterThan(0);
  expect(await service.json('sandbox outbox remove')).toEqual({ deleted: mails.length });
  expect(await service.json('sandbox outbox')).toEqual([]);

  await service.json('sandbox config set --hold-threshold 5 --reminder-hours 24');
  expect(await service.json('sandbox config')).toEqual({
    ...{ holdThreshold: 5, reminderHours: 24, strictEmail: false },
  });
  const held = await service.json(`sandbox payment ${await paid('5')}`);
  expect(held['status']).toBe('HELD');
  const unchanged = await service.remit('sandbox config set');
  expect([unchanged.code, unchanged.err]).toEqual([7, expect.stringContaining('--hold-threshold')]);
});

test('delivers events only to a web URL', async () => {
  for (const wrong of ['ftp://a.test', 'nowhere']) {
    const { code, err } = await service.remit(`sandbox start --webhook-url ${wrong}`);
    expect([code, err]).toEqual([2, expect.stringContaining('--webhook-url')]);
  }
  expect(await service.json('sandbox webhook')).toMatchObject({ url: null, pending: 0 });
});

test('connects accounts chosen at the bank-linking provider', async () => {
  const chosen = await service.json<{ publicToken: string; accounts: { accountId: string }[] }>(
    'sandbox public-token "Payroll|savings|4321"',
  );
  await service.file('public.txt', chosen.publicToken);
  const bank = await service.json(
    `bank connect --public-token-file public.txt --provider-account ${chosen.accounts[0]?.accountId}`,
  );
  expect(bank).toMatchObject({ name: 'Payroll', accountType: 'savings', last4: '4321' });
  for (const wrong of ['A|gold', 'A|checking|12', 'A|checking|1234|more']) {
    expect((await service.remit(`sandbox public-token "${wrong}"`)).code).toBe(2);
  }
});

describe('with the profile of another sandbox', () => {
  const clock = async () => (await service.json<{ now: string }>('sandbox clock')).now;

  test('the clock of this one stays where it is', async () => {
    const before = await clock();
    const folder = join(service.cwd, 'other');
    const tokenCommand = JSON.stringify(['remit', 'sandbox', 'token', '--dir', folder]);
    await service.remit(['profile', 'set', 'tokenCommand', tokenCommand, '-P', 'other']);
    const { code, err } = await service.remit('sandbox clock advance 1bd -P other');
    expect([code, err]).toEqual([9, expect.stringContaining(folder)]);
    expect((await service.remit('sandbox stop -P other')).out).toContain(folder);
    expect(await clock()).toBe(before);
  });

  test('a profile of no sandbox is refused', async () => {
    const before = await clock();
    const { code, err } = await service.remit('sandbox clock advance 1bd -P test');
    expect([code, err]).toEqual([2, expect.stringContaining("Profile 'test' is for no sandbox")]);
    expect(await clock()).toBe(before);
  });
});

test.each([
  ['sandbox payment', 'pay_none advance', 6],
  ['sandbox ledger credit', '{payee} 0', 7],
  ['sandbox seed', 'demo', 7],
  ['auth login', '--with-token', 4],
])('the help of %s has the exit code of a request that is refused', async (command, rest, code) => {
  const line = `${command} ${rest.replace('{payee}', service.payee)}`;
  const env = { REMIT_BASE_URL: service.baseUrl };
  const { code: actual } = await service.remit(line, { stdin: 'a-token-of-nobody', env });
  const { exitCodes } = await service.json<{ exitCodes: { code: number }[] }>(`${command} --help`);
  expect([actual, exitCodes.map((it) => it.code)]).toEqual([code, expect.arrayContaining([code])]);
});

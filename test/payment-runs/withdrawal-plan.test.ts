import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Between, redirectProfile } from './fault-proxy.ts';

let service: Service;
let between: Between;
let bank: string;
beforeEach(async () => {
  service = await startService();
  between = await redirectProfile(service);
  [{ id: bank }] = await service.json<[{ id: string }]>('bank list');
  await credit(600);
});
afterEach(async () => {
  await between.close();
  await service.close();
});

const credit = (amount: number) =>
  service.control('POST', '/sandbox/ledger/credits', { businessId: service.payer, amount });
const available = async () =>
  (await service.json<{ available: number }>('business balance')).available;
const failureIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const plan = (amount: string, more = '') =>
  service.remit(`run plan --withdraw ${amount} --bank ${bank} --out run.json --force ${more}`);
/** Applies the plan; returns its exit code with the code of its error. */
async function outcome(line = 'run apply run.json'): Promise<string> {
  const { code, err } = await service.remit(`${line} --yes --json`);
  return code === 0 ? 'ok' : `${code} ${failureIn(err).code}`;
}

test('a plan has the amount that the balance gave, and is paid once', async () => {
  const { code, err } = await plan('above:500');
  expect([code, err.split('\n')[0]]).toEqual([
    0,
    expect.stringMatching(/^Withdraw \$100\.00 to Operating account, .*···\d{4}$/),
  ]);
  const { plan: made } = JSON.parse(await readFile(join(service.cwd, 'run.json'), 'utf8'));
  expect(made).toMatchObject({
    kind: 'withdrawal',
    journal: expect.stringMatching(/^jrn_/),
    payments: [{ row: 1, cents: 10_000, fundingSourceId: bank, payeeId: service.payer }],
  });
  // What came in since does not change it.
  await credit(50);
  const asked = await service.remit('run apply run.json', {
    tty: { stdin: true, stderr: true },
    stdin: '100\n',
  });
  expect([asked.code, asked.err]).toEqual([0, expect.stringContaining('Withdraw $100.00 to ')]);
  expect(await available()).toBe(550);
  expect(await outcome()).toBe('ok');
  expect(await available()).toBe(550);
  expect(await service.json('run status run.json')).toMatchObject({ state: 'applied', applied: 1 });
  const [row] = await service.json<{ paymentId: string }[]>('run report run.json');
  const [applied] = await service.json<{ paymentId: string }[]>('run apply run.json --yes');
  expect(row).toMatchObject({ row: 1, amount: 100, outcome: 'applied' });
  expect(applied?.paymentId).toBe(row?.paymentId);
  expect(row?.paymentId).toBeTruthy();
});

test('the whole balance is withdrawn by its amount, and not again', async () => {
  expect((await plan('all')).code).toBe(0);
  expect(await outcome()).toBe('ok');
  await credit(600);
  // A new plan of the same amount within a day is a duplicate, as the command is.
  expect((await plan('600', '--expires 30')).code).toBe(0);
  expect(await outcome()).toBe('14 duplicate');
  expect(await available()).toBe(600);
});

test('nothing to withdraw makes no plan', async () => {
  const { code, err } = await plan('above:600');
  expect([code, err]).toEqual([0, 'Nothing to withdraw: no plan was made.\n']);
  expect((await plan('above:600', '--exit-code')).code).toBe(15);
  expect(await outcome(`run plan --withdraw 600.01 --bank ${bank}`)).toBe('7 insufficient_balance');
  expect(await outcome('run plan --withdraw 1 --bank fs_none')).toBe('7 not_found');
});

test('a plan of a withdrawal names its bank account and nothing else', async () => {
  for (const words of [
    '--withdraw 5',
    '--withdraw 5 --bank fs_1 --file x.csv',
    '--withdraw 5 --bank fs_1 --due-to 2026-03-10',
    '--withdraw 5 --bank fs_1 --on 2026-03-10',
    '--withdraw 0 --bank fs_1',
    '--withdraw some --bank fs_1',
  ]) {
    expect([words, (await service.remit(`run plan ${words}`)).code]).toEqual([words, 2]);
  }
});

test('a balance that is too small by now, or gone, stops it before it is sent', async () => {
  await plan('500');
  expect(await outcome(`business withdraw --amount 200 --bank ${bank}`)).toBe('ok');
  expect(await outcome()).toBe('7 insufficient_balance');
  expect(await service.json<unknown[]>('journal list')).toHaveLength(1);
});

test('a lost answer is unknown: not sent again without a verdict', async () => {
  await plan('100');
  between.next = ['lose-answer'];
  expect((await service.remit('run apply run.json --yes')).code).toBe(10);
  expect(await outcome()).toBe('10 outcome_unknown');
  const [doubt] = await service.json<{ id: string }[]>('journal list --unresolved');
  await service.remit(`journal resolve ${doubt?.id} --applied`);
  expect(await outcome()).toBe('ok');
  expect([await available(), between.paying.length]).toEqual([500, 1]);
});

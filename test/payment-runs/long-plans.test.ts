import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashPlan } from '../../src/money/runs/plan.ts';
import { startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';

test('a list of 1,000 payables is planned as it was written, and paid once each', async ({
  onTestFinished,
}) => {
  const service = await startService();
  onTestFinished(service.close);
  const amounts = Array.from({ length: 1000 }, (_, at) => (1000 + at) / 100);
  const ids = await approvedPayables(service, amounts, 'ZQ');
  const list = 'payable list --search ZQ- --status APPROVED --csv --out due.csv';
  expect((await service.remit(list)).code).toBe(0);
  const planned = await service.remit('run plan --file due.csv --out run.json');
  expect([planned.code, planned.err]).toEqual([
    0,
    expect.stringContaining('Pay 1000 payables, total $14,995.00, to Coastal Linen Inc'),
  ]);
  const applied = await service.remit('run apply run.json --max-total 14995 --yes --batch 100');
  expect([applied.code, applied.err]).toEqual([0, expect.stringContaining('Paid 1000')]);
  const paid = await paymentsOf(service);
  const wanted = ids.map((id, at) => [id, { times: 1, cents: 1000 + at }]);
  expect(Object.fromEntries(paid)).toEqual(Object.fromEntries(wanted));
}, 240_000);

test('a plan of more payments than one plan takes is neither made nor read', async ({
  onTestFinished,
}) => {
  const service = await startService();
  onTestFinished(service.close);
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `pay_${at}`);
  await service.file('many.csv', `payableId\n${rows(100_001).join('\n')}\n`);
  const { code, err } = await service.remit('run plan --file many.csv');
  expect([code, err]).toEqual([2, expect.stringContaining('at most 100,000 payments')]);

  const [id] = await approvedPayables(service, [100]);
  await service.file('one.csv', `payableId\n${id}\n`);
  expect((await service.remit('run plan --file one.csv --out run.json')).code).toBe(0);
  const file = JSON.parse(await readFile(join(service.cwd, 'run.json'), 'utf8'));
  file.plan.payments = rows(100_001).map(() => file.plan.payments[0]);
  await service.file('run.json', JSON.stringify(hashPlan(file.plan)));
  const applied = await service.remit('run apply run.json --yes');
  expect([applied.code, applied.err]).toEqual([3, expect.stringContaining('at most 100,000')]);
});

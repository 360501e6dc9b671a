import { expect, test } from 'vitest';
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

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startPrepared } from '../helpers/signed-in-sandbox.ts';
import { talkTo } from '../mcp/test-client.ts';
import { approvedPayables } from '../payment-runs/approved-payables.ts';

/** A service that knows no field of the name that the date is sent under: what is ordered for later, it pays now. */
let service: Service;
let payableId: string;
beforeEach(async () => {
  const prepared = await startPrepared('a payable of $100', (it) => approvedPayables(it, [100]), {
    strict: 'off',
  });
  service = prepared.service;
  [payableId = ''] = prepared.facts;
  await service.remit('dialect set scheduledDate payOn');
});
afterEach(() => service.close());

const paying = 'APPROVED, not SCHEDULED: it may be paid now instead of on 2026-03-20';

test('pay initiate warns at once if a scheduled payment may be made now', async () => {
  const { code, out, err } = await service.remit(
    `pay initiate ${payableId} --on 2026-03-20 --yes -o csv`,
  );
  const [paymentId] = out.split('\n')[1]?.split(',') ?? [];
  expect(code).toBe(0);
  expect(err).toContain(
    `The payable is ${paying}. To cancel the payment: remit pay cancel ${paymentId}\n`,
  );
});

test('pay bulk does too', async () => {
  const file = await service.file('rows.csv', `payableId,scheduledDate\n${payableId},2026-03-20\n`);
  const { code, err } = await service.remit(`pay bulk --file ${file} --yes -o csv`);
  expect(code).toBe(0);
  expect(err).toContain(
    `Payable ${payableId} is ${paying}. To cancel the payment: remit pay cancel pmt_`,
  );
});

test.for([
  ['pay_initiate', (order: object) => order],
  ['pay_bulk_initiate', (order: object) => ({ payments: [order] })],
] as const)('%s warns in its result', async ([tool, given]) => {
  const talk = await talkTo(service);
  const [account] = await service.json<{ id: string }[]>(`bank list -b ${service.payer}`);
  const order = given({ payableId, fundingSourceId: account?.id, scheduledDate: '2026-03-20' });
  const { record } = await talk.tool(tool, { ...order });
  const paid = await talk.tool(tool, { ...order, confirmation: record.confirmation });
  expect([paid.isError, paid.record.warnings]).toEqual([
    false,
    [
      expect.stringMatching(
        new RegExp(`${paying}\\. To cancel the payment: remit pay cancel pmt_`),
      ),
    ],
  ]);
  await talk.end();
});

test('no warning if the service accepted the date', async () => {
  await service.remit('dialect unset scheduledDate');
  const { code, err } = await service.remit(`pay initiate ${payableId} --on 2026-03-20 --yes`);
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^First payment to "Coastal Linen Inc" .*\n$/),
  ]);
});

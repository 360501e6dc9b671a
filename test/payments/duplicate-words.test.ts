import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Payable } from '../../src/api/operations/payable.ts';
import { describePayment } from '../../src/money/gate/describe-payable.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let id: string;
beforeEach(async () => {
  service = await startService();
  const [approved] = await service.json<{ id: string }[]>('payable list --status APPROVED');
  id = approved?.id ?? '';
});
afterEach(() => service.close());

/** Pays the payable, and again. Returns the error of the second time. */
async function again(flags = '') {
  const paid = await service.json<{ paymentId: string }>(`pay initiate ${id} --yes ${flags}`);
  const { code, err } = await service.remit(`pay initiate ${id} --yes ${flags} --json`);
  return { paymentId: paid.paymentId, code, error: JSON.parse(err).error };
}

test('a duplicate of a scheduled payment is told with its date, and how to cancel it comes first', async () => {
  const { paymentId, code, error } = await again('--on 2026-03-10');
  expect([code, error.code]).toEqual([14, 'duplicate']);
  expect(error.message).toMatch(
    new RegExp(
      `^Not sent: ${paymentId} is scheduled for 2026-03-10\\. It was made on .* UTC \\(int_`,
    ),
  );
  expect(error.next).toEqual([
    `remit pay cancel ${paymentId}`,
    expect.stringMatching(/^remit journal show int_/),
    expect.stringMatching(/^to repeat it anyway, add --allow-duplicate int_/),
  ]);
});

test('a duplicate of a payment on its way is told with its settlement', async () => {
  const { paymentId, error } = await again();
  expect(error.message).toContain(
    `Not sent: ${paymentId} is on its way, estimated settlement 2026-03-05.`,
  );
  expect(error.next[0]).toBe(`remit payable get ${id}`);
});

test('a payable that another program pays is told by its payment, too', async () => {
  const order = JSON.stringify({ payableId: id, scheduledDate: '2026-03-10' });
  const [bank] = await service.json<{ id: string }[]>('bank list');
  const response = await fetch(`${service.baseUrl}/api/payments/initiate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...JSON.parse(order), fundingSourceId: bank?.id }),
  });
  expect(response.status).toBe(201);
  const { code, err } = await service.remit(`pay initiate ${id} --yes --json`);
  expect(code).toBe(7);
  expect(JSON.parse(err).error.message).toMatch(/pmt_\w+|SCHEDULED|payment/);
});

test.each([
  ['2026-03-10T00:00:00Z', 'pmt_1 is scheduled for 2026-03-10'],
  ['2026-02-31', 'pmt_1 is scheduled'],
  ['on 10 March 2026', 'pmt_1 is scheduled'],
])('a payment scheduled for %s: %s', (scheduledDate, text) => {
  const shown = { id: 'pay_1', status: 'SCHEDULED', activePaymentId: 'pmt_1', scheduledDate };
  expect(describePayment(shown as Payable)?.text).toBe(text);
});

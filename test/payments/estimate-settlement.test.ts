import { afterEach, expect, test } from 'vitest';
import { estimatedSettlement } from '../../src/money/gate/estimate-settlement.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables } from '../payment-runs/approved-payables.ts';

let service: Service | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

test.for<[what: string, now: string, speed: 'standard' | 'same-day', on: string, date: string]>([
  ['before the cutoff', '2026-03-02T15:00:00Z', 'standard', '', '2026-03-05'],
  ['after it', '2026-03-02T22:30:00Z', 'standard', '', '2026-03-06'],
  ['on a Friday', '2026-03-06T15:00:00Z', 'standard', '', '2026-03-11'],
  ['same day', '2026-03-02T15:00:00Z', 'same-day', '', '2026-03-02'],
  ['same day, too late', '2026-03-02T21:30:00Z', 'same-day', '', '2026-03-03'],
  ['on a date', '2026-03-02T15:00:00Z', 'standard', '2026-03-10', '2026-03-13'],
  ['over a holiday', '2026-05-20T15:00:00Z', 'standard', '2026-05-22', '2026-05-28'],
])('a payment %s settles according to the calendar', ([, now, speed, on, date]) => {
  expect(estimatedSettlement({ speed, on: on || undefined }, new Date(now))).toBe(date);
});

test("without the service's clock nothing is estimated", () => {
  expect(estimatedSettlement({ speed: undefined, on: undefined }, undefined)).toBeNull();
});

test('the confirmation shows the settlement date, and that it is an estimate', async () => {
  service = await startService();
  const [id] = await approvedPayables(service, [10]);
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const asked = { stdin: 'n\n', tty: { stdin: true, stderr: true } };
  const one = await service.remit(`pay initiate ${id} --on 2026-03-10`, asked);
  expect(one.err).toContain('estimated settlement 2026-03-13');
  const other = await service.remit(`pay quick ${connection?.id} --amount 5`, asked);
  expect(other.err).toContain('estimated settlement 2026-03-05');
});

import { afterEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables } from '../payment-runs/approved-payables.ts';
import { built } from './run-programs.ts';

const modes = [
  { initiateLeavesApproved: 'immediately' },
  { initiateLeavesApproved: 'at-settlement' },
] as const;

let service: Service;
afterEach(() => service.close());

/** Runs the built program; its code, and what it printed. */
async function run(line: string) {
  const { code, out, err } = await built(service, `${line} --json`);
  return { code, it: out === '' ? JSON.parse(err).error : JSON.parse(out) };
}

/** The exit code alone. */
const codeOf = async (line: string) => (await run(line)).code;

const payable = (id: string) => service.json(`payable get ${id}`);
const control = (path: string, body: unknown) => service.control('POST', path, body);
const until = (paymentId: string, state: string) =>
  control('/sandbox/clock/advance', { untilState: `payment:${paymentId}:${state}` });

async function approved(amount: number, series: string): Promise<string> {
  const [id = ''] = await approvedPayables(service, [amount], series);
  return id;
}

describe.for(modes)('if APPROVED is left $initiateLeavesApproved', (mode) => {
  test('S7: a payment that was cancelled is made again without a flag', async () => {
    service = await startService('2026-05-22T15:00:00Z', mode);
    const first = await approved(1200, 'A');
    const order = `pay initiate ${first} --on 2026-05-25 --yes`;
    expect(await codeOf(`pay initiate ${first} --on 2026-05-22 --yes`)).toBe(7);
    const onHoliday = await run(order);
    expect(onHoliday).toMatchObject({ code: 0, it: { status: 'SCHEDULED' } });
    expect(await run(order)).toMatchObject({ code: 14, it: { code: 'duplicate' } });
    expect(await codeOf(`pay cancel ${onHoliday.it.paymentId} --yes`)).toBe(0);
    expect(await payable(first)).toMatchObject({ status: 'APPROVED', activePaymentId: null });

    const again = await run(order);
    expect(again).toMatchObject({ code: 0, it: { status: 'SCHEDULED' } });
    expect(again.it.paymentId).not.toBe(onHoliday.it.paymentId);
    expect(await codeOf(order)).toBe(14);

    const second = await approved(300, 'B');
    expect(await codeOf(`pay initiate ${second} --on 2026-05-25 --yes`)).toBe(0);
    await service.json(`payable cancel ${second} -b ${service.payee} --yes`);
    expect(await run(`pay initiate ${second} --on 2026-05-25 --yes`)).toMatchObject({
      ...{ code: 7, it: { code: 'payable_not_approved' } },
    });

    await control('/sandbox/clock/advance', { to: '2026-05-26T21:00:00Z' });
    expect(await run(`pay cancel ${again.it.paymentId} --yes`)).toMatchObject({
      ...{ code: 7, it: { code: 'payment_not_cancellable' } },
    });
    await until(again.it.paymentId, 'COMPLETED');
    expect(await payable(first)).toMatchObject({ status: 'PAID' });
    expect(await codeOf(order)).toBe(14);
  });

  test('S9a: a payment that failed, or was returned late, is made again without a flag', async () => {
    service = await startService(undefined, mode);
    for (const [amount, end] of [
      [55.01, 'FAILED'],
      [56.01, 'RETURNED'],
    ] as const) {
      const id = await approved(amount, end);
      const pay = `pay initiate ${id} --yes`;
      const first = await run(pay);
      expect([first.code, await codeOf(pay)]).toEqual([0, 14]);
      await until(first.it.paymentId, end);
      expect(await payable(id)).toMatchObject({
        ...{ status: 'APPROVED', lastPaymentFailure: { status: end, code: 'R01' } },
      });
      const second = await run(pay);
      expect([second.code, await codeOf(pay)]).toEqual([0, 14]);
      expect(second.it.paymentId).not.toBe(first.it.paymentId);
    }

    const id = await approved(300, 'C');
    const [account] = await service.json<{ id: string }[]>(`bank list -b ${service.payer}`);
    await service.json(`sandbox bank ${account?.id} --behavior R01`);
    const failed = await run(`pay initiate ${id} --yes`);
    await until(failed.it.paymentId, 'FAILED');
    await service.json(`sandbox bank ${account?.id} --behavior none`);
    const good = await run(`pay initiate ${id} --yes`);
    expect(good.code).toBe(0);
    await until(good.it.paymentId, 'COMPLETED');
    expect(await payable(id)).toMatchObject({ status: 'PAID' });
    expect(await codeOf(`pay initiate ${id} --yes`)).toBe(14);
  });
});

test('S11: a quick payment that was held and cancelled is made again without a flag', async () => {
  service = await startService();
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const quick = (amount: number) =>
    `pay quick ${connection?.id} --amount ${amount} --yes --max-total ${amount}`;
  const march = await run(`${quick(750)} --memo March`);
  expect(march).toMatchObject({ code: 0, it: { status: 'PENDING', amount: 750 } });
  const duplicate = await run(`${quick(750)} --memo March`);
  expect(duplicate).toMatchObject({ code: 14, it: { code: 'duplicate' } });
  expect(await codeOf(`${quick(750)} --allow-duplicate ${duplicate.it.intentId}`)).toBe(0);
  await until(march.it.paymentId, 'COMPLETED');
  expect(await codeOf(`pay cancel ${march.it.paymentId} --yes`)).toBe(7);

  const held = await run(quick(100_000));
  expect(held).toMatchObject({ code: 0, it: { status: 'HELD' } });
  expect(await codeOf(quick(100_000))).toBe(14);
  expect(await codeOf(`pay cancel ${held.it.paymentId} --yes`)).toBe(0);
  const again = await run(quick(100_000));
  expect(again).toMatchObject({ code: 0, it: { status: 'HELD' } });
  expect(await codeOf(quick(100_000))).toBe(14);
  await control(`/sandbox/payments/${again.it.paymentId}/release`, {});
  await until(again.it.paymentId, 'COMPLETED');

  await service.json(`connection archive ${connection?.id} --yes`);
  expect(await run(quick(5))).toMatchObject({ code: 7, it: { code: 'connection_not_active' } });
  const made = await service.control('GET', '/sandbox/events?type=payment.created');
  expect(made).toHaveLength(4);
});

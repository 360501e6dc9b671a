import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

async function approved(): Promise<string> {
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const { id } = await service.json<{ id: string }>(
    `payable create -b ${service.payee} --connection ${connection?.id} --amount 10 --submit`,
  );
  await service.remit(`payable approve ${id} --yes`);
  return id;
}

test('wait ends when the status is reached', async () => {
  const id = await approved();
  await service.remit(`pay initiate ${id} --yes`);
  const waiting = service.remit(`wait payable ${id} --for paid --max-wait 20 --json`);
  await service.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
  const { code, out } = await waiting;
  expect([code, JSON.parse(out).status]).toEqual([0, 'PAID']);
});

test('wait exits with 15 on a timeout, and with 7 if the status can no longer be reached', async () => {
  const id = await approved();
  expect((await service.remit(`wait payable ${id} --for PAID --max-wait 0`)).code).toBe(15);
  await service.remit(`payable decline ${id} --yes`);
  const ended = await service.remit(`wait payable ${id} --for PAID --max-wait 20 --json`);
  expect([ended.code, JSON.parse(ended.out).status]).toEqual([7, 'DECLINED']);
});

test('a resource that does not exist is an error', async () => {
  expect((await service.remit('wait bank fs_nowhere --for verified')).code).toBe(6);
  expect((await service.remit('wait payable pay_nowhere --for PAID')).code).toBe(6);
  expect((await service.remit('wait teapot x --for PAID')).code).toBe(2);
});

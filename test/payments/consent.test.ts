import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let quick: (amount: number) => string;
beforeEach(async () => {
  service = await startService();
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const [bank] = await service.json<{ id: string }[]>(`bank list -b ${service.payer}`);
  quick = (amount) => `pay quick ${connection?.id} --amount ${amount} --bank ${bank?.id}`;
});
afterEach(() => service.close());

/** Returns the consent in the journal's newest intent. */
async function consent(): Promise<unknown> {
  const [newest] = await service.json<{ id: string }[]>('journal list --limit 1');
  return (await service.json(`journal show ${newest?.id}`))['consent'];
}

test('the journal records how a payment was confirmed: at a prompt, or by which flags', async () => {
  const tty = { stdin: true, stderr: true };
  expect((await service.remit(quick(75), { tty, stdin: 'y\r' })).code).toBe(0);
  expect(await consent()).toBe('prompt');
  for (const [amount, flags, recorded] of [
    [76, '--yes', 'yes'],
    [77, '--yes --expect-amount 77', 'yes-expected'],
    [78, '--yes --max-total 100', 'yes-expected'],
  ] as const) {
    expect((await service.remit(`${quick(amount)} ${flags}`)).code).toBe(0);
    expect([flags, await consent()]).toEqual([flags, recorded]);
  }
});

test('a plan is confirmed by its hash', async () => {
  expect((await service.remit('run plan --out run.json')).code).toBe(0);
  expect((await service.remit('run apply run.json --yes')).code).toBe(0);
  expect(await consent()).toBe('plan');
});

test('a request that needs no confirmation has none', async () => {
  const [connection] = await service.json<{ id: string }[]>('connection list');
  await service.json(`payable create --connection ${connection?.id} --amount 5`);
  expect(await consent()).toBe(null);
});

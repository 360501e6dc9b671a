import { afterEach, describe, expect, test } from 'vitest';
import { type LargeSandbox, openLargeSandbox } from '../large-sandbox.ts';

let sandbox: LargeSandbox;
afterEach(() => sandbox.close());

async function filled(payables: number) {
  sandbox = await openLargeSandbox(payables, { seed: 3 });
  return { token: await sandbox.ownerToken(), path: sandbox.path };
}

describe('a sandbox with very many payables', () => {
  test('has a balanced ledger, received money, and payables in every state and on both sides, newest first', async () => {
    const { token, path } = await filled(12_000);
    const check = await sandbox.control('GET', '/sandbox/ledger/check');
    expect(check).toMatchObject({ ok: true, difference: 0 });
    expect(check.entries).toBeGreaterThan(6_000);
    const totalOf = async (query: string) =>
      (await sandbox.send('GET', `${path}?limit=1&${query}`, { token })).body.total;
    for (const status of ['PAID', 'SUBMITTED', 'APPROVED', 'SCHEDULED', 'DECLINED', 'CANCELLED']) {
      expect(await totalOf(`status=${status}`), status).toBeGreaterThan(400);
    }
    const [all, sent, received] = [
      await totalOf(''),
      await totalOf('direction=sent'),
      await totalOf('direction=received'),
    ];
    expect(sent).toBeGreaterThan(200);
    expect(sent + received).toBe(all);
    const { body } = await sandbox.send('GET', `${path}?limit=100`, { token });
    const moments = body.data.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(moments).toEqual(moments.toSorted().reverse());
  });

  test('is equal for the same seed, and different for another', async () => {
    const csvOf = async (seed: number) => {
      sandbox = await openLargeSandbox(300, { seed });
      const token = await sandbox.ownerToken();
      const { text } = await sandbox.send('POST', `${sandbox.path}/export`, { token, body: {} });
      await sandbox.close();
      return text.replaceAll(/(?:conn|biz)_\w+/g, '');
    };
    const [one, again, other] = [await csvOf(3), await csvOf(3), await csvOf(4)];
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  test('behaves as any other: approved payables can be paid, scheduled payments settle', async () => {
    const { token, path } = await filled(300);
    const approved = `${path}?status=APPROVED&direction=received&limit=1`;
    const [payable] = (await sandbox.send('GET', approved, { token })).body.data;
    const [bank] = (await sandbox.send('GET', '/api/bank-accounts', { token })).body;
    const order = { payableId: payable.id, fundingSourceId: bank.id, clearingSpeed: 'standard' };
    const paid = await sandbox.send('POST', '/api/payments/initiate', { token, body: order });
    expect(paid.status).toBe(201);
    await sandbox.advance({ businessDays: 25 });
    const { body } = await sandbox.send('GET', `${path}?status=SCHEDULED`, { token });
    expect(body.total).toBe(0);
    const { body: read } = await sandbox.send('GET', `${path}/${payable.id}`, { token });
    expect(read.status).toBe('PAID');
  });
});

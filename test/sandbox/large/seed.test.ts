import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSandbox, type TestSandbox } from '../open-sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

const wish = { name: 'big', payables: 12_000, seed: 3 };
const some = { ...wish, payables: 3_000 };

const fill = (body: object = wish, of = sandbox) => of.control('POST', '/sandbox/seed', body);

async function filled(body: typeof wish = wish, of = sandbox) {
  let progress = await fill(body, of);
  while (progress.made < body.payables) progress = await fill(body, of);
  const token = await of.ownerToken();
  const path = `/api/businesses/${progress.business}/payables`;
  return { token, path, business: progress.business };
}

describe('a sandbox with very many payables', () => {
  test('is filled in parts, and filling again changes nothing', async () => {
    expect(await fill()).toMatchObject({ made: 10_000, payables: 12_000 });
    expect(await fill()).toMatchObject({ made: 12_000 });
    expect(await fill()).toMatchObject({ made: 12_000 });
    const { token, path } = await filled();
    const { body } = await sandbox.send('GET', path, { token });
    expect(body.total).toBeGreaterThan(10_500);
  });

  test('has a balanced ledger, received money, and payables in every state and on both sides, newest first', async () => {
    const { token, path } = await filled(some);
    const check = await sandbox.control('GET', '/sandbox/ledger/check');
    expect(check).toMatchObject({ ok: true, difference: 0 });
    expect(check.entries).toBeGreaterThan(1_500);
    const totalOf = async (query: string) =>
      (await sandbox.send('GET', `${path}?limit=1&${query}`, { token })).body.total;
    for (const status of ['PAID', 'SUBMITTED', 'APPROVED', 'SCHEDULED', 'DECLINED', 'CANCELLED']) {
      expect(await totalOf(`status=${status}`), status).toBeGreaterThan(90);
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
    const csvOf = async (body: typeof wish) => {
      const of = await openSandbox();
      const { token, path } = await filled(body, of);
      const { text } = await of.send('POST', `${path}/export`, { token, body: {} });
      await of.close();
      return text.replaceAll(/(?:conn|biz)_\w+/g, '');
    };
    const small = { ...wish, payables: 300 };
    const [one, again, other] = [
      await csvOf(small),
      await csvOf(small),
      await csvOf({ ...small, seed: 4 }),
    ];
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  test('behaves as any other: approved payables can be paid, scheduled payments settle', async () => {
    const { token, path } = await filled({ ...wish, payables: 300 });
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

  test('needs an empty sandbox, and cannot change its number of payables', async () => {
    const demo = await openSandbox({ seed: 'demo' });
    const refused = await demo.tryControl('POST', '/sandbox/seed', wish);
    expect(refused).toMatchObject({ status: 409, body: { code: 'already_seeded' } });
    await demo.close();
    await fill({ ...wish, payables: 10 });
    const other = await sandbox.tryControl('POST', '/sandbox/seed', { ...wish, payables: 20_000 });
    expect(other.status).toBe(409);
    await sandbox.control('POST', '/sandbox/reset', { seed: 'empty' });
    expect(await fill({ ...wish, payables: 10 })).toMatchObject({ made: 10, payables: 10 });
  });
});

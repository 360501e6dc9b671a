import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PayerStub, payableWith, startPayerStub } from '../helpers/payer-stub.ts';

let home: string;
let stub: PayerStub;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'remit-names-'));
  stub = await startPayerStub(home);
});
afterEach(async () => {
  await stub.service.close();
  await rm(home, { recursive: true, force: true });
});

const add = (...payables: Parameters<typeof payableWith>[0][]) => {
  for (const it of payables) stub.payables.set(it.id, payableWith(it));
};
const mallory = { connectionId: 'conn_mallory', senderBusinessId: 'biz_mallory' };
const at = (stdin: string, beforeAnswer?: () => Promise<void>) => ({
  tty: { stdin: true, stdout: true, stderr: true },
  columns: 200,
  stdin,
  ...(beforeAnswer && { beforeAnswer }),
});

describe('a business that calls itself by the id of another one', () => {
  test.each(['biz_coastal', 'conn_coastal'])('is not paid in place of %s', async (id) => {
    add({ id: 'pay_1', status: 'APPROVED', ...mallory, payeeName: id });
    for (const line of [
      `pay initiate pay_1 --expect-payee ${id} --yes`,
      `api POST /api/payments/initiate -F payableId=pay_1 -F fundingSourceId=fs_1 --expect-payee ${id} --yes`,
    ]) {
      const { code, err } = await stub.run(line);
      expect([code, stub.takeWrites()]).toEqual([14, []]);
      expect(err.replaceAll(/\s+/g, ' ')).toContain(`"${id}" (a name, not an id), biz_mallory`);
    }
    await writeFile(join(home, 'rows.csv'), 'payableId\npay_1\n');
    const bulk = `pay bulk --file rows.csv --expect-payee ${id} --yes`;
    expect([(await stub.run(bulk)).code, stub.takeWrites()]).toEqual([14, []]);
    const plan = `run plan --file rows.csv --expect-payee ${id} --out plan.json`;
    expect((await stub.run(plan)).code).toBe(14);
  });

  test('is not chosen by its number in place of that other one', async () => {
    add({ id: 'pay_1', status: 'APPROVED', ...mallory, payeeName: 'biz_coastal' });
    const line = 'pay initiate CL-7001 --expect-payee biz_coastal --yes';
    expect([(await stub.run(line)).code, stub.takeWrites()]).toEqual([14, []]);
    await writeFile(join(home, 'rows.csv'), 'payableId\nCL-7001\n');
    const bulk = 'pay bulk --file rows.csv --expect-payee biz_coastal --yes';
    expect([(await stub.run(bulk)).code, stub.takeWrites()]).toEqual([14, []]);
  });

  test('is shown in quotes, with a note, in the question', async () => {
    add({ id: 'pay_1', status: 'APPROVED', ...mallory, payeeName: 'ＢＩＺ_coastal' });
    const { code, err } = await stub.run('pay initiate pay_1', at('n\r'));
    expect(code).toBe(14);
    expect(err).toContain('to "ＢＩＺ_coastal" (a name, not an id) for invoice CL-7001 (pay_1)');
  });

  test('is not selected by a filter for names, nor by the id of the other one', async () => {
    add(
      { id: 'pay_1', ...mallory, payeeName: 'biz_coastal' },
      { id: 'pay_2', invoiceNumber: 'CL-2', amount: 5 },
    );
    for (const payee of ['biz_coastal', 'coastal']) {
      const line = `payable approve --where --payee ${payee} --yes --max-total 100`;
      expect((await stub.run(line)).code).toBe(0);
      expect(stub.takeWrites().map((it) => it.split(' ')[1])).toEqual([
        '/api/businesses/biz_me/payables/pay_2/approve',
      ]);
    }
  });
});

test('what an expected payee matched is said: the id, or the name with the id behind it', async () => {
  add({ id: 'pay_1', status: 'APPROVED' });
  const line = 'pay initiate pay_1 --dry-run --expect-payee';
  const byId = await stub.run(`${line} biz_coastal`);
  expect(byId.err).toContain('Expected payee: biz_coastal is the id of the payee.');
  const byName = await stub.run(`${line} Coastal`);
  expect(byName.err).toContain('Expected payee: Coastal is the name of the payee (biz_coastal).');
});

describe('an invoice number', () => {
  test('of two payees is asked about with both, or refused', async () => {
    add(
      { id: 'pay_1', status: 'PAID' },
      { id: 'pay_2', status: 'APPROVED', ...mallory, payeeName: 'Coastal', amount: 4800 },
    );
    for (const flags of ['--yes', '--yes --expect-payee Coastal']) {
      const { code, err } = await stub.run(`pay initiate CL-7001 ${flags}`);
      expect([code, stub.takeWrites()]).toEqual([2, []]);
      expect(err).toContain('pay_1 · Coastal · $48.00 · PAID · conn_coastal');
      expect(err).toContain('pay_2 · Coastal · $4,800.00 · APPROVED · conn_mallory');
    }
    const asked = await stub.run('pay initiate CL-7001', at('n\r'));
    expect([asked.code, stub.takeWrites()]).toEqual([14, []]);
    expect(asked.err).toContain('Another payee has this number: pay_1 · Coastal · $48.00 · PAID');
    await writeFile(join(home, 'rows.csv'), 'payableId\nCL-7001\n');
    const bulk = await stub.run('pay bulk --file rows.csv --expect-payee Coastal --yes');
    expect([bulk.code, stub.takeWrites()]).toEqual([2, []]);
    expect(bulk.err).toContain('pay_1 · Coastal · $48.00 · PAID · conn_coastal');
    const known = await stub.run('pay initiate CL-7001 --expect-payee biz_mallory --yes');
    expect([known.code, stub.takeWrites().length]).toEqual([0, 1]);
  });

  test('that changes while its question is on the screen is not paid', async () => {
    for (const change of [
      { invoiceNumber: 'CL-9999' },
      { connectionId: 'conn_mallory' },
      { direction: 'sent' },
      { senderBusinessId: 'biz_mallory' },
    ]) {
      add({ id: 'pay_1', status: 'APPROVED' });
      const renew = async () => add({ id: 'pay_1', status: 'APPROVED', ...change });
      const { code, err } = await stub.run('pay initiate pay_1', at('y\r', renew));
      expect([code, stub.takeWrites()]).toEqual([14, []]);
      expect(err).toContain('changed after it was shown');
      expect(err).toContain(`is ${Object.values(change)[0]} now`);
    }
  });

  test('whose payable was renumbered between the list and its own record is left alone', async () => {
    add({ id: 'pay_1', status: 'APPROVED' });
    stub.onRead((record) => ({ ...record, invoiceNumber: 'CL-9999' }));
    const line = 'pay initiate CL-7001 --connection conn_coastal --yes';
    const { code, err } = await stub.run(line);
    expect([code, stub.takeWrites()]).toEqual([14, []]);
    expect(err).toContain('invoice number CL-7001 is CL-9999 now');
    await writeFile(join(home, 'rows.csv'), 'payableId,connectionId\nCL-7001,conn_coastal\n');
    const bulk = await stub.run('pay bulk --file rows.csv --yes');
    expect([bulk.code, stub.takeWrites()]).toEqual([14, []]);
  });

  test('whose payment is under way is refused as its id is, not as missing', async () => {
    add({ id: 'pay_1', status: 'APPROVED' });
    const line = '--connection conn_coastal --yes --expect-amount 48';
    expect((await stub.run(`pay initiate CL-7001 ${line}`)).code).toBe(0);
    add({ id: 'pay_1', status: 'APPROVED', activePaymentId: 'pmt_1', paymentStatus: 'PENDING' });
    const [byId, byNumber] = [
      await stub.run(`pay initiate pay_1 ${line}`),
      await stub.run(`pay initiate CL-7001 ${line}`),
    ];
    expect([byId.code, byNumber.code]).toEqual([14, 14]);
    expect(byNumber.err).toContain(byId.err.trim().split('\n').at(-1) ?? '');
    expect(byNumber.err).not.toContain('404');
  });
});

describe('what cannot be undone', () => {
  test.each([
    ['payable decline', 'received'],
    ['payable cancel', 'sent'],
    ['link disable', 'sent'],
  ])(
    '%s stops if the payable changed while its question was on the screen',
    async (line, direction) => {
      const before = { id: 'pay_1', direction, payeeName: 'biz_coastal', payerName: 'Acme' };
      add(before);
      const renew = async () => add({ ...before, invoiceNumber: 'CL-9999' });
      const { code, err } = await stub.run(`${line} CL-7001`, at('y\r', renew));
      expect([code, stub.takeWrites()]).toEqual([14, []]);
      expect(err).toContain('invoice CL-7001 (pay_1)');
      expect(err).toContain('"biz_coastal" (a name, not an id)');
      expect(err).toContain('Invoice number CL-7001: pay_1');
      expect(err).toContain('invoice number CL-7001 is CL-9999 now');
    },
  );
});

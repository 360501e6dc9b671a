import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Payable } from '../../src/api/operations/payable.ts';
import { startChangingProxy } from '../helpers/changing-proxy.ts';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { answering, reply } from '../helpers/stub-server.ts';

interface Row {
  readonly paymentId: string | null;
  readonly status: string | null;
  readonly invoiceNumber: string | null;
  readonly failureCode: string | null;
  readonly intentId: string | null;
  readonly [name: string]: unknown;
}

describe('on a sandbox', () => {
  let service: Service;
  let connection: string;
  beforeEach(async () => {
    service = await startService();
    const [it] = await service.json<{ id: string }[]>('connection list');
    connection = it?.id ?? '';
  });
  afterEach(() => service.close());

  const list = (flags = '') => service.json<Row[]>(`pay list ${flags}`);
  const pay = (number: string) =>
    service.json<{ paymentId: string }>(`pay initiate ${number} --connection ${connection} --yes`);

  test('a payment is shown with its state, its settlement and its intent', async () => {
    const none = await service.remit('pay list');
    expect([none.code, none.out, none.err]).toEqual([0, '', 'No payments.\n']);
    const { paymentId } = await pay('CL-1001');
    const [row, ...others] = await list();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ paymentId, status: 'PENDING', amount: 1840, direction: 'received' },
      ...{ invoiceNumber: 'CL-1001', payeeName: 'Coastal Linen Inc', outcome: 'applied' },
      estimatedSettlementDate: '2026-03-05',
      intentId: expect.stringMatching(/^int_/),
    });
    expect(await service.json(`pay get ${paymentId}`)).toEqual(row);
    const mirrored = await service.json<Row[]>(`pay list -b ${service.payee}`);
    expect(mirrored[0]).toMatchObject({ paymentId, direction: 'sent' });
    // A completed payment is found by the journal.
    await service.json('sandbox clock advance 3bd');
    expect(await service.json(`pay get ${paymentId}`)).toMatchObject({
      status: 'COMPLETED',
      paidAt: expect.stringMatching(/^2026-03-05/),
    });
  });

  test('every attempt is a row of its own, with its code, its payee and its intent', async () => {
    const attempts: string[] = [];
    for (const code of ['R01', 'R09']) {
      const { paymentId } = await pay('CL-1001');
      attempts.unshift(paymentId);
      await service.json(`sandbox payment ${paymentId} submit`);
      await service.json(`sandbox payment ${paymentId} fail --code ${code}`);
    }
    const { paymentId } = await pay('CL-1001');
    expect(await list('--payable CL-1001')).toMatchObject([
      { paymentId, status: 'PENDING', failureCode: null },
      { paymentId: attempts[0], status: 'FAILED', failureCode: 'R09', outcome: 'applied' },
      {
        ...{ paymentId: attempts[1], status: 'FAILED', failureCode: 'R01' },
        ...{ payeeName: 'Coastal Linen Inc', failureReason: 'Insufficient Funds' },
        ...{ intentId: expect.stringMatching(/^int_/), amount: 1840 },
      },
    ]);
    expect(await list()).toHaveLength(3);
    expect((await list('--status FAILED')).map((it) => it.paymentId)).toEqual(attempts);
    expect(await service.json(`pay get ${attempts[1]}`)).toMatchObject({ failureCode: 'R01' });
    const seen = await service.json<Row[]>(`pay list -b ${service.payee} --status FAILED`);
    expect(seen.map((it) => it.paymentId)).toEqual(attempts);
  });

  test('a quick payment is in the journal only', async () => {
    const { paymentId } = await service.json<{ paymentId: string }>(
      `pay quick ${connection} --amount 5 --yes`,
    );
    expect(await list()).toMatchObject([
      { paymentId, status: null, amount: 5, payableId: null, connectionId: connection },
    ]);
    const shown = await service.remit('pay list', { tty: { stdout: true }, columns: 80 });
    expect(shown.out).toContain('applied');
  });

  test('each payment of a batch stands by itself', async () => {
    await service.json(`payable approve CL-1002 CL-1004 --connection ${connection} --yes`);
    await service.file('rows.csv', 'payableId\nCL-1001\nCL-1002\nCL-1004\n');
    await service.json('pay bulk --file rows.csv --expect-payee "Coastal Linen Inc" --yes');
    const rows = await list();
    expect(rows.map(({ invoiceNumber }) => invoiceNumber)).toEqual([
      'CL-1004',
      'CL-1002',
      'CL-1001',
    ]);
    expect(new Set(rows.map(({ paymentId }) => paymentId)).size).toBe(3);
    expect(new Set(rows.map(({ intentId }) => intentId)).size).toBe(1);
    expect((await list('--limit 2')).length).toBe(2);
    expect((await list('--direction sent')).length).toBe(0);
  });

  test.each(['reconcile', 'resolve ID --applied'])(
    'each payment of a batch whose response was lost is shown once, also after journal %s',
    async (verb) => {
      await service.json(`payable approve CL-1002 CL-1004 --connection ${connection} --yes`);
      await service.file('rows.csv', 'payableId\nCL-1001\nCL-1002\nCL-1004\n');
      const proxy = await startChangingProxy(service.baseUrl);
      proxy.change = ({ method }) => (method === 'GET' ? undefined : { lose: 'answer' });
      const env = {
        ...{ REMIT_BASE_URL: proxy.baseUrl, REMIT_TOKEN: service.token },
        REMIT_BUSINESS: service.payer,
      };
      const lost = await service.remit(
        'pay bulk --file rows.csv --expect-payee "Coastal Linen Inc" --yes --json',
        { env },
      );
      expect(lost.code).toBe(10);
      const { intentId } = JSON.parse(lost.err).error;
      expect((await list()).map((it) => it.intentId)).toEqual(Array(3).fill(intentId));
      const quiet = verb === 'reconcile' ? ' --quiet-period 0' : '';
      const judged = await service.remit(`journal ${verb.replace('ID', intentId)}${quiet}`, {
        env,
      });
      expect(judged.code).toBe(0);
      await proxy.close();

      const rows = await list();
      expect(rows.map(({ invoiceNumber }) => invoiceNumber).sort()).toEqual([
        ...['CL-1001', 'CL-1002', 'CL-1004'],
      ]);
      for (const row of rows) {
        const { paymentId, status, amount, intentId: by } = row;
        expect([paymentId, status, by]).toEqual([
          expect.stringMatching(/^pmt_/),
          'PENDING',
          intentId,
        ]);
        expect(amount).toBeGreaterThan(0);
      }
      await service.json('sandbox clock advance 3bd');
      const settled = await list('--status COMPLETED');
      expect([settled.length, (await list()).length]).toEqual([3, 3]);
      const ids = new Set(rows.map(({ paymentId }) => paymentId));
      const named = settled.filter(({ paymentId }) => ids.has(paymentId)).length;
      expect(named).toBe(verb === 'reconcile' ? 3 : 0);
      expect((await service.remit('journal verify')).code).toBe(0);
    },
  );

  test('one that nobody shows is not found', async () => {
    const { code, err } = await service.remit('pay get pmt_other --json');
    expect([code, JSON.parse(err).error.code]).toEqual([6, 'not_found']);
  });
});

test('a service that shows no payments on its payables is said so', async () => {
  const rows = [{ id: 'pay_1', status: 'APPROVED', amount: 5 }] as Payable[];
  const service = await answering((_, response) =>
    reply(response, 200, { data: rows, total: rows.length }),
  );
  const env = {
    REMIT_BASE_URL: service.baseUrl,
    REMIT_TOKEN: 'token-of-the-test',
    REMIT_HOME: `/tmp/remit-pay-list-${process.pid}`,
  };
  const { code, err } = await remit('pay list -b biz_1', { env });
  await service.close();
  expect([code, err]).toEqual([0, expect.stringContaining('shows no payments on its payables')]);
});

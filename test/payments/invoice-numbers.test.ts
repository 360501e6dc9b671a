import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/http/api-error.ts';
import type { Payable } from '../../src/api/operations/payable.ts';
import { resolvePayables } from '../../src/money/batches/resolve-numbers.ts';
import type { RunPort } from '../../src/money/port.ts';
import { submitted } from '../helpers/invoices.ts';
import { remit, type TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

const atTerminal = { tty: { stdin: true, stdout: true, stderr: true } } as const;

describe('on a sandbox', () => {
  let service: Service;
  let connection: string;
  const start = async () => {
    service = await startService();
    const [first] = await service.json<{ id: string }[]>('connection list');
    connection = first?.id ?? '';
  };
  const idOf = async (number: string) => {
    const [it] = await service.json<{ id: string }[]>(`payable list --search ${number}`);
    return it?.id ?? '';
  };
  const create = (invoiceNumber: string) => submitted(service, { amount: 10, invoiceNumber });
  const statusOf = async (id: string) =>
    (await service.json<{ status: string }>(`payable get ${id}`)).status;

  const bulk = (rows: string, flags = '', typed: TestInput = {}) =>
    service
      .file('rows.csv', rows)
      .then(() => service.remit(`pay bulk --file rows.csv --yes ${flags}`, typed));

  describe('what pays nothing', () => {
    beforeAll(start);
    afterAll(() => service.close());

    test('a number that looks like an id is never taken for one', async () => {
      await create('pay_zzzzzzzzzzzzzzzz');
      const { code, err } = await service.remit('payable approve pay_zzzzzzzzzzzzzzzz --json');
      expect([code, JSON.parse(err).error.code]).toEqual([6, 'not_found']);
    });

    test('a number of a payable that the command cannot act on is refused as its id is', async () => {
      const said = (id: string, state: string) => expect.stringMatching(`${id}\\s+is\\s+${state}`);
      const unpaid = await service.remit(`pay initiate CL-1002 --connection ${connection} --yes`);
      expect(unpaid).toMatchObject({ code: 7, err: said(await idOf('CL-1002'), 'SUBMITTED') });
      const none = await service.remit(['payable', 'get', 'No such invoice']);
      expect(none).toMatchObject({ code: 6, err: expect.stringContaining("'No such invoice'") });
    });

    test('a payable of another connection than the given one is left alone', async () => {
      const id = await idOf('CL-1001');
      const { code, err } = await service.remit(`pay initiate ${id} --connection conn_other --yes`);
      expect([code, err]).toEqual([14, expect.stringContaining('not conn_other')]);
    });

    test('a payable that one row names by id and another by number is refused', async () => {
      const id = await idOf('CL-1001');
      const { code, err } = await bulk(`payableId,connectionId\n${id},\nCL-1001,${connection}\n`);
      expect([code, err]).toEqual([
        2,
        expect.stringContaining(`rows.csv:3: payableId: ${id} is a duplicate of rows.csv:2`),
      ]);
      const twice = await bulk(`payableId,connectionId\n${id},\n${id},${connection}\n`);
      expect([twice.code, twice.err]).toEqual([
        2,
        expect.stringContaining(`rows.csv:3: payableId: ${id} is a duplicate of rows.csv:2`),
      ]);
      expect(await service.json('pay list')).toEqual([]);
    });

    test('a row with another connection than its payable is refused', async () => {
      const id = await idOf('CL-1001');
      const { code, err } = await bulk(`payableId,connectionId\n${id},conn_other\n`);
      expect([code, err]).toEqual([14, expect.stringContaining('not conn_other')]);
    });

    test('a run is planned by numbers, and holds ids', async () => {
      await service.file('rows.csv', `payableId,connectionId\nCL-1001,${connection}\n`);
      const plan = await service.json<{ plan: { payments: { payableId: string }[] } }>(
        'run plan --file rows.csv',
      );
      expect(plan.plan.payments[0]?.payableId).toBe(await idOf('CL-1001'));
    });
  });

  describe('what acts', () => {
    beforeEach(start);
    afterEach(() => service.close());

    test('an invoice number is taken wherever the id of a payable is', async () => {
      const id = await idOf('CL-1002');
      expect((await service.json('payable get CL-1002'))['id']).toBe(id);
      expect((await service.json<unknown[]>('payable log CL-1002')).length).toBeGreaterThan(0);
      const other = `-b ${service.payee}`;
      expect((await service.json(`link enable CL-1002 ${other}`))['status']).toBe('enabled');
      expect((await service.json(`link get CL-1002 ${other}`))['status']).toBe('enabled');
      expect(await service.remit(`payable remind CL-1002 ${other}`)).toMatchObject({ code: 0 });
      expect(await service.remit(`payable update CL-1005 ${other} --memo new`)).toMatchObject({
        code: 0,
      });
      expect((await service.json(`payable submit CL-1005 ${other}`))['status']).toBe('SUBMITTED');
      const approved = await service.json<{ id: string }[]>(
        `payable approve CL-1002 CL-1004 --connection ${connection} --yes`,
      );
      expect(approved[0]?.id).toBe(id);
      expect(await service.remit('policy check CL-1001')).toMatchObject({ code: 0 });
      const waited = await service.json('wait payable CL-1002 --for APPROVED');
      expect(waited['id']).toBe(id);
    });

    test('an id that exists wins over a number that a payee made like it', async () => {
      const id = await idOf('CL-1002');
      const trap = await create(id);
      expect((await service.json(`payable get ${id}`))['id']).toBe(id);
      await service.json(`payable approve ${id} --yes`);
      expect([await statusOf(id), await statusOf(trap)]).toEqual(['APPROVED', 'SUBMITTED']);
    });

    test('without a person, a payment by number needs the connection or the payee', async () => {
      const unclear = await service.remit('pay initiate CL-1001 --yes --json');
      expect([unclear.code, unclear.out]).toEqual([2, '']);
      expect(unclear.err).toContain('add --connection or --expect-payee');
      expect(await service.remit('pay initiate CL-1001 --yes', atTerminal)).toMatchObject({
        code: 2,
      });
      const wrong = await service.remit(
        'pay initiate CL-1001 --yes --expect-payee "Somebody else"',
      );
      expect(wrong.code).toBe(14);
      const paid = await service.json(`pay initiate CL-1001 --connection ${connection} --yes`);
      expect(paid['payableId']).toBe(await idOf('CL-1001'));
    });

    test('in a terminal a person confirms what the number is of', async () => {
      const { code, err } = await service.remit('pay initiate CL-1001', {
        ...atTerminal,
        stdin: 'y\r',
      });
      expect([code, err]).toEqual([
        0,
        expect.stringContaining('to Coastal Linen Inc for invoice CL-1001'),
      ]);
      const declined = await service.remit('payable decline CL-1002', {
        ...atTerminal,
        stdin: 'y\r',
      });
      expect(declined.code).toBe(0);
      expect(await statusOf(await idOf('CL-1002'))).toBe('DECLINED');
    });

    test('an approval by number, and what cannot be undone, needs the connection without a person', async () => {
      for (const line of [
        'payable approve CL-1002',
        'payable decline CL-1002',
        `payable cancel CL-1002 -b ${service.payee}`,
      ]) {
        expect(await service.remit(`${line} --yes`)).toMatchObject({ code: 2 });
      }
      const { code } = await service.remit(
        `payable decline CL-1002 --connection ${connection} --yes`,
      );
      expect(code).toBe(0);
    });

    describe('in a file', () => {
      test('a number needs the column connectionId, or --expect-payee', async () => {
        const { code, err } = await bulk('payableId\nCL-1001\n', '', atTerminal);
        expect([code, err]).toEqual([
          2,
          expect.stringContaining(
            "rows.csv:2: payableId: invoice number 'CL-1001' requires the column",
          ),
        ]);
        const paid = await bulk(`payableId,connectionId\nCL-1001,${connection}\n`, '--json');
        expect(JSON.parse(paid.out)[0]).toMatchObject({
          outcome: 'applied',
          invoiceNumber: 'CL-1001',
        });
        await service.json(`payable approve CL-1002 --connection ${connection} --yes`);
        const other = await bulk(
          'payableId\nCL-1002\n',
          '--expect-payee "Coastal Linen Inc" --json',
        );
        expect(JSON.parse(other.out)[0]).toMatchObject({ outcome: 'applied' });
      });

      test('the same file again skips what is in flight, and its number alone is refused', async () => {
        const rows = `payableId,connectionId\nCL-1001,${connection}\n`;
        await bulk(rows);
        const one = `pay initiate CL-1001 --connection ${connection} --yes`;
        expect((await service.remit(one)).code).toBe(14);
        const { code, out } = await bulk(rows, '--json');
        expect([code, JSON.parse(out)[0].outcome]).toEqual([0, 'skipped']);
      });
    });

    test('an invitation is accepted with the link that was pasted', async () => {
      const { id } = await service.json<{ id: string }>(
        'business create-basic --name Corner --type llc --street "1 Main St" --city Portland --state ME --zip 04101 --ein 12-3456780',
      );
      await service.json('invite send new@partner.test');
      const mails = await service.json<{ to: string; url: string }[]>('sandbox outbox');
      const mail = mails.find((it) => it.to === 'new@partner.test');
      await service.file('link.txt', `${mail?.url}\n`);
      const { code } = await service.remit(
        `invite accept --invitation-token-file link.txt -b ${id}`,
      );
      expect(code).toBe(0);
    });
  });
});

describe('among many', () => {
  const base = { direction: 'received', amount: 10, connectionId: 'conn_1', payeeName: 'One' };
  /** An invoice that a command has acted on, and a copy of it on the same connection. */
  const copied = (...statuses: readonly [string, string]) =>
    statuses.map((status, at) => ({
      ...base,
      ...(status === 'DRAFT' || statuses[0] === 'CANCELLED' ? { direction: 'sent' } : {}),
      id: `pay_${statuses[0]}${at}`,
      status,
      invoiceNumber: statuses.join('+'),
    }));
  const rows: Payable[] = [
    { ...base, id: 'pay_1', status: 'DECLINED', invoiceNumber: 'A-1' },
    { ...base, id: 'pay_2', status: 'SUBMITTED', invoiceNumber: 'A-1' },
    { ...base, id: 'pay_3', status: 'SUBMITTED', invoiceNumber: 'B/2' },
    {
      ...base,
      id: 'pay_4',
      status: 'SUBMITTED',
      invoiceNumber: 'B/2',
      connectionId: 'conn_2',
      payeeName: 'Two',
    },
    { ...base, id: 'pay_5', status: 'SUBMITTED', invoiceNumber: 'C-3', direction: 'sent' },
    { ...base, id: 'pay_6', status: 'SUBMITTED', invoiceNumber: 'D-4' },
    { ...base, id: 'pay_7', status: 'APPROVED', invoiceNumber: 'E-5', activePaymentId: 'pmt_7' },
    { ...base, id: 'pay_8', status: 'APPROVED', invoiceNumber: 'E-5' },
    ...copied('PAID', 'APPROVED'),
    ...copied('SCHEDULED', 'APPROVED'),
    ...copied('APPROVED', 'SUBMITTED'),
    ...copied('DECLINED', 'SUBMITTED'),
    ...copied('CANCELLED', 'DRAFT'),
  ] as Payable[];
  let service: Answering;
  let total = rows.length;
  beforeAll(async () => {
    service = await answering((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://service');
      const [, id] = /\/payables\/([^/]+)/.exec(pathname) ?? [];
      const found = rows.find((it) => it.id === id);
      if (id === undefined) return reply(response, 200, { data: rows, total });
      return found
        ? reply(response, 200, found)
        : reply(response, 404, { code: 'not_found', message: `No ${id}.` });
    });
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.seen.splice(0);
    total = rows.length;
  });
  const run = (line: string | readonly string[]) =>
    remit(line, {
      env: {
        REMIT_BASE_URL: service.baseUrl,
        REMIT_TOKEN: 'token-of-the-test',
        REMIT_BUSINESS: 'biz_1',
      },
    });
  const approved = () => service.seen.filter((it) => it.startsWith('POST'));

  test('the one that the command can act on is meant', async () => {
    expect((await run('payable approve A-1')).err).toContain(
      'add --connection or --expect-payee, or use the id',
    );
    expect(approved()).toEqual([]);
    await run('payable approve A-1 --connection conn_1 --yes');
    expect(approved()).toEqual(['POST /api/businesses/biz_1/payables/pay_2/approve']);
    service.seen.splice(0);
    expect((await run('payable approve C-3')).code).toBe(6);
    expect(approved()).toEqual([]);
  });

  test('several are listed, and their connection tells them apart', async () => {
    const { code, err } = await run('payable approve B/2');
    expect(code).toBe(2);
    expect(err).toContain("2 payables have the invoice number 'B/2':");
    expect(err).toContain('pay_3 · One · $10.00 · SUBMITTED · conn_1');
    expect(err).toContain('pay_4 · Two · $10.00 · SUBMITTED · conn_2');
    expect(approved()).toEqual([]);
    await run('payable approve B/2 --connection conn_2 --yes');
    expect(approved()).toEqual(['POST /api/businesses/biz_1/payables/pay_4/approve']);
  });

  test.for([
    'pay initiate E-5',
    'payable decline E-5 --reason x',
    'pay initiate PAID+APPROVED',
    'pay initiate SCHEDULED+APPROVED',
    'payable approve APPROVED+SUBMITTED',
    'payable decline DECLINED+SUBMITTED --reason x',
    'payable cancel CANCELLED+DRAFT',
  ])('%s, typed again, does not act on a copy of the invoice', async (line) => {
    const { code, err } = await run(`${line} --connection conn_1 --yes`);
    expect([code, err]).toEqual([2, expect.stringContaining('2 payables have')]);
    expect(approved()).toEqual([]);
  });

  test('a correction of a declined invoice is approved by its number', async () => {
    await run('payable approve DECLINED+SUBMITTED --connection conn_1 --yes');
    expect(approved()).toEqual(['POST /api/businesses/biz_1/payables/pay_DECLINED1/approve']);
  });

  test.for(['E-5', 'PAID+APPROVED', 'SCHEDULED+APPROVED'])(
    'a file with the number %s, paid again, does not pay a copy of the invoice',
    async (number) => {
      const file = join(tmpdir(), `numbers-${process.pid}.csv`);
      await writeFile(file, `payableId,connectionId\n${number},conn_1\n`);
      const { code, err } = await run(`pay bulk --file ${file} --yes`).finally(() => rm(file));
      expect([code, err]).toEqual([2, expect.stringContaining('2 payables have')]);
      expect(approved()).toEqual([]);
    },
  );

  test('a list that is not complete decides nothing', async () => {
    total = rows.length + 1;
    expect((await run('payable approve A-1')).code).toBe(12);
    expect(approved()).toEqual([]);
  });

  test('a text that cannot be an id is never sent as one', async () => {
    await run(['payable', 'approve', 'D 4/../pay_1']);
    expect(service.seen.every((it) => it.startsWith('GET /api/businesses/biz_1/payables?'))).toBe(
      true,
    );
    expect((await run('payable approve ..')).code).toBe(2);
    expect((await run(['payable', 'approve', 'a\nb'])).code).toBe(2);
  });
});

test('a payee that sends very many invoices with one number holds no file up', async () => {
  const all = Array.from({ length: 30_000 }, (_, at) => ({
    ...{ id: `pay_${at}`, invoiceNumber: 'A-1', status: 'APPROVED', direction: 'received' },
    ...{ amount: 10, payeeName: 'Coastal', connectionId: 'conn_1' },
  }));
  const context = {
    business: () => 'biz_1',
    payments: async () => ({
      payableAt: async () => {
        throw new ApiError(404, 'not_found', 'Not found.');
      },
    }),
    async *records() {
      yield* all;
    },
  } as unknown as RunPort;
  const startedAt = performance.now();
  const rows = [{ row: 1, payableId: 'A-1' }];
  const failure = await resolvePayables(context, rows, { expectPayee: 'Coastal' }).catch(String);
  expect(failure).toContain("30000 payables have the invoice number 'A-1': pay_0 ·");
  expect(failure).toMatch(/pay_19 · [^;]*; and 29980 more$/);
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

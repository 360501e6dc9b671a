import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payableWith, startPayerStub } from '../helpers/payer-stub.ts';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import type { Answering } from '../helpers/stub-server.ts';
import { startListService } from './listed-payables.ts';

describe('a service that filters by status and connection only', () => {
  let service: Answering;
  beforeAll(async () => {
    service = await startListService({ ignoresFilters: false, lacks: () => ['payeeName'] });
  });
  afterAll(() => service.close());
  beforeEach(() => service.seen.splice(0));

  const list = (flags: string) =>
    remit(`payable list -b biz_1 ${flags}`, {
      env: { REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: 'token-of-the-test' },
    });
  const queries = () => service.seen.map((it) => it.replace(/^.*\?/, ''));

  test('is asked to filter by one state and a connection', async () => {
    const { err } = await list('--status PAID --connection conn_1 --due-to eom -v -o tsv');
    expect(queries()).toEqual(['status=PAID&connectionId=conn_1&limit=100&offset=0']);
    expect(err).toContain('filtered by the service: --status, --connection\n');
    expect(err).toContain('filtered here: --due-to\n');
  });

  test('is asked for everything if several states are wanted', async () => {
    const { out } = await list('--status paid,draft --columns status -o tsv');
    expect(queries()).toHaveLength(5);
    expect(new Set(out.trim().split('\n'))).toEqual(new Set(['PAID', 'DRAFT']));
  });

  test('is asked for the rows that are counted, and not for those before them', async () => {
    await list('--total --limit 2 --skip 1 -o tsv');
    expect(queries()[0]).toBe('limit=2&offset=1');
  });

  test('is asked for no more rows than are wanted', async () => {
    await list('--status PAID --limit 2 --skip 1 -o tsv');
    expect(queries()[0]).toBe('status=PAID&limit=3&offset=0');
  });

  test.for([
    ['--due-from 2026-04-01 --due-to 2026-03', 0],
    ['--amount-from 10.01 --amount-to 10', 0],
    ['--created-from today --created-to -1d', 1],
    ['--due-from 2026-04-01 --due-to eom', 1],
  ] as const)('%s is no range', async ([flags, pages]) => {
    const { code, out, err } = await list(`${flags} --csv`);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('must not be after --')]);
    expect(queries().length).toBe(pages);
  });

  test.for([
    ['--status PAID,payed', "not 'payed' (did you mean PAID?)"],
    ['--due-to tomorow', "not 'tomorow'"],
    ['--due-to 2026-02-30', "not '2026-02-30'"],
    ['--due-to 2026-13', "not '2026-13'"],
    ['--sort amout', '(did you mean amount?)'],
    ['--sort due,-due', 'names a key twice'],
    ['--sort count', '--sort count requires --group-by'],
    ['--sort memo --group-by status', 'must be some of'],
    ['--sort due --group-by status', 'sort by status, amount, count'],
    ['--group-by status --since-last --out x.csv', '--since-last and --group-by cannot be used'],
    ['--status PAID --status DRAFT', 'takes one value'],
  ])('%s is refused before anything is sent', async ([flags = '', why]) => {
    const { code, err } = await list(flags);
    expect([code, err]).toEqual([2, expect.stringContaining(why ?? '')]);
    expect(service.seen).toEqual([]);
  });

  test.for(['--payee acme', '--search nobody', '--sort payee', '--group-by payee'])(
    '%s needs a field that its records lack',
    async (flags) => {
      const { code, err } = await list(`${flags} --json`);
      expect([code, JSON.parse(err).error]).toEqual([
        12,
        expect.objectContaining({
          code: 'field_missing',
          message: expect.stringMatching(
            /^Record pay_\d+ has no usable payeeName, which --\S+ needs/,
          ),
          next: expect.arrayContaining([expect.stringContaining('remit -b biz_1 dialect')]),
        }),
      ]);
    },
  );
});

describe('on a sandbox', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    const [connection] = await service.json<{ id: string }[]>('connection list');
    for (const [number, amount, due] of [
      ['CL-2001', '100.10', '2026-02-27'],
      ['CL-2002', '200.20', '2026-03-02'],
      ['CL-2003', '300.30', '2026-03-09'],
    ]) {
      await service.json(
        `payable create -b ${service.payee} --connection ${connection?.id} --amount ${amount} --invoice-number ${number} --due ${due} --submit`,
      );
    }
  });
  afterAll(() => service.close());

  const numbers = async (flags: string) =>
    (await service.remit(`payable list ${flags} --columns invoiceNumber -o tsv`)).out
      .trim()
      .split('\n');

  test('overdue is before today, as the service counts days', async () => {
    expect(await numbers('--overdue')).toEqual(['CL-2001']);
    expect(await numbers('--due-from today --due-to +7d --sort due')).toEqual([
      'CL-2002',
      'CL-2003',
    ]);
    expect(await numbers('--due-to 2026-02')).toEqual(['CL-2001']);
  });

  test('sorts by several keys, rows without a value last', async () => {
    expect(await numbers('--sort due,-amount --limit 4')).toEqual([
      'CL-2001',
      'CL-2002',
      'CL-2003',
      'CL-1004',
    ]);
    expect(await numbers('--sort=-amount --skip 1 --limit 2')).toEqual(['CL-1001', 'CL-1002']);
  });

  test('groups are counted and summed in every format, each direction by itself', async () => {
    const grouped = async (format: string) =>
      (await service.remit(`payable list --group-by status ${format}`)).out;
    expect(await grouped('--csv')).toBe(
      'direction,status,count,amount\nreceived,APPROVED,1,1840.00\nreceived,DECLINED,1,96.20\nreceived,SUBMITTED,5,3418.10\n',
    );
    expect(await grouped('-o tsv --columns status,count')).toBe(
      'APPROVED\t1\nDECLINED\t1\nSUBMITTED\t5\n',
    );
    expect(JSON.parse(await grouped('--json'))[2]).toEqual({
      ...{ direction: 'received', status: 'SUBMITTED', count: 5, amount: 3418.1 },
    });
    expect(await grouped('-o table --sort=-count --limit 1')).toMatch(
      /^DIRECTION +STATUS +COUNT +AMOUNT\nreceived +SUBMITTED +5 +\$3,418\.10\n$/,
    );
    expect(await service.remit('payable list --group-by status --columns memo')).toMatchObject({
      code: 2,
      err: expect.stringContaining("has 'memo'"),
    });
  });

  test('--total says count and sum of what is printed, after it and in every format', async () => {
    for (const format of ['--csv', '--json', '-o table', '-o ndjson']) {
      const { err } = await service.remit(
        `payable list --sort=-amount --limit 2 --total ${format}`,
      );
      expect(err).toBe('2 payables, $4,045.00\n');
    }
    const { out, err } = await service.remit('payable list --status PAID --total --json');
    expect([out, err]).toEqual(['[]\n', '0 payables, $0.00\n']);
    const quiet = await service.remit('payable list --total --csv --quiet');
    expect(quiet.err).toBe('');
  });

  test('an export refuses what the service cannot filter, and names the equal list', async () => {
    const { code, err } = await service.remit([
      ...['payable', 'export', '--payee', "Cora's Linen", '--status', 'PAID,DRAFT'],
      ...['--amount-from', '12.5', '--overdue', '--out', 'my file.csv'],
    ]);
    expect(code).toBe(2);
    expect(err).toContain(
      'no filter for several states (--status), --payee, --overdue, --amount-from',
    );
    expect(err).toContain(
      String.raw`next: remit payable list --status PAID,DRAFT --payee 'Cora'\''s Linen' --overdue --amount-from 12.50 --csv --out 'my file.csv'`,
    );
    const { out } = await service.remit('payable export --help');
    expect(out).not.toContain('--payee');
  });

  test('an export takes relative dates', async () => {
    const { code } = await service.remit('payable export --created-from=-1d --out all.csv');
    expect(code).toBe(0);
    expect(
      (await readFile(join(service.cwd, 'all.csv'), 'utf8')).split('\n').length,
    ).toBeGreaterThan(4);
    const none = await service.remit('payable export --created-to=-2d');
    expect(none.out.trim().split('\n').length).toBe(1);
  });
});

test('a due date that is no date is in no range, and not overdue', async () => {
  const home = await mkdtemp(join(tmpdir(), 'remit-due-'));
  const stub = await startPayerStub(home);
  for (const dueDate of ['01/15/2027', '2026-02-31', '2026-01-15T12:00:00Z'])
    stub.payables.set(dueDate, payableWith({ id: dueDate, status: 'APPROVED', dueDate }));
  for (const filter of ['--overdue', '--due-to 2026-12-31']) {
    const { out } = await stub.run(`payable list ${filter} --json`);
    const rows: { id: string }[] = JSON.parse(out);
    expect([filter, rows.map(({ id }) => id)]).toEqual([filter, ['2026-01-15T12:00:00Z']]);
  }
  await stub.service.close();
  await rm(home, { recursive: true, force: true });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

const row = { id: 'pay_1', amount: 12.5, lastPaymentFailure: { code: 'R01' } };

/** Returns the payable that a URL names, or the list. */
const readAt = (url: string) => {
  const [, id] = /\/payables\/(pay_\d)$/.exec(url) ?? [];
  return id === undefined ? { data: [row], total: 1 } : { ...row, id };
};

let service: Answering;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remit-columns-'));
  service = await answering(({ url = '' }, response) => reply(response, 200, readAt(url)));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => service.seen.splice(0));

const run = (line: string) =>
  remit(line, {
    cwd: folder,
    env: {
      REMIT_HOME: folder,
      REMIT_BASE_URL: service.baseUrl,
      REMIT_TOKEN: 'token-of-the-test',
      REMIT_BUSINESS: 'biz_1',
    },
  });

describe('an unknown column is refused before anything is sent', () => {
  test.for([
    ['payable list --columns id,amout', "has 'amout' (did you mean amount?)"],
    ['payable list --columns ID', "has 'ID' (did you mean id?)"],
    ['payable list --columns duedate', '(did you mean dueDate?)'],
    ['payable list --columns amount.cents', "has 'amount.cents'"],
    ['payable list --columns id,id.x,nothing', "has 'nothing'"],
    ['payable get pay_1 --columns statuss', '(did you mean status?)'],
    ['pay quick conn_1 --amount 5 --yes --columns paymentid', '(did you mean paymentId?)'],
    ['pay bulk --file rows.csv --yes --columns traceNumber', "has 'traceNumber'"],
    ['connection list --columns settings.netTerms,tag', '(did you mean tags?)'],
    ['payable list --columns lineItems.total', "has 'lineItems.total'"],
    ['payable export --columns id', '--columns applies to records'],
    ['payable list --columns id --query [].id', '--query cannot be used with --columns'],
  ])('%s', async ([line = '', why]) => {
    const { code, err, out } = await run(line);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(why ?? '')]);
    expect(service.seen).toEqual([]);
  });

  test('and the known columns are listed', async () => {
    const { err } = await run('payable list --columns nothing --json');
    const [error] = JSON.parse(err).error.fields;
    expect(error).toMatchObject({ field: 'columns' });
    expect(err).toMatch(/Known: id, invoiceNumber, status.*paymentStatus/);
  });
});

describe('a column that a record may have is printed', () => {
  test.for([
    ['payable list --columns id,amount --csv', 'id,amount\npay_1,12.50\n'],
    ['payable list --columns id,paymentStatus --csv', 'id,paymentStatus\npay_1,\n'],
    ['payable list --columns lastPaymentFailure.code -o tsv', 'R01\n'],
    ['payable list --columns lastPaymentFailure.whatever,id -o tsv', '\tpay_1\n'],
    ['payable list --columns lineItems.0.amount,id -o tsv', '\tpay_1\n'],
    ['version --columns version,node -o tsv', expect.stringMatching(/^\S+\tv\d/)],
  ] as const)('%s', async ([line, out]) => {
    expect(await run(line)).toEqual({ code: 0, err: '', out });
  });
});

test('without a contract for the records, the records define the columns', async () => {
  expect(await run('version --columns vershion')).toMatchObject({ code: 2, out: '' });
  expect(await run('payable aging --columns memo')).toMatchObject({ code: 2, out: '' });
  const members = await run('commands --columns command,usage --csv');
  expect(members).toMatchObject({ code: 0, out: expect.stringContaining('remit payable list') });
});

test('for two payables, errors are printed beside results', async () => {
  const { code } = await run('payable approve pay_1 pay_2 --yes --columns id,error --dry-run');
  expect(code).toBe(0);
});

describe('columns of a setting', () => {
  const atTerminal = { tty: { stdout: true, stderr: true }, columns: 80 } as const;
  const list = (line: string, terminal: object = atTerminal) =>
    remit(line, {
      ...terminal,
      cwd: folder,
      env: {
        REMIT_HOME: folder,
        REMIT_BASE_URL: service.baseUrl,
        REMIT_TOKEN: 'token-of-the-test',
        REMIT_BUSINESS: 'biz_1',
      },
    });
  const headOf = (text: string) =>
    stripVTControlCharacters(text)
      .split('\n')[0]
      ?.trim()
      .split(/\s{2,}/);
  afterEach(() => run('config unset columns.payable'));

  test('are those of a list in a terminal', async () => {
    expect((await run('config set columns.payable amount,id')).code).toBe(0);
    expect(headOf((await list('payable list')).out)).toEqual(['AMOUNT', 'ID']);
    expect((await run('config get columns.payable --json')).out).toContain('"amount"');
  });

  test('neither of piped output, nor of one record, nor beside --columns', async () => {
    await run('config set columns.payable amount,id');
    expect((await run('payable list --csv')).out).toMatch(/^id,invoiceNumber,/);
    expect((await run('payable list')).out).toMatch(/^pay_1\t/);
    const grouped = await list('payable list --group-by due');
    expect(headOf(grouped.out)).toContain('COUNT');
    expect((await list('payable get pay_1')).out).toContain('pay_1');
    expect(headOf((await list('payable list --columns status')).out)).toEqual(['STATUS']);
    expect(JSON.parse((await list('payable list --json')).out)).toEqual([row]);
  });

  test('an unknown one is refused when it is set, and when a list has none like it', async () => {
    const { code, err } = await run('config set columns.payable amout');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("columns.payable: no record of remit payable list has 'amout'"),
    ]);
    const [, config = ''] = /file: (.+)/.exec((await run('config list')).err) ?? [];
    writeFileSync(config, JSON.stringify({ settings: { 'columns.payable': ['amout'] } }));
    const listed = await list('payable list');
    expect([listed.code, listed.err]).toEqual([2, expect.stringContaining('columns.payable: ')]);
    rmSync(config);
  });
});

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRecord } from '../../src/is-record.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { advance, approved, pay } from '../match/month.ts';
import { talkTo } from '../mcp/test-client.ts';

let service: Service;
let connection: string;
async function start(): Promise<void> {
  service = await startService();
  const [only] = await service.json<{ id: string }[]>('connection list');
  connection = only?.id ?? '';
}

interface Statement {
  readonly partnerName: string;
  readonly accounts: readonly Record<string, unknown>[];
  readonly entries: readonly Record<string, unknown>[];
  readonly open: readonly Record<string, unknown>[];
  readonly quickPayments: readonly Record<string, unknown>[];
}

const statement = (words: string, more = '') =>
  service.json<Statement>(`connection statement ${connection} ${words} ${more}`);

/** Invoices of every fate: paid and returned in March, paid again in April; cancelled; in flight; approved. */
async function history(): Promise<void> {
  const returned = await pay(service, 'CL-7001', '100.00');
  await advance(service, 5);
  await service.control('POST', `/sandbox/payments/${returned.payment}/return`, { code: 'R10' });
  const cancelled = await approved(service, 'CL-7002', '7.50');
  await service.json(`payable cancel ${cancelled} -b ${service.payee} --yes`);
  await advance(service, 20);
  const [account] = Object.values(await service.json('bank list'));
  const authorized = { authorized: true };
  await service.control('PATCH', `/sandbox/bank-accounts/${asRecord(account)['id']}`, authorized);
  await service.json(
    `pay initiate ${returned.payable} --reauthorized ${returned.payment} --reason reinstated --yes`,
  );
  await advance(service, 5);
  await pay(service, 'CL-7003', '12.25');
  await approved(service, '<b>x</b>&amp;', '3.00');
}

const THE_DEMO = ['CL-1001', 'CL-1002', 'CL-1003', 'CL-1004'];
const told = ({ entries }: Statement) =>
  entries
    .filter(({ invoiceNumber }) => !THE_DEMO.includes(String(invoiceNumber)))
    .map((it) => [it['date'], it['type'], it['invoiceNumber'], it['amount'], it['balance']]);

describe('after two months', () => {
  beforeAll(async () => {
    await start();
    await history();
  });
  afterAll(() => service.close());

  test('a payment that was returned and made again is in each month as it was then', async () => {
    const march = await statement('--from 2026-03 --to 2026-03');
    expect(march.partnerName).toBe('Coastal Linen Inc');
    expect(told(march)).toEqual([
      ['2026-03-01', 'opening', null, null, 0],
      ['2026-03-02', 'invoice', 'CL-7001', 100, 4757.5],
      ['2026-03-05', 'payment', 'CL-7001', -100, 4657.5],
      ['2026-03-09', 'return', 'CL-7001', 100, 4757.5],
      ['2026-03-09', 'invoice', 'CL-7002', 7.5, 4765],
      ['2026-03-09', 'cancellation', 'CL-7002', -7.5, 4757.5],
      ['2026-03-31', 'closing', null, null, 4757.5],
    ]);
    expect(march.accounts[0]).toEqual({
      direction: 'received',
      opening: 0,
      invoiced: 4861.2,
      paid: -100,
      returned: 100,
      cancelled: -7.5,
      declined: -96.2,
      closing: 4757.5,
    });
    const april = await statement('--from 2026-04');
    expect(told(april)).toEqual([
      ['2026-04-01', 'opening', null, null, 4757.5],
      ['2026-04-09', 'payment', 'CL-7001', -100, 4657.5],
      ['2026-04-13', 'invoice', 'CL-7003', 12.25, 4669.75],
      ['2026-04-13', 'invoice', '<b>x</b>&amp;', 3, 4672.75],
      ['2026-04-13', 'closing', null, null, 4672.75],
    ]);
    expect(april.open.map((it) => it['invoiceNumber'])).toContain('CL-7003');
  });

  test('the partner sees the same sums in the other direction', async () => {
    const own = await statement('--from 2026-03 --to 2026-03');
    const theirs = await statement('--from 2026-03 --to 2026-03', `-b ${service.payee}`);
    expect(theirs.partnerName).toBe('Acme Hotels LLC');
    expect(theirs.accounts[1]).toEqual({ ...own.accounts[0], direction: 'sent' });
    expect(theirs.accounts[0]).toMatchObject({ closing: 0, invoiced: 0 });
  });

  test('the page is self-contained, escaped and complete', async () => {
    const line = `connection statement ${connection} --from 2026-03 --out march.html`;
    expect(await service.remit(line)).toMatchObject({ code: 0, out: '' });
    const path = join(service.cwd, 'march.html');
    const page = await readFile(path, 'utf8');
    expect(page).toContain('&lt;b&gt;x&lt;/b&gt;&amp;amp;');
    expect(page).not.toMatch(/<script|<img|<b>|https?:|url\(|undefined|\[object/);
    expect(page).toContain("default-src 'none'");
    for (const words of ['Payment returned', 'Invoice cancelled', 'Closing balance', '$4,672.75']) {
      expect(page).toContain(words);
    }
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await service.remit(line)).code).toBe(2);
    const printed = await service.remit(
      `connection statement ${connection} --from 2026-03 -o html`,
    );
    expect(printed.out.replaceAll(/made [^<]*/g, '')).toBe(page.replaceAll(/made [^<]*/g, ''));
  });

  test('the tool of the MCP server returns the same statement', async () => {
    const { tool, end } = await talkTo(service, 'mcp serve --tools all');
    const period = { from: '2026-03', to: '2026-03' };
    const { record } = await tool('partner_statement', { connection, ...period });
    expect(record).toMatchObject({
      accounts: (await statement('--from 2026-03 --to 2026-03')).accounts,
    });
    const wrong = await tool('partner_statement', { connection, month: 'March' });
    expect(wrong.record.error).toMatchObject({ exitCode: 2 });
    const late = await tool('partner_statement', { connection, from: 'soon' });
    expect(late.record.error).toMatchObject({ exitCode: 2 });
    await end();
  });
});

describe('on the first day', () => {
  beforeAll(start);
  afterAll(() => service.close());

  test('CSV has the balances as rows; --unpaid has the open invoices', async () => {
    await approved(service, '=1+1', '5.00');
    const { out } = await service.remit(`connection statement ${connection} --csv`);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe(
      'direction,date,type,invoiceNumber,dueDate,memo,amount,balance,payableId',
    );
    expect(lines[1]).toBe('received,2026-03-01,opening,,,,,0.00,');
    expect(lines.at(-1)).toBe('received,2026-03-02,closing,,,,,4662.50,');
    expect(out).toContain(",'=1+1,");
    const open = await service.remit(`connection statement ${connection} --unpaid --csv`);
    expect(open.out).toMatch(/^received,CL-1001,2026-03-02,.*,0,1840\.00,pay_\w+$/m);
    expect(open.out).not.toContain('CL-1003');
  });

  test.for([
    ['--from 2026-03-02 --to 2026-03-01', '--from 2026-03-02 is after --to 2026-03-01.'],
    ['--from 2026-04 --to 2026-04', '--from 2026-04-01 is in the future'],
    ['--from soon', 'must be a date such as'],
    ['-o html --columns date', '--columns cannot be used with HTML'],
    ['--out a.html --query accounts', '--query cannot be used with HTML'],
  ] as const)('%s is refused', async ([words, message]) => {
    const { code, err, out } = await service.remit(`connection statement ${connection} ${words}`);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  test('a period that is not over ends today, and says so', async () => {
    const { code, err, out } = await service.remit(
      `connection statement ${connection} --from 2026-03 --to eom --csv`,
    );
    expect([code, err]).toEqual([
      0,
      'The statement ends today, 2026-03-02, instead of on 2026-03-31.\n',
    ]);
    expect(out).toContain('received,2026-03-02,closing');
  });

  test('results that are no documents are not written as HTML', async () => {
    for (const words of ['-o html', '--out list.html', '--out list.htm']) {
      const { code, err } = await service.remit(`payable list ${words}`);
      expect(code).toBe(2);
      expect(err).toContain('cannot be printed as HTML');
    }
  });
});

test('quick payments are named, and are in no sum', async () => {
  await start();
  await service.json(`pay quick ${connection} --amount 12.50 --yes`);
  await advance(service, 5);
  const { code, err, out } = await service.remit(`connection statement ${connection} --csv`);
  expect(code).toBe(0);
  expect(err).toContain('1 quick payment of this period is not on the statement');
  expect(out).not.toContain(',12.50,');
  const { quickPayments } = await statement('');
  expect(quickPayments).toMatchObject([{ date: '2026-03-02', amount: 12.5, outcome: 'applied' }]);
  expect((await statement('--from 2026-03-03')).quickPayments).toEqual([]);
  await service.close();
});

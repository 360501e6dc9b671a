import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Payable } from '../../src/api/operations/payable.ts';
import type { CashMovement, OpenPayable } from '../../src/cash/forecast/movement.ts';
import { payableMovements } from '../../src/cash/forecast/payable-movements.ts';
import { PayerHabits } from '../../src/cash/forecast/payer-habits.ts';
import { approved, submitted } from '../helpers/invoices.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { advance, bankOf } from '../match/month.ts';
import { talkTo } from '../mcp/test-client.ts';

let service: Service;

interface Item {
  readonly date: string | null;
  readonly series: string;
  readonly basis: string;
  readonly amount: number;
  readonly invoiceNumber: string | null;
  readonly why: string | null;
  readonly payBy: string | null;
  readonly daysLate: number | null;
  readonly habitDate: string | null;
}

interface Day {
  readonly date: string;
  readonly series: string;
  readonly in: number;
  readonly out: number;
  readonly balance: number | null;
  readonly unpaid: number;
  readonly byHabit: number;
}

/** An invoice of $10 from the payee to the payer, approved. */
const invoice = (invoiceNumber: string, dueDate?: string) =>
  approved(service, { amount: 10, invoiceNumber, ...(dueDate && { dueDate }) });

const items = async (words = '') =>
  (await service.json<Item[]>(`forecast --view items ${words}`)).filter(({ invoiceNumber }) =>
    invoiceNumber?.startsWith('F-'),
  );
const days = (words = '') => service.json<Day[]>(`forecast ${words}`);

/** How a view is shown. */
const env = { NO_COLOR: '1', LANG: 'C.UTF-8' };
const looks = { tty: { stdout: true }, columns: 80, env };

describe('a due date that is no date', () => {
  const time = { now: new Date('2026-03-02T15:00:00Z'), first: '2026-03-02', releaseOn: undefined };
  const habits = new PayerHabits();
  const facts = { businessId: 'biz_1', time, habits, sent: new Map(), bankOf: () => 'fs_1' };
  const owed = { id: 'pay_1', status: 'APPROVED', amount: 10, payerName: 'Coastal' } as const;

  test.each(['2026-99-99', '2026-02-31'])('%s is none', (dueDate) => {
    const none = { date: null, why: 'no due date', dueDate: null };
    const received = { ...owed, direction: 'received', dueDate };
    expect(payableMovements(received as OpenPayable, facts)).toMatchObject([none]);
    const sent = { ...owed, direction: 'sent', dueDate };
    expect(payableMovements(sent as OpenPayable, facts)).toMatchObject([none]);
    habits.add({ ...sent, paidAt: '2026-03-05T15:00:00Z' } as Payable);
    expect(habits.daysLate(sent as OpenPayable)).toBeNull();
  });
});

describe('on a sandbox', () => {
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  /** The sandbox begins on Monday, 2 March 2026; Sunday is the 8th. */
  test('an approved invoice is paid on a business day, and one that is not is expected by its sender only', async () => {
    const bills = [
      ['F-1', '2026-03-11', '2026-03-11', '2026-03-11'],
      // A Sunday.
      ['F-2', '2026-03-08', '2026-03-06', '2026-03-09'],
      ['F-3', '2026-03-02', '2026-03-02', '2026-03-02'],
    ] as const;
    for (const [number, due] of bills) await invoice(number, due);
    await submitted(service, { amount: 10, invoiceNumber: 'F-4', dueDate: '2026-03-11' });
    const byNumber = (rows: readonly Item[]) =>
      new Map(rows.map(({ invoiceNumber, ...it }) => [invoiceNumber, it]));
    const own = byNumber(await items());
    const theirs = byNumber(await items(`-b ${service.payee}`));
    for (const [number, , debit, receipt] of bills) {
      const facts = { date: debit, amount: -10, basis: 'approved', why: null };
      expect([number, own.get(number)]).toMatchObject([number, facts]);
      expect([number, theirs.get(number)]).toMatchObject([number, { date: receipt, amount: 10 }]);
    }
    expect(own.get('F-4')).toBeUndefined();
    expect(theirs.get('F-4')).toMatchObject({ basis: 'submitted', amount: 10 });
  });

  test('an overdue invoice is to be paid now, and expected on no day', async () => {
    await invoice('F-1', '2026-03-04');
    await invoice('F-2');
    await advance(service, 5);
    expect(await items()).toMatchObject([
      { date: '2026-03-09', payBy: '2026-02-27', invoiceNumber: 'F-1' },
      { date: null, why: 'no due date', invoiceNumber: 'F-2' },
    ]);
    expect(await items(`-b ${service.payee}`)).toMatchObject([
      { date: null, why: 'overdue', invoiceNumber: 'F-1' },
      { date: null, why: 'no due date', invoiceNumber: 'F-2' },
    ]);
  });

  test('the habit of a payer is in a column of its own, and in no sum', async () => {
    for (const [at, due] of ['2026-02-20', '2026-03-04', '2026-03-05'].entries()) {
      const id = await invoice(`F-${at}`, due);
      await service.json(`pay initiate ${id} --yes`);
    }
    await advance(service, 3);
    await invoice('F-9', '2026-03-20');
    // Paid on the 5th: 13 days late, one day late, on time.
    expect(await items(`-b ${service.payee}`)).toMatchObject([
      { date: '2026-03-20', daysLate: 1, habitDate: '2026-03-23', invoiceNumber: 'F-9' },
    ]);
    const rows = await days(`-b ${service.payee}`);
    const on = (date: string) => rows.find((it) => it.date === date && it.series === 'balance');
    expect(on('2026-03-20')).toMatchObject({ in: 10, unpaid: 10, byHabit: 0, balance: 40 });
    expect(on('2026-03-23')).toMatchObject({ in: 0, unpaid: 0, byHabit: 10, balance: 40 });
  });

  test('the habit is the median of the last six paid invoices', async () => {
    const { PayerHabits } = await import('../../src/cash/forecast/payer-habits.ts');
    const habits = new PayerHabits();
    const late = [100, 0, 1, 2, 3, 40, 50];
    for (const [at, days] of late.entries()) {
      const paidAt = new Date(Date.UTC(2026, 0, 10 + at, 17)).toISOString();
      const dueDate = new Date(Date.UTC(2026, 0, 10 + at - days)).toISOString().slice(0, 10);
      habits.add({ id: `pay_${at}`, payerBusinessId: 'biz_1', paidAt, dueDate });
    }
    habits.add({ id: 'pay_x', payerBusinessId: 'biz_1', paidAt: null, dueDate: '2026-01-01' });
    expect(habits.daysLate({ id: 'pay_y', payerBusinessId: 'biz_1' })).toBe(2.5);
    expect(habits.daysLate({ id: 'pay_y', payerBusinessId: 'biz_2' })).toBeNull();
  });

  test('what is held is on no day until it is released', async () => {
    const id = await approved(service, { amount: 100_000, invoiceNumber: 'F-1' });
    await service.json(`pay initiate ${id} --yes --max-total 100000`);
    expect(await items()).toMatchObject([
      { date: null, why: 'held for review (--release <date>)' },
    ]);
    expect(await items('--release 2026-03-07')).toMatchObject([
      { date: '2026-03-09', basis: 'held' },
    ]);
    expect(await items(`--release 2026-03-07 -b ${service.payee}`)).toMatchObject([
      { date: '2026-03-12', amount: 100_000 },
    ]);
    const { err } = await service.remit('forecast');
    expect(err).toContain('Undated: 1, $100,000.00, held for review (--release <date>) (debit)\n');
  });

  test('a withdrawal comes in at the bank account, and has left the balance', async () => {
    const { id: bank } = await bankOf(service);
    await service.control('POST', '/sandbox/ledger/credits', {
      businessId: service.payer,
      amount: 500,
    });
    await service.json(`business withdraw --amount 200 --bank ${bank} --yes`);
    const rows = await days(`--opening ${bank}=1000 --weeks 1`);
    expect(rows.map(({ date, series, balance }) => [date, series, balance]).slice(4, 7)).toEqual([
      ['2026-03-06', 'balance', 300],
      ['2026-03-02', bank, 1000],
      ['2026-03-03', bank, 1200],
    ]);
    const other = await startOtherHome();
    const { err } = await other(`forecast --opening ${bank}=1000`);
    expect(err).toContain('Undated: 1, $200.00, not withdrawn through this journal (withdrawal)\n');
  });

  /** Runs commands with a journal that knows nothing. */
  async function startOtherHome() {
    const env = {
      REMIT_HOME: join(service.home, 'other'),
      REMIT_BASE_URL: service.baseUrl,
      REMIT_TOKEN: service.token,
      REMIT_BUSINESS: service.payer,
    };
    return (line: string) => service.remit(line, { env });
  }

  test('a pending payment without an invoice is told', async () => {
    const [connection] = await service.json<{ id: string }[]>('connection list');
    await service.json(`pay quick ${connection?.id} --amount 12.50 --yes`);
    expect((await days('--weeks 1')).at(5)).toMatchObject({ date: '2026-03-02', out: 12.5 });
    await advance(service, 1);
    const { err } = await service.remit(`forecast -b ${service.payee}`);
    expect(err).toContain(
      'Undated: 1, $12.50, pending, but of no payable: the service shows no date (receipt)\n',
    );
  });

  describe('--fail-below', () => {
    test('exits 15 and prints the forecast', async () => {
      const { id: bank } = await bankOf(service);
      await invoice('F-1', '2026-03-11');
      const words = `forecast --opening ${bank}=25 --json`;
      expect(
        (await service.remit(`${words} --fail-below ${bank}=15 --fail-below balance=0`)).code,
      ).toBe(0);
      const { code, out, err } = await service.remit(`${words} --fail-below ${bank}=15.01`);
      expect([code, JSON.parse(out).length]).toEqual([15, 60]);
      expect(JSON.parse(err).error).toMatchObject({
        code: 'below_minimum',
        message: expect.stringMatching(/ is \$15\.00 on 2026-03-11, below \$15\.01\.$/),
      });
    });

    test('what cannot be meant is refused', async () => {
      for (const [words, message] of [
        ['--fail-below fs_none=1', '--fail-below: fs_none is not a bank account of this business.'],
        ['--opening fs_none=1', '--opening: fs_none is not a bank account of this business.'],
        ['--bank fs_none', '--bank: fs_none is not a bank account of this business.'],
        [
          '--opening 12',
          "--opening <bank=amount>... must be an id, = and an amount in dollars, such as fs_1=2500.00, not '12'",
        ],
        ['--opening fs_1=1e3', 'such as fs_1=2500.00'],
        ['--weeks 0', '--weeks <n> must be a whole number from 1 to 53'],
        ['--view month --json', '--view month cannot be combined with an output format.'],
        ['--to 2026-03-01', '--to must be a day from 2026-03-02 to 2027-03-07, not 2026-03-01.'],
        ['--days 3 --weeks 2', '--weeks, --days and --to cannot be combined: use one of them.'],
      ] as const) {
        const { code, err } = await service.remit(`forecast ${words}`);
        expect([words, code, err]).toEqual([words, 2, expect.stringContaining(message)]);
      }
    });

    test('needs the amount in a bank account, and one of each', async () => {
      const { id: bank } = await bankOf(service);
      const { code, err } = await service.remit(`forecast --fail-below ${bank}=1`);
      expect([code, err.split('\n')[0]]).toEqual([
        2,
        `remit: --fail-below ${bank} needs the amount in the account: --opening ${bank}=<amount>.`,
      ]);
      const twice = await service.remit(`forecast --opening ${bank}=1 --opening ${bank}=2`);
      expect([twice.code, twice.err]).toEqual([
        2,
        expect.stringContaining('--opening names a bank account twice.'),
      ]);
    });
  });

  test('a calendar with holidays, cut-offs and sums', async () => {
    await service.control('POST', '/sandbox/clock/advance', { to: '2026-05-18T15:00:00Z' });
    const { id: bank } = await bankOf(service);
    await invoice('F-1', '2026-05-28');
    const { out } = await service.remit(
      `forecast --weeks 2 --view month --opening ${bank}=1000000`,
      looks,
    );
    expect(out.split('\n').filter((it) => it.length > 80)).toEqual([]);
    expect(out).toContain(', May 2026\nMon             Tue ');
    expect(out).toContain('\nMemorial Day');
    // To settle on the 28th, a standard payment is sent on the 22nd: the 25th is a holiday.
    expect(out).toMatch(/\n>18 .* 22 {2}! 1\n/);
    expect(out).toMatch(/\nMemorial Day {36}- {9}10\.00\n {48}= {4}999,990\.00\n/);
    expect(out).toContain('\nIn $0.00, out $10.00, $999,990.00 at the end\n');
    expect(out).toContain(
      'Cut-offs on business days (ET): standard 17:00, settled 3 business days later;',
    );
  });

  test('an iCalendar file, with the same ids when it is written again', async () => {
    await invoice('F-1', '2026-03-11');
    await service.remit('forecast --out f.ics');
    await service.remit('forecast --out f.ics --force');
    const text = await readFile(join(service.cwd, 'f.ics'), 'utf8');
    expect(
      text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//remit//forecast//EN\r\n'),
    ).toBe(true);
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded).toMatch(
      /UID:debit-pay_\w+@remit\r\n(.*\r\n)*?DTSTART;VALUE=DATE:20260311\r\n/,
    );
    expect(unfolded).toContain('SUMMARY:Out $10.00\\, Coastal Linen Inc\\, F-1\r\n');
    expect(unfolded).toMatch(
      /DTSTART;VALUE=DATE:20260306\r\n(.*\r\n)*?SUMMARY:Pay \$10\.00\\, .* by 17:00 ET\r\n/,
    );
    expect(unfolded.match(/^UID:/gm)).toHaveLength(2);
    expect(text.split('\r\n').filter((it) => Buffer.byteLength(it) > 75)).toEqual([]);
    expect((await service.remit('forecast --out f.ics --force --csv')).code).toBe(2);
  });

  test('a server that only reads offers the forecast', async () => {
    await invoice('F-1', '2026-03-11');
    const { tool, end } = await talkTo(service, 'mcp serve --tools all');
    const { isError, record } = await tool('forecast', { weeks: 2 });
    expect(isError).toBe(false);
    expect(record.days).toHaveLength(20);
    expect(record.items).toContainEqual(
      expect.objectContaining({ invoiceNumber: 'F-1', date: '2026-03-11', amount: -10 }),
    );
    expect((await tool('forecast', { weeks: '2' })).record.error).toMatchObject({ exitCode: 2 });
    await end();
  });
});

describe('views of one invoice', () => {
  let bank: string;
  beforeAll(async () => {
    service = await startService();
    await invoice('F-1', '2026-03-04');
    ({ id: bank } = await bankOf(service));
  });
  afterAll(() => service.close());

  test('a table with a chart in a terminal', async () => {
    const { out } = await service.remit(`forecast --weeks 1 --opening ${bank}=20`, looks);
    expect(out.split('\n').filter((it) => it.length > 80)).toEqual([]);
    expect(out).toMatch(/^Service balance\n {2}Mar 2 – Mar 6: no change, \$0\.00\n\nOperating/);
    expect(out).toMatch(/^ {2}DATE +OUT +BALANCE {2}CHART$/m);
    expect(out).toMatch(/^ {2}Mar 2 – Mar 3 +no change +\$20\.00 {2}█{12}$/m);
    expect(out).toMatch(/^ {2}Mar 4 +\$10\.00 +\$10\.00 {2}█{6}$/m);
    expect(out).toMatch(/^ {2}Mar 5 – Mar 6 +no change/m);
  });

  test('a level below zero and its amount are red, others green, and the same without color', async () => {
    const line = `forecast --weeks 1 --opening ${bank}=5`;
    const { out } = await service.remit(line, { ...looks, env: { LANG: env.LANG } });
    const [red, green, end] = ['\u001b[31m', '\u001b[32m', '\u001b[39m'];
    expect(out).toContain(`${red}-$5.00${end}`);
    expect(out).toContain(`${red}░░░░░░░░░░░░${end}`);
    expect(out).toContain(`${green}████████████${end}`);
    expect(out).toContain('\u001b[2mno change\u001b[22m');
    expect(stripVTControlCharacters(out)).toBe((await service.remit(line, looks)).out);
  });

  test('the last day is that of the period', async () => {
    for (const [words = '', last] of [
      ['--days 3', '2026-03-04'],
      ['--to 2026-03-05', '2026-03-05'],
      ['--to eom', '2026-03-31'],
    ]) {
      expect([words, (await days(words)).at(-1)?.date]).toEqual([words, last]);
    }
  });

  test('the chart is ASCII where the locale is, and left out in a terminal of lines only', async () => {
    const line = `forecast --weeks 1 --opening ${bank}=20`;
    const ascii = await service.remit(line, { ...looks, env: { ...env, LC_ALL: 'C' } });
    expect(ascii.out).toMatch(/ \$20\.00 {2}#{12}$/m);
    const dumb = await service.remit(line, { ...looks, env: { ...env, TERM: 'dumb' } });
    const plain = await service.remit(`${line} --no-progress`, looks);
    expect(dumb.out).toMatch(/ \$20\.00$/m);
    expect(dumb.out).not.toMatch(/CHART|█|#/);
    expect(plain.out).toBe(dumb.out);
  });

  test('CSV has every column', async () => {
    const { out } = await service.remit('forecast --weeks 1 --csv');
    expect(out.split('\n').slice(0, 2)).toEqual([
      'date,series,account,in,out,balance,unpaid,byHabit,count,level',
      '2026-03-02,balance,Service balance,0.00,0.00,0.00,0.00,0.00,0,0',
    ]);
    // Five days, of the balance and of the bank account.
    expect(out.trimEnd().split('\n')).toHaveLength(11);
  });
});

test('a name of others ends no line of an iCalendar file', async () => {
  const { forecastCalendar } = await import('../../src/commands/forecast/icalendar.ts');
  const movement: CashMovement = {
    series: 'balance',
    kind: 'receipt',
    basis: 'submitted',
    date: '2026-03-11',
    cents: 100,
    invoiceNumber: 'é'.repeat(80),
    payableId: 'pay_1',
    ...{ why: null, dueDate: null, paymentId: null, payBy: null, daysLate: null, habitDate: null },
    party: 'A\r\nEND:VEVENT\u2028\u0007;,',
  };
  const text = forecastCalendar({
    ...{ now: new Date('2026-03-02T15:00:00Z'), days: ['2026-03-02', '2026-03-13'] },
    ...{ series: [], rows: [], movements: [movement], unresolved: 0 },
  });
  expect(text.match(/END:VEVENT/g)).toHaveLength(2);
  expect(text.match(/^END:VEVENT\r$/gm)).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u2028]/);
});

test.for([
  [{ direction: null, senderBusinessId: undefined }, 'direction'],
  [{ amount: null }, 'amount'],
] as const)('a payable without %j is an error, and no guess', async ([lacking, name]) => {
  const { payableMovements } = await import('../../src/cash/forecast/payable-movements.ts');
  const { PayerHabits } = await import('../../src/cash/forecast/payer-habits.ts');
  const time = { now: new Date(), first: '2026-03-02', releaseOn: undefined };
  const facts = {
    businessId: 'biz_1',
    time,
    habits: new PayerHabits(),
    sent: new Map(),
    bankOf: () => 'fs_1',
  };
  const whole = { id: 'pay_1', direction: 'received', amount: 10, status: 'APPROVED' } as const;
  expect(payableMovements(whole, facts)).toHaveLength(1);
  expect(() => payableMovements({ ...whole, ...lacking }, facts)).toThrow(
    `Record pay_1 has no usable ${name}, which remit forecast needs.`,
  );
});

test('a service that shows no payments: what the journal sent counts', async () => {
  const { determinePaymentState, estimatePaymentDates } = await import(
    '../../src/cash/forecast/payment-dates.ts'
  );
  const sent = {
    ...{ intentId: 'int_1', operation: 'pay.initiate', isUnresolved: false, cents: 1000 },
    ...{ serverId: 'pmt_1', connectionId: null, fundingSourceId: 'fs_1', payables: [], notes: [] },
    sentAt: new Date('2026-03-02T23:00:00Z'),
  };
  const payable = { id: 'pay_1', status: 'APPROVED', amount: 10 } as const;
  expect(determinePaymentState(payable, sent)).toBe('pending');
  expect(determinePaymentState(payable, { ...sent, isUnresolved: true })).toBe('none');
  expect(determinePaymentState({ ...payable, lastPaymentFailure: {} }, sent)).toBe('none');
  expect(determinePaymentState({ ...payable, activePaymentId: null }, sent)).toBe('none');
  const time = { now: new Date('2026-03-03T13:00:00Z'), first: '2026-03-03', releaseOn: undefined };
  // Sent at 18:00 ET, after the cut-off: submitted on the 3rd.
  expect(estimatePaymentDates('pending', payable, sent, time)).toEqual({
    debit: '2026-03-03',
    settlement: '2026-03-06',
  });
});

import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Payable } from '../../src/api/operations/payable.ts';
import { PayableCounter } from '../../src/cash/status/payable-rows.ts';
import { newHome } from '../config/temporary-home.ts';
import { approved, submitted } from '../helpers/invoices.ts';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

interface Row {
  readonly what: string;
  readonly count: number | null;
  readonly amount: number | null;
  readonly oldest: string | null;
  readonly next: string;
  readonly needsAction: boolean;
  readonly note: string | null;
}

test('no figure scrolls away in a low terminal: the last commands are left out', async () => {
  const service = await startService(undefined, {}, 'demo');
  const at = (rows: number) =>
    service.remit('status', { tty: { stdout: true, stderr: true }, columns: 80, rows });
  const [low, high] = [await at(24), await at(60)];
  const oneLess = await at(high.out.split('\n').length);
  await service.close();
  const commands = ({ out }: { out: string }) => out.match(/^\s+.*remit /gm)?.length ?? 0;
  expect(low.out).toContain('Not paid yet');
  expect(low.out.split('\n').length).toBeLessThan(24);
  expect(low.err).toContain(`${commands(high) - commands(low)} more commands: --columns all`);
  expect(commands(low)).toBeGreaterThan(3);
  expect(oneLess.err).toContain('1 more command: --columns all');
  expect(high.err).not.toContain('more command');
});

const cents = (dollars: number) => Math.round(dollars * 100);

let service: Service;
let connection: string;

async function start(): Promise<void> {
  service = await startService();
  const [it] = await service.json<{ id: string }[]>('connection list');
  connection = it?.id ?? '';
}

const status = (flags = '') => service.json<Row[]>(`status ${flags}`);
const received = (flags = '') => status(`-b ${service.payee} ${flags}`);
const rowOf = (rows: readonly Row[], what: string) => rows.find((it) => it.what === what);
const approve = (amount: number, dueDate?: string) =>
  approved(service, { amount, ...(dueDate && { dueDate }) });
const submit = (amount: number, dueDate: string) => submitted(service, { amount, dueDate });
const draft = (amount: number, flags = '') =>
  service.json(
    `payable create -b ${service.payee} --connection ${connection} --amount ${amount} ${flags}`,
  );
const pay = async (payableId: string, flags = '') =>
  (
    await service.json<{ paymentId: string }>(
      `pay initiate ${payableId} --yes --max-total 200000 ${flags}`,
    )
  ).paymentId;

test.each(['01/15/2027', '2026-02-31'])(
  'an invoice due %s, which is no date, is not overdue',
  (dueDate) => {
    const counter = new PayableCounter('biz_1', { applied: new Set(), unresolved: new Set() });
    const days = { today: '2026-03-04', soon: '2026-03-11' };
    const owed = { status: 'APPROVED', amount: 10, direction: 'received', paymentStatus: null };
    counter.add({ id: 'pay_1', dueDate, ...owed }, days);
    const counted = counter.rows(days).filter(({ count }) => count === 1);
    expect(counted.map(({ what }) => what)).toEqual(['to pay']);
  },
);

describe('on a sandbox', () => {
  beforeEach(start);
  afterEach(() => service.close());

  test('says what to approve and to pay, since when, how much, and what to type', async () => {
    expect(await status()).toEqual([
      {
        ...{ what: 'to approve', count: 2, amount: 2817.5, oldest: '2026-03-02' },
        ...{ needsAction: true, note: null },
        next: 'remit payable list --direction received --status SUBMITTED',
      },
      {
        ...{ what: 'to pay', count: 1, amount: 1840, oldest: '2026-03-02' },
        ...{ needsAction: true, note: null },
        next: 'remit payable list --direction received --status APPROVED --payment not-in-flight',
      },
    ]);
  });

  test('what is in flight is not to pay, and is shown to both sides', async () => {
    await pay('CL-1001', `--connection ${connection}`);
    const rows = await status();
    expect(rowOf(rows, 'to pay')).toBeUndefined();
    const inFlight = { count: 1, amount: 1840, oldest: '2026-03-05', needsAction: false };
    expect(rowOf(rows, 'in flight, going out')).toMatchObject(inFlight);
    const theirs = await received();
    expect(rowOf(theirs, 'in flight, coming in')).toMatchObject(inFlight);
    await service.json('sandbox clock advance 1bd');
    expect(rowOf(await received(), 'balance, coming in')).toMatchObject({
      ...{ amount: 1840, needsAction: false, next: `remit business balance ${service.payee}` },
    });
  });

  test('a payment that failed is listed until its payable is paid, and is to pay again', async () => {
    const paymentId = await pay('CL-1001', `--connection ${connection}`);
    await service.json(`sandbox payment ${paymentId} submit`);
    await service.json(`sandbox payment ${paymentId} fail --code R01`);
    const failed = { count: 1, amount: 1840, oldest: '2026-03-02', needsAction: true };
    const rows = await status();
    expect(rowOf(rows, 'failed or returned, going out')).toMatchObject(failed);
    expect(rowOf(rows, 'to pay')).toMatchObject({ count: 1 });
    expect(rowOf(await received(), 'failed or returned, coming in')).toMatchObject(failed);
    await service.json('sandbox clock advance P8D');
    const later = rowOf(await status(), 'failed or returned, going out');
    expect(later).toMatchObject(failed);
    const { out } = await service.remit(`${later?.next?.replace(/^remit /, '')} --json`);
    expect(JSON.parse(out)).toHaveLength(1);
    const again = await pay('CL-1001', `--connection ${connection}`);
    await service.json(`sandbox payment ${again} submit`);
    await service.json(`sandbox payment ${again} complete`);
    expect(rowOf(await status(), 'failed or returned, going out')).toBeUndefined();
  });

  test('an account with stopped debits and one to correct are shown, with what to do', async () => {
    const paymentId = await pay('CL-1001', `--connection ${connection}`);
    await service.json(`sandbox payment ${paymentId} submit`);
    await service.json(`sandbox payment ${paymentId} notice --code C01`);
    expect(rowOf(await status(), 'bank accounts to correct')).toMatchObject({
      ...{ count: 1, next: 'remit explain C01', needsAction: true },
    });
    await service.json(`sandbox payment ${paymentId} fail --code R29`);
    expect(rowOf(await status(), 'bank accounts with stopped debits')).toMatchObject({
      ...{ count: 1, next: 'remit explain R29', needsAction: true },
    });
  });

  test('overdue counts from the day after the due date; due in 7 days counts as soon', async () => {
    await Promise.all([
      ...['2026-03-01', '2026-03-02', '2026-03-09', '2026-03-10'].map((day) => approve(10, day)),
      submit(20, '2026-02-01'),
      draft(5, '--due 2026-02-01'),
    ]);
    const rows = await status();
    expect(rowOf(rows, 'overdue, owed by you')).toMatchObject({
      ...{ count: 2, amount: 30, oldest: '2026-02-01' },
    });
    expect(rowOf(rows, 'to pay within 7 days')).toMatchObject({
      ...{ count: 3, amount: 30, oldest: '2026-03-01' },
      next: 'remit run plan --due-to 2026-03-09 --out run.json',
    });
    const theirs = await received();
    expect(rowOf(theirs, 'overdue, owed to you')).toMatchObject({ count: 2, amount: 30 });
    expect(rowOf(theirs, 'drafts to submit')).toMatchObject({ count: 2, amount: 435 });
  });

  test('shows invitations both ways, link requests and bank accounts to verify', async () => {
    await service.json('invite send someone@else.test');
    await service.json(`invite send demo@remit.test -b ${service.payee}`);
    await service.file('number.txt', '000555511113\n');
    const { id } = await service.json<{ id: string }>(
      'bank connect-manual --routing 021000021 --account-number-file number.txt --type checking --name New',
    );
    const rows = await status();
    expect(rowOf(rows, 'invitations sent, pending')).toMatchObject({
      ...{ count: 1, amount: null, oldest: '2026-03-02', needsAction: false },
    });
    expect(rowOf(rows, 'invitations to answer')).toMatchObject({ count: 1, needsAction: true });
    expect(rowOf(rows, 'bank accounts to verify')).toMatchObject({
      ...{ count: 1, needsAction: true, next: `remit bank verify ${id} <amount1> <amount2>` },
    });
    expect(rowOf(await received(), 'bank accounts to verify')).toBeUndefined();
  });

  test('a business that asks through the public link is a request to answer', async () => {
    const { token } = await service.json<{ token: string }>(
      'invite public --enable --require-approval',
    );
    const joiner = await service.json<{ id: string }>(
      'business create-basic --name Joiner --type llc --street S --city C --state NY --zip 10001',
    );
    await service.file('token.txt', `${token}\n`);
    await service.json(`invite accept --invitation-token-file token.txt -b ${joiner.id}`);
    expect(rowOf(await status(), 'link requests to answer')).toMatchObject({
      ...{ count: 1, needsAction: true },
      next: 'remit invite list --received --status pending',
    });
  });

  test('the balance is shown with the command that withdraws it', async () => {
    const paymentId = await pay('CL-1001', `--connection ${connection}`);
    await service.json(`sandbox payment ${paymentId} submit`);
    await service.json(`sandbox payment ${paymentId} complete`);
    const next = rowOf(await received(), 'balance, available')?.next ?? '';
    expect(next).toMatch(/^remit business withdraw biz_\w+ --amount 1840\.00 --bank fs_\w+$/);
    await service.json(`${next.replace('remit ', '')} --yes`);
    const rows = await received();
    expect(rowOf(rows, 'balance, available')).toBeUndefined();
    expect(rowOf(rows, 'balance, being withdrawn')).toMatchObject({ amount: 1840 });

    await service.json(`sandbox payment ${paymentId} return --code R01`);
    expect(rowOf(await received(), 'balance, negative')).toMatchObject({
      ...{ amount: -1840, needsAction: true, next: `remit business balance ${service.payee}` },
      note: expect.stringMatching(/^Payments that arrive settle it: ask the payer/),
    });
  });

  test('a payment with an unknown outcome is unresolved, not to pay', async () => {
    await service.json('sandbox fault add --drop after --operation pay.initiate');
    const { code } = await service.remit(`pay initiate CL-1001 --connection ${connection} --yes`);
    expect(code).toBe(10);
    const rows = await status();
    expect(rowOf(rows, 'to pay')).toBeUndefined();
    expect(rowOf(rows, 'requests unresolved')).toMatchObject({
      ...{ count: 1, amount: 1840, next: 'remit journal reconcile', needsAction: true },
    });
  });

  test('--exit-code is 15 if something needs action, and 0 if nothing does', async () => {
    const { code, out, err } = await service.remit('status --exit-code --json');
    expect([code, JSON.parse(out)]).toEqual([15, await status()]);
    expect(JSON.parse(err).error).toMatchObject({
      ...{
        exitCode: 15,
        code: 'action_needed',
        message: 'Action needed: to approve (2); to pay (1).',
      },
    });
    expect((await service.remit('status')).code).toBe(0);
    await pay('CL-1001', `--connection ${connection}`);
    for (const number of ['CL-1002', 'CL-1004']) {
      await service.json(`payable decline ${number} --connection ${connection} --yes`);
    }
    const calm = await service.remit('status --exit-code');
    expect([calm.code, calm.err]).toEqual([0, 'Nothing needs action.\n']);
    expect(calm.out).toContain('in flight, going out\t1\t1840.00\t2026-03-05\t');
  });
});

describe('after a busy month', () => {
  beforeAll(async () => {
    await start();
    await busyMonth();
  });
  afterAll(() => service.close());

  /** Payables in every state, with payments in every state. */
  async function busyMonth() {
    const ids = [];
    for (const amount of [11.11, 22.22, 33.33, 44.44, 55.55]) {
      ids.push(await approve(amount, '2026-02-20'));
    }
    const [scheduled = '', failed = '', returned = '', pending = ''] = ids;
    await pay(scheduled, '--on 2026-03-20');
    await pay(pending);
    await pay(await approve(100_000));
    for (const [payable, step] of [
      [failed, 'fail'],
      [returned, 'return'],
      [await approve(66.66), 'complete'],
    ] as const) {
      const paymentId = await pay(payable);
      await service.json(`sandbox payment ${paymentId} submit`);
      if (step === 'return') await service.json(`sandbox payment ${paymentId} complete`);
      await service.json(`sandbox payment ${paymentId} ${step}`);
    }
    await submit(12.34, '2026-02-01');
    await draft(56.78);
  }

  test('every figure is that of the list it names, and the balance that of the ledger', async () => {
    const theirs = await received();
    for (const [business, rows] of [
      [service.payer, await status(`-b ${service.payer}`)],
      [service.payee, theirs],
    ] as const) {
      expect(rows.length).toBeGreaterThan(5);
      for (const row of rows.filter(({ next }) => next.includes(' payable list ')))
        await expectListed(row, business);
    }
    const accounts = await service.json<{ name: string; balance: number }[]>('sandbox ledger');
    for (const [what, account] of [
      ['balance, available', 'available'],
      ['balance, coming in', 'pending'],
    ]) {
      const ledger = accounts.find(({ name }) => name === `biz.${service.payee}.${account}`);
      expect([what, rowOf(theirs, what ?? '')?.amount ?? 0]).toEqual([what, ledger?.balance]);
    }
  });

  /** Expects that the list that a row names has as many payables, of the same sum. */
  async function expectListed({ what, next, count, amount }: Row, business: string) {
    expect(next).toContain(` -b ${business} `);
    const listed = await service.json<Payable[]>(next.replace('remit ', ''));
    const sum = listed.reduce((all, it) => all + cents(it.amount ?? 0), 0);
    expect([what, listed.length, sum]).toEqual([what, count, cents(amount ?? 0)]);
  }

  test('a payment of $100,000 that is held is shown to both sides, and needs action', async () => {
    const held = { count: 1, amount: 100_000, oldest: '2026-03-02', needsAction: true };
    expect(rowOf(await status(), 'held, going out')).toMatchObject(held);
    expect(rowOf(await received(), 'held, coming in')).toMatchObject(held);
  });

  const plain = { NO_COLOR: '1', LANG: 'C.UTF-8' };

  test('colors rows by their meaning, and says the same without color', async () => {
    const tty = { tty: { stdout: true }, columns: 100 };
    const colored = await service.remit(`status -b ${service.payee}`, {
      ...{ ...tty, env: { FORCE_COLOR: '1', LANG: 'C.UTF-8' } },
    });
    const { out } = await service.remit(`status -b ${service.payee}`, { ...tty, env: plain });
    expect(colored.out).toContain('\u001b[31moverdue, owed to you\u001b[39m');
    expect(colored.out).toContain('\u001b[33mheld, coming in\u001b[39m');
    expect(stripVTControlCharacters(colored.out)).toBe(out);
  });

  test.for([60, 80, 120])(
    'fits a terminal of %d columns: commands whole, and a bar of the states with the figures of the table',
    async (columns) => {
      const { out } = await service.remit('status', {
        ...{ tty: { stdout: true }, columns, env: plain },
      });
      expect(out.split('\n').filter((line) => line.length > columns)).toEqual([]);
      const commands = out.replaceAll(/ \\\n +/g, ' ');
      for (const { next } of await status()) expect(commands).toContain(next);

      const [chart = '', table = ''] = out.split('\n\n');
      const [title = '', bar = '', ...legend] = chart.split('\n');
      const shown = [...legend.join('   ').matchAll(/(\S) ([a-z ]+) (\$[\d,.]+)/g)];
      expect(shown.length).toBeGreaterThan(1);
      const cents = (text: string) => Number(text.replaceAll(/\D/g, ''));
      const total = cents(title);
      expect(shown.reduce((sum, [, , , amount = '']) => sum + cents(amount), 0)).toBe(total);
      for (const [, pattern = '', state = '', amount = ''] of shown) {
        const row = table.split('\n').find((it) => it.startsWith(state)) ?? '';
        expect(row.split(/ {2,}/)).toContain(amount);
        const part = (bar.split(pattern).length - 1) / bar.length;
        expect(Math.abs(part - cents(amount) / total)).toBeLessThan(3 / bar.length);
      }
    },
  );

  test('shows the bar in ASCII where there is no more, and leaves it out where nothing is drawn', async () => {
    const at = async (env: Record<string, string>, flags = '') =>
      (await service.remit(`status ${flags}`, { tty: { stdout: true }, columns: 80, env })).out;
    const ascii = await at({ ...plain, LC_ALL: 'C' });
    expect(ascii).toMatch(/^[\n -~]+$/);
    const [, table] = ascii.split('\n\n');
    expect(await at({ ...plain, TERM: 'dumb' })).toBe(table);
    expect(await at(plain, '--no-progress')).toBe(table);
  });
});

describe('on a service that says less', () => {
  let service: Answering;
  let records: readonly object[] = [];
  let refused: (path: string) => number | undefined = () => undefined;
  beforeAll(async () => {
    service = await answering((request, response) => {
      const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://service');
      const status = refused(pathname);
      if (status !== undefined) return reply(response, status, { message: '\u001b[2JNo.' });
      if (!pathname.endsWith('/payables')) {
        return reply(response, 200, pathname.endsWith('balance') ? { available: 0 } : []);
      }
      const wanted = query.get('status');
      const data = records.filter((it) => 'status' in it && it.status === wanted);
      return reply(response, 200, { data, total: data.length });
    });
  });
  afterAll(() => service.close());
  beforeEach(() => {
    refused = () => undefined;
  });

  const status = (flags = '--json') =>
    remit(`status -b biz_1 ${flags}`, {
      env: {
        REMIT_BASE_URL: service.baseUrl,
        REMIT_TOKEN: 'token-of-the-test',
        REMIT_HOME: newHome().path,
      },
    });
  const approved = { id: 'pay_1', status: 'APPROVED', amount: 10, payerBusinessId: 'biz_1' };

  test('a service that shows no payments is said to, beside what is to pay', async () => {
    records = [approved];
    const { out } = await status();
    expect(JSON.parse(out)).toMatchObject([
      { what: 'to pay', count: 1, note: expect.stringContaining('does not show payments') },
    ]);
  });

  test.for([
    ['amount', { ...approved, amount: undefined }],
    ['direction', { ...approved, payerBusinessId: undefined }],
  ] as const)('a payable without its %s is an error, never left out', async ([field, record]) => {
    records = [record];
    const { code, err } = await status();
    expect([code, JSON.parse(err).error]).toMatchObject([
      12,
      { code: 'field_missing', message: expect.stringContaining(`no usable ${field}`) },
    ]);
  });

  test('what the service rejects is named; only invitations to answer fail --exit-code', async () => {
    records = [];
    refused = (path) => (path.endsWith('/balance') ? 403 : undefined);
    const { code, out } = await status('--exit-code -o tsv');
    expect([code, out]).toEqual([0, 'balance\t\t\t\t\tnot shown: \\u001b[2JNo. (403)\n']);
    refused = (path) => (path.endsWith('/invitations') ? 403 : undefined);
    expect((await status()).code).toBe(0);
    expect((await status('--exit-code --json')).code).toBe(5);
    refused = (path) => (path.endsWith('/bank-accounts') ? 403 : undefined);
    expect((await status()).code).toBe(5);
  });
});

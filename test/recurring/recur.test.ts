import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listOccurrences, recurrenceRule } from '../../src/cash/recurrence-rule.ts';
import { type Fault, type FaultProxy, faultProxy } from '../faults/fault-proxy.ts';
import { startProxy } from '../helpers/proxy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let proxy: FaultProxy;
let connection: string;
/** The faults of the next writes, and the number of writes that were sent. */
let faults: (Fault | undefined)[];
let writes: number;
beforeEach(async () => {
  service = await startService();
  faults = [];
  writes = 0;
  proxy = await faultProxy(service.baseUrl, ({ method }) => {
    if (method === 'GET') return undefined;
    writes++;
    return faults.shift();
  });
  const [first] = await service.json<{ id: string }[]>('connection list');
  connection = first?.id ?? '';
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

interface Row {
  readonly row: number;
  readonly invoiceNumber: string;
  readonly date: string;
  readonly dueDate: string;
  readonly status: string;
  readonly id: string | null;
}

const env = (home?: string) => ({
  REMIT_BASE_URL: proxy.baseUrl,
  REMIT_TOKEN: service.token,
  REMIT_BUSINESS: service.payee,
  ...(home !== undefined && { REMIT_HOME: home }),
});

/** Runs a schedule; the exit code, the rows, and the number of requests that were sent. */
async function recur(words = '', home?: string) {
  const before = writes;
  const line = `payable recur schedule.csv --connection ${connection} --json ${words}`;
  const { code, out, err } = await service.remit(line, { env: env(home) });
  await proxy.idle();
  const rows: Row[] = out === '' ? [] : JSON.parse(out);
  const said = rows.map(({ invoiceNumber, status }) => `${invoiceNumber} ${status}`);
  return { code, rows, said, err, sent: writes - before };
}

const schedule = (...rows: readonly string[]) =>
  service.file('schedule.csv', `${rows.join('\n')}\n`);

const to = (date: string) =>
  service.control('POST', '/sandbox/clock/advance', { to: `${date}T15:00:00Z` });

/** Returns the number of invoices of each number, of those that a schedule creates. */
async function invoices(): Promise<Readonly<Record<string, number>>> {
  const all = await service.json<{ invoiceNumber: string | null }[]>(
    `connection invoices ${connection} -b ${service.payee}`,
  );
  const counts: Record<string, number> = {};
  for (const { invoiceNumber } of all) {
    if (!invoiceNumber?.startsWith('R-')) continue;
    counts[invoiceNumber] = (counts[invoiceNumber] ?? 0) + 1;
  }
  return counts;
}

const DAILY = ['start,rule,invoiceNumber,amount', '2026-03-02,FREQ=DAILY,R-{n},10'];

test('creates what is due once: run twice, and after three missed nights', async () => {
  await schedule(...DAILY);
  expect(await recur()).toMatchObject({ code: 0, said: ['R-1 created'], sent: 1 });
  expect(await recur()).toMatchObject({ code: 0, said: [], sent: 0 });
  await to('2026-03-05');
  expect(await recur()).toMatchObject({
    code: 0,
    said: ['R-2 created', 'R-3 created', 'R-4 created'],
    sent: 3,
  });
  expect(await recur()).toMatchObject({ code: 0, said: [], sent: 0 });
  expect(await invoices()).toEqual({ 'R-1': 1, 'R-2': 1, 'R-3': 1, 'R-4': 1 });
});

test('a journal that knows nothing creates nothing again, and an edited amount neither', async () => {
  await schedule(...DAILY);
  await recur('--until +2d');
  await schedule('start,rule,invoiceNumber,amount', '2026-03-02,FREQ=DAILY,R-{n},11');
  expect(await recur('--until +2d')).toMatchObject({ code: 0, sent: 0 });
  expect(await recur('--until +2d', `${service.home}-other`)).toMatchObject({ code: 0, sent: 0 });
  expect(Object.values(await invoices())).toEqual([1, 1, 1]);
});

test('a cancelled invoice is not created again', async () => {
  await schedule(...DAILY);
  const { rows } = await recur('--submit');
  await service.json(`payable cancel ${rows[0]?.id} -b ${service.payee} --yes`);
  expect(await recur('--submit')).toMatchObject({ code: 0, said: [], sent: 0 });
});

test('texts have placeholders, dates roll, and due dates are days later', async () => {
  await schedule(
    'start,rule,roll,dueDate,invoiceNumber,amount,memo,lines,submit',
    // The 1st of March 2026 is a Sunday, Memorial Day the 25th of May.
    '2026-03-01,FREQ=MONTHLY,none,,R-rent-{yyyy-mm},,Rent {yyyy-mm},"Rent of {date}|1|250",yes',
    '2026-03-01,FREQ=MONTHLY,preceding,,R-p-{n},20,No. {n},,no',
    '2026-03-01,FREQ=MONTHLY,following,+30d,R-f-{n},20,,,no',
    '2026-05-25,FREQ=YEARLY,following,,R-m-{date},20,,,no',
  );
  const { rows } = await recur('--until 2026-05-26');
  expect(rows.map(({ invoiceNumber, date, dueDate }) => [invoiceNumber, date, dueDate])).toEqual([
    ['R-p-1', '2026-02-27', '2026-02-27'],
    ['R-rent-2026-03', '2026-03-01', '2026-03-01'],
    ['R-f-1', '2026-03-02', '2026-04-01'],
    ['R-rent-2026-04', '2026-04-01', '2026-04-01'],
    ['R-p-2', '2026-04-01', '2026-04-01'],
    ['R-f-2', '2026-04-01', '2026-05-01'],
    ['R-rent-2026-05', '2026-05-01', '2026-05-01'],
    ['R-p-3', '2026-05-01', '2026-05-01'],
    ['R-f-3', '2026-05-01', '2026-06-01'],
    ['R-m-2026-05-25', '2026-05-26', '2026-05-26'],
  ]);
  const all = await service.json<Record<string, unknown>[]>('payable list');
  expect(all.find((it) => it['invoiceNumber'] === 'R-rent-2026-04')).toMatchObject({
    memo: 'Rent 2026-04',
    amount: 250,
    dueDate: '2026-04-01',
    status: 'SUBMITTED',
    lineItems: [{ description: 'Rent of 2026-04-01', quantity: 1, unitPrice: 250 }],
  });
});

test('--dry-run shows what exists, what would be created, and the next ones; --since leaves out', async () => {
  await schedule(...DAILY, '2026-02-02,FREQ=MONTHLY,R-m{n},5');
  await recur('--until 2026-03-02 --since 2026-03-01');
  const { code, said, sent } = await recur('--until +1d --dry-run');
  expect([code, sent]).toEqual([0, 0]);
  expect(said).toEqual([
    'R-m1 to-create',
    'R-1 exists',
    'R-m2 exists',
    'R-2 to-create',
    'R-3 next',
    'R-4 next',
    'R-5 next',
    'R-m3 next',
    'R-m4 next',
    'R-m5 next',
  ]);
  expect(await invoices()).toEqual({ 'R-1': 1, 'R-m2': 1 });
});

test('a lost response is an unknown outcome, and nothing is created twice', async () => {
  await schedule(...DAILY);
  await to('2026-03-04');
  faults = [undefined, 'reset-after'];
  const first = await recur();
  expect([first.code, first.said]).toEqual([10, ['R-1 created', 'R-2 unknown', 'R-3 not-sent']]);
  // It was created, so that it is in the list, and the next run goes on.
  expect(await recur()).toMatchObject({ code: 0, said: ['R-3 created'], sent: 1 });
  await to('2026-03-05');
  faults = ['reset-before'];
  expect(await recur()).toMatchObject({ code: 10, said: ['R-4 unknown'] });
  const blocked = await recur();
  expect([blocked.code, blocked.sent]).toEqual([10, 0]);
  const { intentId } = JSON.parse(blocked.err).error;
  await service.remit(`journal resolve ${intentId} --not-applied`, { env: env() });
  expect(await recur()).toMatchObject({ code: 0, said: ['R-4 created'], sent: 1 });
  expect(await invoices()).toEqual({ 'R-1': 1, 'R-2': 1, 'R-3': 1, 'R-4': 1 });
});

test('two programs at once send each invoice once', async () => {
  await schedule(...DAILY);
  await to('2026-03-13');
  const runs = await Promise.all([recur(), recur(), recur()]);
  const sent = writes;
  expect(runs.map(({ code }) => code).sort()).toContain(0);
  expect((await recur()).code).toBe(0);
  expect(writes).toBe(12);
  expect(sent).toBeLessThanOrEqual(12);
  expect(Object.values(await invoices())).toEqual(Array(12).fill(1));
});

test('a program that read the list before another created all sends nothing', async () => {
  await schedule(...DAILY);
  await to('2026-03-04');
  let other: Promise<unknown> | undefined;
  const late = await standBefore(service.baseUrl, async ({ method, url }) => {
    if (method !== 'GET' || !url?.includes('/payables?')) return;
    other ??= recur();
    await other;
  });
  const line = `payable recur schedule.csv --connection ${connection} --json`;
  const { code, out } = await service.remit(line, {
    env: { ...env(), REMIT_BASE_URL: late.baseUrl },
  });
  await late.close();
  expect(await other).toMatchObject({ code: 0, sent: 3 });
  expect([code, late.writes()]).toEqual([0, 0]);
  expect((JSON.parse(out) as Row[]).map(({ status }) => status)).toEqual(Array(3).fill('skipped'));
});

/** Starts a proxy that returns responses only after `work` is done: they are as old as the request. */
async function standBefore(
  target: string,
  work: (request: IncomingMessage) => Promise<unknown> | undefined,
) {
  let sent = 0;
  const { baseUrl, close } = await startProxy(target, async ({ request, forward, passOn }) => {
    if (request.method !== 'GET') sent++;
    const answer = await forward();
    await work(request);
    await passOn(answer);
  });
  return { baseUrl, writes: () => sent, close };
}

test('a refused invoice does not stop the others, and is created later', async () => {
  await schedule(
    ...DAILY,
    '2026-03-02,FREQ=DAILY;COUNT=1,R-x{n},99999999',
    '2026-03-03,FREQ=DAILY;COUNT=1,R-y{n},5',
  );
  const first = await recur('--until +1d');
  expect([first.code, first.said]).toEqual([
    11,
    ['R-1 created', 'R-x1 refused', 'R-2 created', 'R-y1 created'],
  ]);
  expect(JSON.parse(first.err).error.message).toMatch(/^3 created, 1 refused\. /);
  await schedule(...DAILY, '2026-03-02,FREQ=DAILY;COUNT=1,R-x{n},9');
  expect(await recur('--until +1d')).toMatchObject({ code: 0, said: ['R-x1 created'] });
});

test('a rule of more dates than anyone means is refused', () => {
  expect(() =>
    listOccurrences(recurrenceRule('FREQ=DAILY'), '1990-01-01', { last: '2026-12-31' }),
  ).toThrow('has more than 10,000 dates');
});

describe('a schedule is checked as a whole', () => {
  const problems = async (...rows: readonly string[]) => {
    await schedule(...rows);
    const { code, err, sent } = await recur();
    expect([code, sent]).toEqual([2, 0]);
    return JSON.parse(err).error.fields.map(
      ({ field, row, message }: { field: string; row: number; message: string }) =>
        `${row} ${field}: ${message}`,
    );
  };

  test('cell by cell', async () => {
    expect(
      await problems(
        'start,rule,roll,dueDate,invoiceNumber,amount',
        ',FREQ=DAILY,,,R-{n},1',
        '2026-03-01,,,,R-{n},1',
        '2026-03-01,FREQ=HOURLY,,,R-{n},1',
        '2026-03-01,FREQ=WEEKLY;BYDAY=MO,,,R-{n},1',
        '2026-03-01,FREQ=DAILY,sometimes,2026-03-09,,1',
        '2026-03-01,FREQ=DAILY,,,R-{month},',
      ),
    ).toEqual([
      '2 start: is missing',
      '3 rule: is missing',
      "4 rule: has an invalid FREQ: 'HOURLY' (DAILY, WEEKLY, MONTHLY or YEARLY)",
      '5 rule: does not begin on 2026-03-01: its first date is 2026-03-02',
      "6 roll: must be none, preceding or following, not 'sometimes'",
      "6 dueDate: must be days after the date, such as +30d, not '2026-03-09'",
      '6 invoiceNumber: is missing',
      '7 amount: is missing, and there are no lines to add up',
      '7 invoiceNumber: has the unknown placeholder {month}: use {n}, {date}, {yyyy-mm}',
    ]);
  });

  test('for invoice numbers that two dates share', async () => {
    expect(
      await problems(
        'start,rule,invoiceNumber,amount',
        '2026-03-01,FREQ=WEEKLY,R-{yyyy-mm},1',
        '2026-05-01,FREQ=MONTHLY,R-5-{n},1',
        '2026-03-01,FREQ=MONTHLY,R-{n}-1,1',
        '2026-03-01,FREQ=MONTHLY,R,1',
      ),
    ).toEqual([
      '2 invoiceNumber: would be R-2026-03 on 2026-03-08, as on an earlier date of this row: add {n} or {date}',
      '4 invoiceNumber: would be R-5-1 on 2026-07-01, as in row 3',
      '5 invoiceNumber: would be R on 2026-04-01, as on an earlier date of this row: add {n} or {date}',
    ]);
  });

  test('and one idempotency key is not for several', async () => {
    await schedule(...DAILY);
    expect(await recur('--idempotency-key k')).toMatchObject({ code: 2, sent: 0 });
  });
});

test('a table fits a terminal of 80 columns', async () => {
  await schedule(...DAILY);
  const line = `payable recur schedule.csv --connection ${connection} --dry-run --until +3d`;
  const { out } = await service.remit(line, {
    env: { ...env(), NO_COLOR: '1' },
    tty: { stdout: true },
    columns: 80,
  });
  expect(out.split('\n').filter((it) => it.length > 80)).toEqual([]);
  expect(out.split('\n').slice(0, 2)).toEqual([
    'ROW  INVOICE NUMBER  DATE        DUE DATE    AMOUNT  STATUS     ID',
    '  2  R-1             2026-03-02  2026-03-02  $10.00  to-create',
  ]);
});

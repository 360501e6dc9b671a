import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fault, type FaultProxy, faultProxy } from '../faults/fault-proxy.ts';
import type { TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let proxy: FaultProxy;
let connection: string;
/** What happens to the writes, from the first one on. */
let faults: (Fault | undefined)[];
/** Called with the number of each write, from 1, before it is passed on. */
let onWrite: (number: number) => void;
let writes: number;
beforeEach(async () => {
  service = await startService();
  faults = [];
  writes = 0;
  onWrite = () => {};
  proxy = await faultProxy(service.baseUrl, ({ method }) => {
    if (method === 'GET') return undefined;
    onWrite(++writes);
    return faults.shift();
  });
  const [first] = await service.json<{ id: string }[]>('connection list');
  connection = first?.id ?? '';
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

const run = (line: string, typed: TestInput = {}) =>
  service.remit(line, {
    ...typed,
    env: {
      REMIT_BASE_URL: proxy.baseUrl,
      REMIT_TOKEN: service.token,
      REMIT_BUSINESS: service.payee,
    },
  });

interface Row {
  readonly row: number;
  readonly status: string;
  readonly id: string | null;
  readonly error: unknown;
}

/** Creates from a file; the exit code, the rows, and how many requests were sent. */
async function create(name: string, more = '', typed: TestInput = {}) {
  const before = writes;
  const line = `payable create --file ${name} --connection ${connection} --json ${more}`;
  const { code, out, err } = await run(line, typed);
  await proxy.idle();
  const rows: Row[] = out === '' ? [] : JSON.parse(out);
  return { code, rows, said: rows.map(({ status }) => status), err, sent: writes - before };
}

/** Ctrl-C while the next row is sent. */
function atNextWrite(): AbortSignal {
  const keys = new AbortController();
  onWrite = () => keys.abort('SIGINT');
  return keys.signal;
}

const failureIn = (err: string) => JSON.parse(err).error;

/** How many invoices there are with each memo. */
async function made(): Promise<Record<string, number>> {
  const all = await service.json<{ memo: string | null }[]>(
    `connection invoices ${connection} -b ${service.payee}`,
  );
  const counts: Record<string, number> = {};
  for (const { memo } of all) counts[memo ?? ''] = (counts[memo ?? ''] ?? 0) + 1;
  return counts;
}

const csv = (...memos: string[]) =>
  `amount,memo\n${memos.map((memo, at) => `${10 + at}.50,${memo}\n`).join('')}`;

test('an interrupted file is resumed, and no row is created twice', async () => {
  await service.file('march.csv', csv('a', 'b', 'c', 'd', 'e'));
  faults = [undefined, undefined, 'reset-after'];
  const first = await create('march.csv');
  expect([first.code, first.said]).toEqual([
    10,
    ['created', 'created', 'unknown', 'not-sent', 'not-sent'],
  ]);
  const { intentId, message } = failureIn(first.err);
  expect(message).toContain('2 created, 1 unresolved, 2 not sent.');

  const second = await create('march.csv');
  expect([second.code, second.sent, failureIn(second.err).intentId]).toEqual([10, 0, intentId]);
  expect(second.said).toEqual(['skipped', 'skipped', 'unknown', 'not-sent', 'not-sent']);
  expect(second.rows[0]?.id).toBe(first.rows[0]?.id);

  await run(`journal resolve ${intentId} --applied`);
  const third = await create('march.csv');
  expect([third.code, third.sent]).toEqual([0, 2]);
  expect(third.said).toEqual(['skipped', 'skipped', 'skipped', 'created', 'created']);
  expect(await made()).toMatchObject({ a: 1, b: 1, c: 1, d: 1, e: 1 });
});

test('a row that was certainly not created is sent again', async () => {
  await service.file('march.csv', csv('a', 'b'));
  faults = [undefined, 'reset-before'];
  const { intentId } = failureIn((await create('march.csv')).err);
  await run(`journal resolve ${intentId} --not-applied`);
  expect((await create('march.csv')).said).toEqual(['skipped', 'created']);
  expect(await made()).toMatchObject({ a: 1, b: 1 });
});

test('a file is recognized under another name and format, and edited rows are new', async () => {
  await service.file('march.csv', csv('a', 'no', 'c'));
  faults = [undefined, 'reset-before'];
  const { intentId } = failureIn((await create('march.csv')).err);
  await run(`journal resolve ${intentId} --not-applied`);
  const mended = [
    { memo: ' a ', amount: '10.5' },
    { memo: 'b', amount: '11.50' },
    { memo: 'c', amount: '12.50' },
  ];
  await service.file('march (2).json', JSON.stringify(mended));
  const { code, said } = await create('"march (2).json"', '--submit');
  expect([code, said]).toEqual([0, ['skipped', 'created', 'created']]);
  expect(await made()).toMatchObject({ a: 1, b: 1, c: 1 });
});

test('a row that replaces an unresolved one is not sent until that is resolved', async () => {
  await service.file('march.csv', csv('a', 'wrong', 'c'));
  faults = [undefined, 'reset-after'];
  const { intentId } = failureIn((await create('march.csv')).err);
  await service.file('march.csv', csv('a', 'mended', 'c'));
  const { code, said, sent, err } = await create('march.csv');
  expect([code, said, sent]).toEqual([10, ['skipped', 'not-sent', 'not-sent'], 0]);
  expect(failureIn(err).intentId).toBe(intentId);
});

test('equal rows are separate invoices, and an added one is new', async () => {
  await service.file('two.csv', `amount,memo\n10,x\n10,x\n`);
  expect((await create('two.csv')).said).toEqual(['created', 'created']);
  await service.file('three.csv', `amount,memo\n10,x\n10,x\n10,x\n`);
  expect((await create('three.csv')).said).toEqual(['skipped', 'skipped', 'created']);
  expect(await made()).toMatchObject({ x: 3 });
});

test('a finished file is created again only with --again', async () => {
  await service.file('march.csv', csv('a', 'b'));
  const first = await create('march.csv');
  expect(first.code).toBe(0);
  const second = await create('march.csv');
  expect([second.code, second.sent, second.said]).toEqual([14, 0, ['skipped', 'skipped']]);
  expect(second.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
  expect(failureIn(second.err)).toMatchObject({
    code: 'already_created',
    next: [expect.stringContaining('--again')],
  });
  const third = await create('march.csv', '--again', { interrupted: atNextWrite() });
  expect([third.code, third.said]).toEqual([130, ['created', 'not-sent']]);
  expect((await create('march.csv')).said).toEqual(['skipped', 'created']);
  expect(await made()).toMatchObject({ a: 2, b: 2 });
});

test('a refused row is corrected and sent, however long ago the others were created', async () => {
  await service.file('march.csv', csv('a', 'b'));
  await service.json('sandbox fault add --http-status 422 --times 1 --operation payable.create');
  expect((await create('march.csv')).said).toEqual(['refused', 'created']);
  expect((await create('march.csv')).said).toEqual(['created', 'skipped']);
});

test('one Ctrl-C stops a file after the current row, with a notice', async () => {
  await service.file('march.csv', csv('a', 'b', 'c'));
  const keys = new AbortController();
  onWrite = (number) => number === 2 && keys.abort('SIGINT');
  const line = `payable create --file march.csv --connection ${connection}`;
  const { code, out, err } = await run(line, { interrupted: keys.signal });
  expect(code).toBe(130);
  expect(err).toContain('Stopping after this row. Press Ctrl-C again to stop immediately.\n');
  expect(err).toContain('2 created, 1 not sent.\n');
  expect(out).toContain('not-sent');
  expect((await create('march.csv')).said).toEqual(['skipped', 'skipped', 'created']);
  expect(await made()).toMatchObject({ a: 1, b: 1, c: 1 });
});

test('a dry run shows the remaining rows, and records nothing', async () => {
  await service.file('march.csv', csv('a', 'b', 'c'));
  const plan = async () => JSON.parse((await run(`${line} --dry-run --json`)).out);
  const line = `payable create --file march.csv --connection ${connection}`;
  expect(await plan()).toHaveLength(3);
  expect(await plan()).toHaveLength(3);
  await create('march.csv', '', { interrupted: atNextWrite() });
  expect(await plan()).toHaveLength(2);
});

test('two processes with the same file create each row once', async () => {
  await service.file('march.csv', csv('a', 'b', 'c', 'd'));
  await Promise.all([create('march.csv'), create('march.csv')]);
  await create('march.csv');
  expect(await made()).toMatchObject({ a: 1, b: 1, c: 1, d: 1 });
});

test('an invoice without a number and with a lost response is not created a second time', async () => {
  const line = `payable create --connection ${connection} --amount 10 --memo once --json`;
  faults = ['reset-after'];
  const lost = await run(line);
  const { intentId } = failureIn(lost.err);
  const before = writes;
  const again = await run(line);
  expect([lost.code, again.code, failureIn(again.err)]).toMatchObject([
    10,
    14,
    { code: 'in_doubt', intentId },
  ]);
  expect([writes, await made()]).toMatchObject([before, { once: 1 }]);
  await run(`journal resolve ${intentId} --applied`);
  expect((await run(line)).code).toBe(0);
});

test('--again requires --file', async () => {
  const line = `payable create --connection ${connection} --amount 10 --again`;
  expect((await run(line)).code).toBe(2);
});

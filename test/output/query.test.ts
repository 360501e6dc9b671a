import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { remit, type TestInput, type TestRun } from '../helpers/run-command.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

const records = [
  { id: 'pay_1', amount: 12.5, memo: 'one, "two"', payeeName: '=SUM(A1)' },
  { id: 'pay_2', amount: 1000, memo: 'three\u001b[31m', payeeName: 'Acme' },
];

let service: Answering;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remit-query-'));
  service = await answering((request, response) =>
    request.url?.includes('/payables?') || request.url?.endsWith('/payables')
      ? reply(response, 200, { data: records, total: records.length })
      : reply(response, 200, records[0]),
  );
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => service.seen.splice(0));

const run = (words: readonly string[], typed: TestInput = {}): Promise<TestRun> =>
  remit(words, {
    ...typed,
    cwd: folder,
    env: { HOME: folder, REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: 'token-of-the-test' },
  });
const list = (query: string, ...more: string[]) =>
  run(['payable', 'list', '-b', 'biz_1', '--query', query, ...more]);

describe('the result of a query is printed in the requested format', () => {
  const twoColumns = '[].{id: id, amount: amount, to: payeeName}';
  test.for<[query: string, flags: string[], out: string]>([
    ['[].id', [], '[\n  "pay_1",\n  "pay_2"\n]\n'],
    ['[].id', ['-o', 'ndjson'], '"pay_1"\n"pay_2"\n'],
    ['[0].{id: id}', ['-o', 'ndjson'], '{"id":"pay_1"}\n'],
    [twoColumns, ['--csv'], "id,amount,to\npay_1,12.50,'=SUM(A1)\npay_2,1000.00,Acme\n"],
    [twoColumns, ['--csv', '--no-header'], "pay_1,12.50,'=SUM(A1)\npay_2,1000.00,Acme\n"],
    [twoColumns, ['-o', 'tsv'], 'pay_1\t12.50\t=SUM(A1)\npay_2\t1000.00\tAcme\n'],
    [
      '[].{id: id, amount: amount}',
      ['-o', 'markdown'],
      '| ID | AMOUNT |\n| --- | ---: |\n| pay\\_1 | $12.50 |\n| pay\\_2 | $1,000.00 |\n',
    ],
    ['[].id', ['--csv'], 'value\npay_1\npay_2\n'],
    ['[].id', ['-o', 'tsv'], 'pay_1\npay_2\n'],
    ['[].[id, amount]', ['-o', 'tsv'], 'pay_1\t12.5\npay_2\t1000\n'],
    ['[].[id, `null`]', ['--csv'], '0,1\npay_1,\npay_2,\n'],
    ['[0].{id: id}', ['--csv'], 'id\npay_1\n'],
    ['length(@)', ['-o', 'tsv'], '2\n'],
    ['[?amount > `9999`]', ['--csv'], ''],
    ['[0].nothing', ['--csv'], ''],
    ['[0].nothing', [], 'null\n'],
    ['[].{id: id}', ['-o', 'table'], 'ID\npay_1\npay_2\n'],
    ['[0].{id: id}', ['-o', 'table'], 'ID  pay_1\n'],
    ['[{a: `1`}, {b: `2`}]', ['--csv'], 'a,b\n1,\n,2\n'],
  ])('%s %j', async ([query, flags, out]) => {
    expect(await list(query, ...flags)).toMatchObject({ code: 0, out });
  });
});

describe('--raw prints strings without quotes, for a shell', () => {
  test.for<[query: string, flags: string[], out: string]>([
    ['[0].memo', ['-r'], 'one, "two"\n'],
    ['[].id', ['--raw'], 'pay_1\npay_2\n'],
    ['[].memo', ['-r', '-o', 'ndjson'], 'one, "two"\nthree\u001b[31m\n'],
    ['[0].amount', ['-r'], '12.5\n'],
    ['[].{id: id}', ['-r', '-o', 'ndjson'], '{"id":"pay_1"}\n{"id":"pay_2"}\n'],
  ])('%s %j', async ([query, flags, out]) => {
    expect(await list(query, ...flags)).toMatchObject({ code: 0, out });
  });

  test('in a terminal the result is sanitized', async () => {
    const { out } = await run(['payable', 'list', '-b', 'biz_1', '--query', '[1].memo', '-r'], {
      tty: { stdout: true },
    });
    expect(out).toContain('three');
    expect(out).not.toContain('\u001b');
  });
});

test('the name of a file decides the format of what a query finds', async () => {
  await list('[].{id: id}', '--out', 'ids.md');
  expect(readFileSync(join(folder, 'ids.md'), 'utf8')).toContain('| pay\\_2 |\n');
  await list('[].{id: id}', '--out', 'ids.csv');
  expect(readFileSync(join(folder, 'ids.csv'), 'utf8')).toBe('id\npay_1\npay_2\n');
  await list('[].id', '--out', 'ids.txt');
  expect(JSON.parse(readFileSync(join(folder, 'ids.txt'), 'utf8'))).toEqual(['pay_1', 'pay_2']);
});

test('every JMESPath function works', async () => {
  const found = await list(
    '{n: length(@), sum: sum([].amount), last: max_by(@, &amount).id, up: upper([0].id)}',
  );
  expect(JSON.parse(found.out)).toEqual({ n: 2, sum: 1012.5, last: 'pay_2', up: 'PAY_1' });
});

describe('an invalid query is refused before any request', () => {
  test.for([
    ['[0', 'is not a JMESPath expression'],
    ['nothing || nosuch(@)', 'Unknown function: nosuch()'],
  ])('%s', async ([query = '', why]) => {
    const { code, err, out } = await list(query);
    expect([code, out]).toEqual([2, '']);
    expect(JSON.parse(err).error).toMatchObject({ code: 'usage', outcome: 'not-sent' });
    expect(err).toContain(why);
    expect(service.seen).toEqual([]);
  });

  test.for([
    [['payable', 'list', '-b', 'biz_1', '--raw'], '--raw requires --query'],
    [['payable', 'list', '-b', 'biz_1', '--query', '@', '--raw', '--csv'], '--raw applies to JSON'],
    [['payable', 'export', '-b', 'biz_1', '--query', '@'], '--query filters records'],
    [['completion', 'bash', '--query', '@'], '--query filters records'],
  ] as const)('%j', async ([words, why]) => {
    const { code, err } = await run(words);
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    expect(service.seen).toEqual([]);
  });
});

test('a function applied to the wrong type is reported after the read', async () => {
  const { code, err } = await list('length([0].amount)');
  expect(code).toBe(2);
  expect(err).toContain('--query cannot be applied to this result');
});

import { parse } from 'csv-parse/sync';
import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { node, program, remit } from '../helpers/built-program.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

let service: Answering;
afterEach(() => service.close());

const row = (id: number) => ({
  id: `pay_${id}`,
  status: 'PAID',
  amount: id,
  createdAt: '2026-03-02T15:00:00Z',
});
const env = () => ({
  REMIT_BASE_URL: service.baseUrl,
  REMIT_TOKEN: 'token-of-the-test',
  HOME: '/nonexistent',
});
const list = (...more: string[]) =>
  remit(['payable', 'list', '-b', 'biz_1', ...more], { env: env() });

/** Serves pages of what `rows` is when each is asked for; `total` says how many there are. */
async function pages(rows: () => object[], total = (all: object[]) => all.length): Promise<void> {
  service = await answering((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const limit = Number(searchParams.get('limit') ?? 20);
    const offset = Number(searchParams.get('offset') ?? 0);
    const all = rows();
    const data = all.slice(offset, offset + limit);
    const hasMore = offset + data.length < all.length;
    reply(response, 200, { data, total: total(all), limit, offset, hasMore });
  });
}

test('a list that grows during pagination has no duplicate and no missing id', async () => {
  let newest = 250;
  await pages(() => {
    newest += 3;
    return Array.from({ length: newest }, (_, at) => row(newest - at));
  });
  const { code, out } = await list('-o', 'ndjson');
  const ids: string[] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect(code).toBe(0);
  expect(new Set(ids).size).toBe(ids.length);
  for (let id = 1; id <= 250; id++) expect(ids).toContain(`pay_${id}`);
});

test('a list shorter than its total is incomplete', async () => {
  await pages(
    () => [row(1), row(2)],
    () => 3,
  );
  const { code, err } = await list('--csv');
  expect(code).toBe(12);
  expect(err).toMatch(/2 of 3/);
});

test('| head stops early without an error', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => row(at));
  await pages(() => rows);
  const line = `${node} ${program} payable list -b biz_1 --json; echo "code $?" >&2`;
  const { stdout, stderr } = await execa('sh', ['-c', `{ ${line}; } | head -1`], { env: env() });
  expect([stdout, stderr]).toEqual(['[', 'code 0']);
});

test('a full disk is an error', async () => {
  await pages(() => [row(1)]);
  const line = `${node} ${program} payable list -b biz_1 > /dev/full`;
  const { exitCode, stderr } = await execa('sh', ['-c', line], { env: env(), reject: false });
  expect(exitCode).toBe(13);
  expect(stderr).toMatch(/could not be written/);
});

test('a megabyte of JSON passes a pipe completely', async () => {
  const rows = Array.from({ length: 9000 }, (_, at) => ({ ...row(at), memo: 'x'.repeat(60) }));
  await pages(() => rows);
  const line = `${node} ${program} payable list -b biz_1 --json | cat`;
  const { stdout } = await execa('sh', ['-c', line], { env: env(), maxBuffer: 1e8 });
  expect(stdout.length).toBeGreaterThan(1_000_000);
  expect(JSON.parse(stdout)).toHaveLength(9000);
});

/** C0 but tab and line feed, DEL, C1, and what turns text around. */
const acts = (it: string) => /[\p{Cc}\p{Bidi_Control}]/u.test(it) && !/[\t\n]/.test(it);

test('untrusted text controls no terminal and no spreadsheet, in any format', async () => {
  const hostile = { payeeName: "=cmd|'/c calc'!A0", memo: 'a\u001b[31mb\rc\u202ed\u0085e' };
  await pages(() => [{ ...row(1), ...hostile }]);
  for (const format of ['json', 'ndjson', 'csv', 'tsv', 'table']) {
    const { code, out } = await list('-o', format);
    expect(code).toBe(0);
    // A line break within a cell of CSV is kept, quoted.
    expect([...out].filter(acts), format).toEqual(format === 'csv' ? ['\r'] : []);
    if (format === 'json') expect(JSON.parse(out)[0]).toMatchObject(hostile);
    if (format === 'ndjson') expect(JSON.parse(out)).toMatchObject(hostile);
    if (format === 'csv')
      expect((parse(out, { columns: true }) as object[])[0]).toMatchObject({
        payeeName: `'${hostile.payeeName}`,
      });
  }
});

test('an id with path segments sends nothing', async () => {
  await pages(() => []);
  const { code } = await remit(['payable', 'get', '..', '-b', 'biz_1'], { env: env() });
  expect(code).toBe(2);
  expect((await remit(['api', 'GET', '/api/../admin'], { env: env() })).code).toBe(2);
  expect(service.seen).toEqual([]);
});

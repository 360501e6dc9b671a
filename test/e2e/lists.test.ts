import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { node, program } from '../helpers/built-program.ts';
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
/** Serves pages of what `rows` is when each is asked for. */
async function pages(rows: () => object[]): Promise<void> {
  service = await answering((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const limit = Number(searchParams.get('limit') ?? 20);
    const offset = Number(searchParams.get('offset') ?? 0);
    const all = rows();
    const data = all.slice(offset, offset + limit);
    const hasMore = offset + data.length < all.length;
    reply(response, 200, { data, total: all.length, limit, offset, hasMore });
  });
}

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

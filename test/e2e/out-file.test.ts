import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { remit } from '../helpers/built-program.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

let service: Answering;
let cwd: string;
let broken = false;
/** Creates a file during the request. */
let appears: string | undefined;
beforeEach(async () => {
  broken = false;
  appears = undefined;
  cwd = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
  service = await answering((_, response) => {
    const data = [{ id: 'pay_1', amount: 12.5 }];
    if (appears) writeFileSync(appears, 'mine');
    reply(response, 200, { data, total: broken ? 2 : 1 });
  });
});
afterEach(async () => {
  await service.close();
  await rm(cwd, { recursive: true });
});

const list = (...more: string[]) =>
  remit(['payable', 'list', '-b', 'biz_1', '--columns', 'id,amount', ...more], {
    cwd,
    env: { REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: 'token-of-the-test' },
  });

test('the extension determines the format, the file is private, and stdout stays empty', async () => {
  expect(await list('--out', 'a.csv')).toEqual({ code: 0, out: '', err: '' });
  expect(await readFile(join(cwd, 'a.csv'), 'utf8')).toBe('id,amount\npay_1,12.50\n');
  expect((await stat(join(cwd, 'a.csv'))).mode & 0o777).toBe(0o600);
  await list('--out', 'a.json');
  expect(JSON.parse(await readFile(join(cwd, 'a.json'), 'utf8'))).toEqual([
    { id: 'pay_1', amount: 12.5 },
  ]);
  await list('--out', 'a.txt');
  expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('pay_1\t12.50\n');
});

test('an existing file is replaced with --force only, and atomically', async () => {
  await writeFile(join(cwd, 'a.csv'), 'old');
  expect((await list('--out', 'a.csv')).code).toBe(2);
  expect(await readFile(join(cwd, 'a.csv'), 'utf8')).toBe('old');
  broken = true;
  expect((await list('--out', 'a.csv', '--force')).code).toBe(12);
  expect((await list('--out', 'new.csv')).code).toBe(12);
  expect(await readFile(join(cwd, 'a.csv'), 'utf8')).toBe('old');
  expect(await readdir(cwd)).toEqual(['a.csv']);
  broken = false;
  expect((await list('--out', 'a.csv', '--force')).code).toBe(0);
  expect(await readFile(join(cwd, 'a.csv'), 'utf8')).toContain('pay_1');
});

test('nothing is written through a symbolic link', async () => {
  await writeFile(join(cwd, 'target'), 'old');
  await symlink(join(cwd, 'target'), join(cwd, 'link.csv'));
  await symlink(join(cwd, 'nowhere'), join(cwd, 'dangling.csv'));
  for (const link of ['link.csv', 'dangling.csv']) {
    expect((await list('--out', link)).code).toBe(2);
    expect((await list('--out', link, '--force')).code).toBe(2);
  }
  expect(await readFile(join(cwd, 'target'), 'utf8')).toBe('old');
  expect((await readdir(cwd)).sort()).toEqual(['dangling.csv', 'link.csv', 'target']);
});

test('a missing directory is reported before any request', async () => {
  const { code, err } = await list('--out', 'no/such/a.csv');
  expect(code).toBe(2);
  expect(err).toContain('no/such/a.csv');
  expect(service.seen).toEqual([]);
});

test('a file created meanwhile is not replaced, and the output is kept', async () => {
  appears = join(cwd, 'a.csv');
  const { code, err, out } = await list('--out', 'a.csv');
  expect([code, out]).toEqual([13, '']);
  expect(await readFile(join(cwd, 'a.csv'), 'utf8')).toBe('mine');
  const [, written = ''] = /the output is in (\S+)/.exec(err) ?? [];
  expect(await readFile(written, 'utf8')).toBe('id,amount\npay_1,12.50\n');
});

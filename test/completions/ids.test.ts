import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completableIdsOf } from '../../src/cli/extract-ids.ts';
import type { IdKind } from '../../src/cli/id-kinds.ts';
import { keepIds } from '../../src/runtime/id-cache.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const fileOf = (kind: IdKind, profile = 'test') =>
  join(service.home, 'cache', 'ids', profile, `${kind}.tsv`);
const linesOf = (kind: IdKind, profile?: string): string[] =>
  readFileSync(fileOf(kind, profile), 'utf8').trimEnd().split('\n');
const run = async (line: string) => {
  const { code, err } = await service.remit(line);
  expect([code, err]).toEqual([0, '']);
};

test('a list caches its ids for the shell, each with a description', async () => {
  await run('payable list');
  await run('bank list');
  await run('business list');
  await run('connection list');
  expect(linesOf('payable')).toContainEqual(
    expect.stringMatching(
      /^pay_\w+\tAPPROVED · \$1,840\.00 · Coastal Linen Inc · CL-1001\tAPPROVED\treceived\tnone\tCL-1001$/,
    ),
  );
  expect(linesOf('bank')[0]).toMatch(/^fs_\w+\tverified · .+ ···\d{4}\tverified$/);
  expect(linesOf('business')).toContain(`${service.payer}\tverified · Acme Hotels LLC\tverified`);
  expect(linesOf('connection')[0]).toMatch(/^conn_\w+\tactive · \w/);
});

test('the cache is readable by the user only', async () => {
  await run('payable list');
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(modeOf(fileOf('payable'))).toBe(0o600);
  expect(modeOf(join(service.home, 'cache', 'ids', 'test'))).toBe(0o700);
});

test('a filtered list adds to the cache, an unfiltered one replaces it', async () => {
  await run('payable list');
  const all = linesOf('payable');
  keepIds(
    hostOf(),
    'test',
    completableIdsOf('payable', { id: 'pay_gone', status: 'PAID' }),
    undefined,
  );
  expect(linesOf('payable')).toEqual(['pay_gone\tPAID\tPAID\t\tnone', ...all]);
  await run('payable list --status APPROVED');
  expect(linesOf('payable')).toHaveLength(all.length + 1);
  expect(linesOf('payable')[0]).toContain('APPROVED');
  await run('payable list');
  expect(linesOf('payable')).toEqual(all);
});

test('new resources and payments are cached immediately', async () => {
  const connection = String((await service.json<{ id: string }[]>('connection list'))[0]?.id);
  const { id } = await service.json(`payable create --connection ${connection} --amount 5`);
  expect(linesOf('payable')).toContain(`${id}\tDRAFT\tDRAFT\t\tnone`);
  const [due] = await service.json<{ id: string }[]>('payable list --status APPROVED');
  const { paymentId } = await service.json(`pay initiate ${due?.id} --yes`);
  expect(linesOf('payment')[0]).toMatch(new RegExp(`^${paymentId}\tPENDING · \\$1,840.00`));
  await run('journal list');
  expect(linesOf('intent')[0]).toMatch(/^int_\w+\tapplied · pay\.initiate · \$1,840\.00/);
});

test('each profile has its own cache, which is deleted with the profile', async () => {
  await run(`profile set baseUrl ${service.baseUrl} -P other`);
  const { code } = await service.remit('business list -P other', {
    env: { REMIT_TOKEN: service.token },
  });
  expect(code).toBe(0);
  expect(existsSync(fileOf('business', 'other'))).toBe(true);
  expect(existsSync(fileOf('business'))).toBe(false);
  await run('profile remove other --yes');
  expect(existsSync(fileOf('business', 'other'))).toBe(false);
});

test("nothing is cached for another service than the profile's", async () => {
  const env = { REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: service.token };
  expect((await service.remit('business list', { env })).code).toBe(0);
  expect(existsSync(join(service.home, 'cache'))).toBe(false);
});

test('a list whose ids cannot be cached prints all the same', async () => {
  writeFileSync(join(service.home, 'cache'), 'not a directory');
  await run('payable list');
  rmSync(join(service.home, 'cache'));
});

test('with a damaged configuration no journal ids are listed', async () => {
  writeFileSync(join(service.home, 'config', 'config.json'), '{');
  const { code, out, err } = await service.remit('journal list --json');
  expect([code, out]).toEqual([3, '']);
  expect(err).toContain('config.json');
});

test('at most the newest 500 ids of a kind are cached', () => {
  const many = Array.from({ length: 600 }, (_, at) => ({ id: `pay_${at}`, status: 'DRAFT' }));
  keepIds(
    hostOf(),
    'test',
    many.slice(0, 400).flatMap((it) => completableIdsOf('payable', it)),
    undefined,
  );
  keepIds(
    hostOf(),
    'test',
    many.slice(400).flatMap((it) => completableIdsOf('payable', it)),
    undefined,
  );
  expect(linesOf('payable')).toHaveLength(500);
  expect(linesOf('payable')[0]).toBe('pay_400\tDRAFT\tDRAFT\t\tnone');
});

test('a name cannot break the cache line or the terminal', () => {
  const hostile = 'A\tB\nC\u001b[31m\u202eD\u0085$(x)';
  const [known] = completableIdsOf('payable', { id: 'pay_1', status: 'PAID', payeeName: hostile });
  expect(known?.text).toBe('PAID · A\\u0009B\\u000aC\\u001b[31m\\u202eD\\u0085$(x)');
  const long = completableIdsOf('payable', {
    id: 'pay_1',
    status: 'PAID',
    payeeName: 'x'.repeat(5000),
  });
  expect(long[0]?.text).toHaveLength(100);
});

test.for(['-rf', '../x', 'a b', 'a\tb', '', 'é', 7, null, undefined])(
  'an invalid id is not cached: %j',
  (id) => {
    expect(completableIdsOf('payable', { id, status: 'PAID' })).toEqual([]);
  },
);

const hostOf = () => ({ env: service.env, home: undefined, pid: process.pid, isAlive: () => true });

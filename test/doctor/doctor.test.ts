import { chmodSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { intentOf } from '../../src/money/journal/intent-draft.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import { remit, type TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { answering } from '../helpers/stub-server.ts';

interface Found {
  readonly code: number;
  readonly ok: boolean;
  readonly out: string;
  readonly err: string;
  readonly of: (name: string) => { status: string; detail: string; next: string | null };
}

async function doctor(service: Pick<Service, 'remit'>, line = '', typed: TestInput = {}) {
  const { code, out, err } = await service.remit(`doctor ${line} --json`, typed);
  const { ok, checks } = JSON.parse(out);
  const of = (name: string) => checks.find((it: { name: string }) => it.name === name);
  return { code, ok, out, err, of } as Found;
}

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const config = (name = 'config.json') => join(service.home, 'config', name);

test('reports that all is well, and shows no secret', async () => {
  const found = await doctor(service, '--network');
  expect([found.code, found.ok]).toEqual([0, true]);
  expect(found.out).not.toContain(service.token);
  expect(found.of('tcp').status).toBe('ok');
  expect(found.of('service').detail).toContain('demo@remit.test');
  expect(found.of('refusals').detail).toMatch(/404 as application\/problem\+json, code \w+/);
  expect(found.of('clock').status).toBe('warning');
  expect(found.of('profile').detail).toBe('test');
  expect(found.of('settings').detail).toContain(`business ${service.payer} (profile)`);
});

test('prints lines or cards for a person, rows for a pipe', async () => {
  const { out } = await service.remit('doctor');
  expect(out.split('\n').find((it) => it.startsWith('profile'))).toBe('profile\tok\ttest\t');
  const shown = await service.remit('doctor', {
    tty: { stdout: true, stderr: true },
    columns: 400,
    env: { NO_COLOR: '1' },
  });
  expect(shown.out).toMatch(/^NAME +STATUS\nnode +ok\n {2}remit /);
  expect(shown.out).toMatch(/^profile +ok\n {2}test\n/m);
  const narrow = await service.remit('doctor', { tty: { stdout: true }, columns: 30 });
  expect(narrow.out).toMatch(/profile +\S*ok\S*\n {2}test\n/);
});

test('reports a token in the environment that hides a login, here and in every command', async () => {
  const env = { REMIT_TOKEN: 'another-token-of-somebody' };
  const found = await doctor(service, '', { env });
  expect(found.of('token')).toMatchObject({ status: 'warning', next: 'unset REMIT_TOKEN' });
  expect(found.out).not.toContain('another-token');
  const loud = await service.remit('whoami', { env });
  expect(loud.err).toContain('REMIT_TOKEN is used instead of the login of profile test.');
  expect((await service.remit('whoami -q', { env })).err).not.toContain('instead of the login');
  const same = await service.remit('whoami', { env: { REMIT_TOKEN: service.token } });
  expect([same.code, same.err]).toEqual([0, '']);
});

describe('a problem is explained and left unchanged:', () => {
  test('an invalid JSON configuration', async () => {
    writeFileSync(config(), '{ "version": 1,\n "profiles": oops }');
    const found = await doctor(service);
    expect([found.code, found.ok]).toEqual([3, false]);
    expect(found.of('configuration').detail).toContain('line 2 is not JSON');
    expect(found.of('profile').status).toBe('failed');
    expect(found.of('journal').status).toBe('ok');
    expect(JSON.parse(found.err).error).toMatchObject({ exitCode: 3, code: 'not_well' });
  });

  test('an invalid value', async () => {
    const found = await doctor(service, '', { env: { REMIT_FORMAT: 'xml' } });
    expect([found.code, found.of('profile').detail]).toEqual([3, expect.stringContaining('xml')]);
  });

  test('credentials readable by others, and a symbolic link in their place', async () => {
    chmodSync(config('credentials.json'), 0o644);
    const found = await doctor(service);
    expect([found.code, found.of('credentials').status]).toEqual([0, 'warning']);
    expect(statSync(config('credentials.json')).mode & 0o777).toBe(0o644);
    renameSync(config('credentials.json'), config('elsewhere.json'));
    symlinkSync(config('elsewhere.json'), config('credentials.json'));
    expect((await doctor(service)).of('credentials').detail).toContain('symbolic link');
  });

  test('a journal that is not a database', async () => {
    mkdirSync(join(service.home, 'state'), { recursive: true });
    writeFileSync(join(service.home, 'state', 'journal.db'), 'no database at all, but long enough');
    const found = await doctor(service);
    expect([found.code, found.of('journal').status]).toEqual([3, 'failed']);
  });

  test('a directory that is a file, and no home at all', async () => {
    const found = await doctor({ remit }, '', { env: { REMIT_HOME: config() } });
    expect([found.code, found.of('directory state').status]).toEqual([3, 'failed']);
    const homeless = await doctor({ remit });
    expect(homeless.of('directory config').next).toContain('REMIT_HOME');
  });

  test('a directory that others can read, whose name has a space', async () => {
    const home = join(service.home, 'my own');
    mkdirSync(join(home, 'config'), { recursive: true });
    chmodSync(join(home, 'config'), 0o755);
    const { of } = await doctor(service, '', { env: { REMIT_HOME: home } });
    expect(of('directory config').next).toBe(`chmod 700 '${join(home, 'config')}'`);
  });

  test('a configuration file or directory writable by others', async () => {
    chmodSync(config(), 0o666);
    const found = await doctor(service);
    expect(found.code).toBe(3);
    expect(found.of('configuration')).toMatchObject({
      status: 'failed',
      next: `chmod go-w ${config()}`,
    });
    chmodSync(config(), 0o600);
    chmodSync(join(service.home, 'config'), 0o777);
    const folder = { status: 'failed', next: `chmod go-w ${join(service.home, 'config')}` };
    expect((await doctor(service)).of('directory config')).toMatchObject(folder);
  });

  test('certificates would not be verified: nothing is sent', async () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const found = await doctor(service, '--network', { env });
    expect(found.code).toBe(3);
    expect(found.of('certificates')).toMatchObject({
      status: 'failed',
      next: 'unset NODE_TLS_REJECT_UNAUTHORIZED',
    });
    expect(found.of('network').status).toBe('failed');
    expect(found.of('service')).toBeUndefined();
  });

  test('proxies and certificates', async () => {
    const env = { HTTPS_PROXY: 'http://me:hunter2@proxy.test:8080' };
    const found = await doctor(service, `--ca-file ${config()}`, { env });
    expect(found.of('proxy').detail).toBe('HTTPS_PROXY proxy.test:8080 (not for this address)');
    expect(found.of('ca file')).toMatchObject({ status: 'failed' });
    expect(found.out).not.toContain('hunter2');
  });
});

test('an unknown outcome in the journal is a warning with the next command', async () => {
  await service.remit('invite send a@b.test');
  expect((await doctor(service)).of('journal').detail).toContain('no unresolved requests');
  const journal = await openJournal(join(service.home, 'state'), {
    pid: process.pid,
    isAlive: () => true,
  });
  const draft = intentOf(
    'pay.initiate',
    { body: { payableId: 'pay_1' } },
    { origin: service.baseUrl, environment: 'live' },
  );
  if (!draft) throw new Error('a payment is journaled');
  const sender = { profile: 'test', tokenPrint: null, idempotencyKey: 'key' };
  const { intentId } = await journal.begin(draft, sender);
  await journal.recordOutcome(intentId, 'unknown', {
    requestId: null,
    serverId: null,
    status: null,
  });
  await journal.close();
  const found = await doctor(service);
  expect([found.code, found.of('journal')]).toMatchObject([
    0,
    { status: 'warning', next: 'remit journal reconcile' },
  ]);
});

describe('over the network', () => {
  test('no service exits with 9, and the checks show where the connection fails', async () => {
    const found = await doctor(service, '--network --base-url http://127.0.0.1:9 --retries 0');
    expect(found.of('network').detail).toContain('connection refused');
    expect(found.of('service')).toBeUndefined();
    // There is no token for that address either, and that was found first.
    expect(found.code).toBe(4);
    const env = { REMIT_BASE_URL: 'http://127.0.0.1:9', REMIT_TOKEN: 'token-of-the-test' };
    expect((await doctor(service, '--network', { env })).code).toBe(9);
  });

  test('an unreachable proxy exits with 9, and is named', async () => {
    const env = {
      REMIT_BASE_URL: 'https://api.example.com',
      REMIT_TOKEN: 'token-of-the-test',
      HTTPS_PROXY: 'http://me:hunter2@127.0.0.1:9',
    };
    const found = await doctor(service, '--network', { env });
    expect(found.code).toBe(9);
    expect(found.of('proxy').detail).toBe('HTTPS_PROXY 127.0.0.1:9');
    expect(found.of('network')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining(
        'The proxy 127.0.0.1:9 (HTTPS_PROXY) failed: connection refused',
      ),
      next: 'check HTTPS_PROXY, or add api.example.com to NO_PROXY',
    });
    expect(found.out).not.toContain('hunter2');
  });

  test('a token that the service rejects exits with 4', async () => {
    const env = { REMIT_TOKEN: 'token-of-somebody-else' };
    const found = await doctor(service, '--network', { env });
    expect([found.code, found.of('service').status]).toEqual([4, 'failed']);
  });

  test('another server at the base URL exits with 12', async () => {
    const other = await answering((_, response) => response.end('<h1>It works!</h1>'));
    const env = { REMIT_BASE_URL: other.baseUrl, REMIT_TOKEN: 'token-of-the-test' };
    const found = await doctor(service, '--network', { env });
    await other.close();
    expect([found.code, found.of('service').status]).toEqual([12, 'failed']);
  });
});

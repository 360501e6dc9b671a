import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { build } from 'rolldown';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rawText } from '../../../packaging/raw-text.ts';
import { readServerInfo } from '../../../src/sandbox/server/pid-file.ts';
import {
  FolderInUseError,
  openSandboxService,
  type SandboxConfig,
} from '../../../src/sandbox/server/serve.ts';
import { databaseFor } from '../../helpers/test-database.ts';
import { openSandbox, temporaryFolder } from '../open-sandbox.ts';

const tools = temporaryFolder();
const program = join(tools, 'serving.cjs');
beforeAll(async () => {
  await build({
    input: resolve('test/sandbox/core/serving-process.ts'),
    platform: 'node',
    plugins: [rawText],
    external: ['@photostructure/sqlite'],
    output: { file: program, format: 'cjs', codeSplitting: false, dynamicImportInCjs: false },
  });
  return () => rmSync(tools, { recursive: true, force: true });
});

let dataDir: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const config = (more: Partial<SandboxConfig> = {}): SandboxConfig => ({
  ...{ dataDir, port: 0, seed: 'empty', pid: process.pid, onFault: () => {} },
  ...more,
});

async function started() {
  const child = spawn(process.execPath, [program, dataDir], {
    env: { NODE_PATH: resolve('node_modules') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    child,
    ...(JSON.parse(String(line)) as Record<'baseUrl' | 'token' | 'controlToken', string>),
  };
}

async function ask(baseUrl: string, path: string, token: string, body?: unknown): Promise<Asked> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

interface Asked {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly body: any;
}

test('over a socket: Date of the domain clock, own host name only, and no unauthenticated access', async () => {
  const service = await openSandboxService(
    config({ clock: 'frozen', now: new Date('2026-03-02T15:00:00Z') }),
  );
  const { token } = await service.ownerToken();
  const { status, headers } = await ask(service.baseUrl, '/api/user/profile', token);
  expect(status).toBe(200);
  expect(headers.get('date')).toBe('Mon, 02 Mar 2026 15:00:00 GMT');
  expect(new URL(service.baseUrl).hostname).toBe('127.0.0.1');

  const { port } = new URL(service.baseUrl);
  const asked = (host: string) =>
    new Promise<number | undefined>((done, fail) => {
      const path = '/api/user/profile';
      const headers = { host, authorization: `Bearer ${token}` };
      request({ host: '127.0.0.1', port, path, headers }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      })
        .on('error', fail)
        .end();
    });
  expect(await asked(`localhost:${port}`)).toBe(200);
  expect(await asked(`127.0.0.1:${port}`)).toBe(200);
  expect(await asked('localhost')).toBe(421);
  expect(await asked(`attacker.example:${port}`)).toBe(421);
  await service.close();
});

test('a running server has a private file with its address, until it closes', async () => {
  const service = await openSandboxService(config());
  const file = join(dataDir, 'sandbox.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readServerInfo(dataDir)).toMatchObject({
    pid: process.pid,
    baseUrl: service.baseUrl,
    controlToken: service.controlToken,
  });
  await service.close();
  expect(existsSync(file)).toBe(false);
});

const isOnFile = databaseFor('') === undefined;

test.runIf(isOnFile)('no token, password or account number is stored in the database', async () => {
  const sandbox = await openSandbox({ dataDir, seed: 'demo' });
  const token = await sandbox.ownerToken();
  const [acme] = await sandbox.businesses();
  const body = {
    ...{ businessId: acme?.id, routingNumber: '110000000', accountNumber: '90817263544' },
    ...{ accountType: 'checking', name: 'Second account' },
  };
  const made = await sandbox.send('POST', '/api/bank-accounts/connect-manually', { token, body });
  expect(made.status).toBe(201);
  await sandbox.newAccount('Other');
  await sandbox.close();

  const kept = readdirSync(dataDir)
    .map((it) => readFileSync(join(dataDir, it), 'latin1'))
    .join();
  expect(kept).toContain('demo@remit.test');
  for (const secret of [token, 'correct horse', '90817263544']) expect(kept).not.toContain(secret);
});

test('a directory is served by one process at a time; its state wins over options', async () => {
  const first = await openSandboxService(config({ clock: 'frozen' }));
  const { token } = await first.ownerToken();
  await expect(openSandboxService(config())).rejects.toThrow(FolderInUseError);
  await first.close();

  const second = await openSandboxService(
    config({ clock: 'real', seed: 'demo', now: new Date(0), options: { idempotency: 'off' } }),
  );
  expect(second.settings).toMatchObject({
    ...{ isNew: false, seed: 'empty', clock: 'frozen' },
    options: { idempotency: 'on' },
  });
  expect((await ask(second.baseUrl, '/api/user/profile', token)).status).toBe(200);
  expect((await ask(second.baseUrl, '/sandbox/clock', first.controlToken)).status).toBe(401);
  await second.close();
});

test('a port in use is an error that creates nothing', async () => {
  const first = await openSandboxService(config());
  const port = Number(new URL(first.baseUrl).port);
  const other = temporaryFolder();
  await expect(openSandboxService(config({ dataDir: other, port }))).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  expect(existsSync(join(other, 'sandbox.db'))).toBe(false);
  rmSync(other, { recursive: true });
  await first.close();
});

test('killed while working, it has lost no acknowledged write', async () => {
  const first = await started();
  await expect(openSandboxService(config())).rejects.toThrow(FolderInUseError);

  const acknowledged: string[] = [];
  const post = async (n: number): Promise<void> => {
    const body = { ...business, name: `Business ${n}` };
    const made = await ask(first.baseUrl, '/api/businesses', first.token, body);
    acknowledged.push(made.body.id);
    if (acknowledged.length === 20) first.child.kill('SIGKILL');
    return post(n + 1);
  };
  const gone = once(first.child, 'exit');
  await Promise.allSettled([post(0), post(1000), post(2000)]);
  // Only then has the operating system let go of the directory.
  await gone;
  expect(acknowledged.length).toBeGreaterThanOrEqual(20);

  const second = await started();
  const { body } = await ask(second.baseUrl, '/api/businesses', first.token);
  const kept = new Map(body.map((it: { id: string; status: string }) => [it.id, it.status]));
  for (const id of acknowledged) expect(kept.get(id)).toBe('verified');
  const check = await ask(second.baseUrl, '/sandbox/ledger/check', second.controlToken);
  expect(check.body).toMatchObject({ ok: true, difference: 0 });
});

const address = { street: '1 Main', city: 'New York', state: 'NY', zip: '10001', country: 'US' };
const business = {
  ...{ name: 'Acme Hotels LLC', businessType: 'llc', address, taxInfo: { ein: '12-3456789' } },
  controller: {
    ...{ firstName: 'Ada', lastName: 'Acme', dateOfBirth: '1980-05-17', ssn: '1234', address },
  },
};

import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type LocalSandbox,
  openSandboxService,
  type SandboxConfig,
} from '../../../src/sandbox/server/serve.ts';

const token = 'token-of-the-owner';
const controlToken = 'token-of-the-controls';

let service: LocalSandbox;
const start = (more: Partial<SandboxConfig> = {}) =>
  openSandboxService({
    ...{ port: 0, pid: process.pid, seed: 'basic', token, controlToken },
    ...{ address: '0.0.0.0', hostNames: ['sandbox.test', 'other.test:8080'] },
    onFault: (fault) => {
      throw fault;
    },
    ...more,
  });
beforeEach(async () => {
  service = await start();
});
afterEach(() => service.close());

/** An address of this machine that other machines use; loopback where there is no network. */
const ownAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((it) => it ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';

/** Asks for a path under a host name, at an address beyond loopback. */
const asked = (path: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const { port } = new URL(service.baseUrl);
    const call = request({ host: ownAddress(), port, path, headers }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve({ status: answer.statusCode, text });
    });
    call.on('error', reject).end();
  });

test('answers at another address, under the names that it was given and no other', async () => {
  const { port } = new URL(service.baseUrl);
  const statusOf = async (host: string) => (await asked('/ready', { host })).status;
  expect(await statusOf('sandbox.test')).toBe(200);
  expect(await statusOf('sandbox.test:4010')).toBe(200);
  expect(await statusOf('other.test:8080')).toBe(200);
  expect(await statusOf(`localhost:${port}`)).toBe(200);
  expect(await statusOf('other.test')).toBe(421);
  expect(await statusOf(`${ownAddress()}:${port}`)).toBe(421);
  expect(await statusOf('a.sandbox.test')).toBe(421);
});

test('is ready without a token, and nothing else is', async () => {
  const host = 'sandbox.test';
  expect(JSON.parse((await asked('/ready', { host })).text)).toEqual({ ready: true });
  expect((await asked('/api/user/profile', { host })).status).toBe(401);
  expect((await asked('/sandbox/clock', { host })).status).toBe(401);
});

test('takes the tokens that it was given, each for its own', async () => {
  const statusOf = async (path: string, bearer: string) =>
    (await asked(path, { host: 'sandbox.test', authorization: `Bearer ${bearer}` })).status;
  expect(await statusOf('/api/user/profile', token)).toBe(200);
  expect(await statusOf('/sandbox/clock', controlToken)).toBe(200);
  expect(await statusOf('/api/user/profile', controlToken)).toBe(401);
  expect(await statusOf('/sandbox/clock', token)).toBe(401);
  expect((await service.ownerToken()).token).toBe(token);
});

test('links in emails have the first name', async () => {
  const { port } = new URL(service.baseUrl);
  const emails = await service.control('listEmails', { kind: 'invitation' });
  const url = expect.stringContaining(`http://sandbox.test:${port}/`);
  expect(emails).toEqual([expect.objectContaining({ url })]);
});

test('listens on loopback only without an address', async () => {
  await service.close();
  service = await start({ address: undefined, hostNames: undefined });
  expect((await fetch(`${service.baseUrl}/ready`)).status).toBe(200);
  await expect(asked('/ready', { host: 'sandbox.test' })).rejects.toThrow('ECONNREFUSED');
});

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { remit, words } from '../helpers/built-program.ts';
import { reply } from '../helpers/stub-server.ts';
import {
  answering,
  certificate,
  certificateFile,
  listening,
  serveRaw,
  startTunnels,
  type TunnelProxy,
} from '../http/stub-servers.ts';

const ROWS = 1000;

/** A service that keeps idle connections for a minute, far longer than a command may take. */
const seen: string[] = [];
const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://x');
  seen.push(`${request.method} ${pathname}`);
  const record = { id: 'pay_1', amount: 1, payeeName: 'Linen' };
  if (request.method === 'POST') return reply(response, 200, { ...record, status: 'CANCELLED' });
  if (/pay_1$/.test(pathname)) return reply(response, 200, { ...record, status: 'SUBMITTED' });
  const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
  const rows = Array.from({ length: ROWS }, (_, at) => ({ id: `pay_${at}`, status: 'PAID' }));
  const data = rows.slice(offset, offset + limit);
  reply(response, 200, { data, total: ROWS, limit, offset });
});

let folder: string;
let port: string;
let proxy: TunnelProxy;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remit-proxy-'));
  const service = await listening(server);
  port = service.port;
  proxy = await startTunnels(service);
});
afterAll(async () => {
  proxy.stop();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  seen.length = 0;
  proxy.tunnels.length = 0;
});

const run = (line: string, env: Readonly<Record<string, string>>) =>
  remit(words(`${line} -b biz_1 --ca-file ${certificateFile}`), {
    env: { REMIT_HOME: folder, REMIT_TOKEN: 'token-of-the-test', ...env },
  });

/** The environment of each way to the service. */
type Way = [name: string, env: () => Record<string, string>];
const ways: Way[] = [
  ['directly', () => ({ REMIT_BASE_URL: `https://localhost:${port}` })],
  ...['HTTPS_PROXY', 'all_proxy'].map(
    (variable): Way => [
      `through the proxy of ${variable}`,
      () => ({ REMIT_BASE_URL: 'https://api.example.test', [variable]: proxy.url.href }),
    ],
  ),
];

describe.each(ways)('%s', (name, env) => {
  test('a long list is printed whole, and ends with its connections still open', async () => {
    const { code, out, err } = await run('payable list --csv --columns id', env());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trim().split('\n')).toHaveLength(1 + ROWS);
    expect(proxy.tunnels.every(({ to }) => to === 'api.example.test:443')).toBe(true);
    expect(proxy.tunnels.length > 1).toBe(name !== 'directly');
    // Pages share connections.
    expect(proxy.tunnels.length).toBeLessThan(seen.length);
  });

  test('a write is sent once', async () => {
    const { code, err } = await run('payable cancel pay_1 --yes', env());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(seen.filter((it) => it.startsWith('POST'))).toHaveLength(1);
  });
});

test('what a proxy refuses was not sent', async () => {
  const refusing = await serveRaw(answering('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n'));
  const { code, err } = await run('payable cancel pay_1 --yes', {
    REMIT_BASE_URL: 'https://api.example.test',
    HTTPS_PROXY: `http://me:hunter2@${refusing.host}`,
  });
  expect(code).toBe(9);
  expect(err).toContain(`The proxy ${refusing.host} (HTTPS_PROXY) failed: response 407 to CONNECT`);
  expect(err).not.toContain('hunter2');
  expect(seen).toEqual([]);
});

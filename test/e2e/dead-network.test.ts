import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ran, remit, words } from '../helpers/built-program.ts';
import { answering, reply } from '../helpers/stub-server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remit-network-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Behave = (socket: Socket) => void;

/** What something that listens may do instead of its work. */
const behaviors: readonly [name: string, behave: Behave][] = [
  ['hangs up at once', (socket) => socket.destroy()],
  ['stalls', () => {}],
  [
    'drips a byte a second',
    (socket) => {
      const timer = setInterval(() => socket.write('H'), 1000);
      socket.once('close', () => clearInterval(timer));
    },
  ],
];

/** One of each kind of command; the timeout is a second. */
const lines = [
  'business list',
  'payable get pay_1 -b biz_1',
  'payable list -b biz_1 --csv',
  'payable cancel pay_1 -b biz_1 --yes',
  'pay initiate pay_1 -b biz_1 --yes',
  'payable export -b biz_1 --created-from 2026-01-01 --out rows.csv',
  'auth login --with-token',
];

/** What a line meets: where there is time for it, every behavior; otherwise one, so that the lines meet all of them. */
const behaviorsFor = (line: string) =>
  process.env['REMIT_NETWORK'] === 'all'
    ? behaviors
    : behaviors.filter((_, at) => at === lines.indexOf(line) % behaviors.length);

/** Far above what three tries of a second and the pauses between them take on a machine that does other things too. */
const MAX_MS = 30_000;

/** Tries of one request. */
const MAX_CONNECTIONS = 3;

interface Ended extends Ran {
  readonly tookMs: number;
}

async function run(line: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const startedAt = performance.now();
  const home = { REMIT_HOME: await mkdtemp(join(folder, 'home-')) };
  const token = 'token-of-the-test';
  const ran = await remit(words(`${line} --timeout 1`), {
    env: { REMIT_TOKEN: token, ...home, ...env },
    input: token,
    cwd: home.REMIT_HOME,
    patienceMs: MAX_MS,
  });
  return { ...ran, tookMs: performance.now() - startedAt };
}

/** Something that listens, and how often it was connected to. */
async function listener(behave: Behave) {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    behave(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

// They wait far more than they work.
describe.concurrent.each(lines)('remit %s', (line) => {
  test.each(behaviorsFor(line))('fails fast if the proxy %s, and names it', async (_, behave) => {
    const proxy = await listener(behave);
    const ran = await run(line, {
      REMIT_BASE_URL: 'https://api.example.com',
      HTTPS_PROXY: `http://${proxy.host}`,
    });
    proxy.close();
    expect(ran.code).toBe(9);
    expect(ran.err).toContain(`The proxy ${proxy.host} (HTTPS_PROXY) failed: `);
    expect(ran.tookMs).toBeLessThan(MAX_MS);
    expect(proxy.connections()).toBeLessThanOrEqual(MAX_CONNECTIONS);
  });

  test.each(behaviorsFor(line))('fails fast if the service %s', async (_, behave) => {
    const service = await listener(behave);
    const ran = await run(line, { REMIT_BASE_URL: `http://${service.host}` });
    service.close();
    expect([9, 12]).toContain(ran.code);
    expect(ran.tookMs).toBeLessThan(MAX_MS);
    expect(service.connections()).toBeLessThanOrEqual(MAX_CONNECTIONS);
  });

  test('fails fast if the proxy refuses connections', async () => {
    const gone = await listener(() => {});
    gone.close();
    const env = { REMIT_BASE_URL: 'https://api.example.com', HTTP_PROXY: gone.host };
    const ran = await run(line, env);
    expect(ran.code).toBe(9);
    expect(ran.err).toContain(`The proxy ${gone.host} (HTTP_PROXY) failed: connection refused`);
  });

  test('uses no proxy for this machine', async () => {
    const proxy = await listener((socket) => socket.destroy());
    const service = await listener((socket) => socket.destroy());
    const env = { HTTP_PROXY: proxy.host, HTTPS_PROXY: proxy.host, http_proxy: proxy.host };
    await run(line, { ...env, REMIT_BASE_URL: `http://${service.host}` });
    proxy.close();
    service.close();
    expect([proxy.connections(), service.connections() > 0]).toEqual([0, true]);
  });
});

test.concurrent.each(behaviors)(
  'a list fails fast if the service %s after a page',
  async (_, behave) => {
    const sockets = new Set<Socket>();
    const service = await answering((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://x');
      const limit = Number(searchParams.get('limit'));
      sockets.add(request.socket);
      if (searchParams.get('offset') !== '0') return behave(request.socket);
      const data = Array.from({ length: limit }, (_, at) => ({ id: `pay_${at}`, status: 'PAID' }));
      reply(response, 200, { data, total: 5000, limit, offset: 0, hasMore: true });
    });
    const ran = await run('payable list -b biz_1 --csv', { REMIT_BASE_URL: service.baseUrl });
    await service.close();
    expect([9, 12]).toContain(ran.code);
    expect(ran.tookMs).toBeLessThan(MAX_MS);
    expect(sockets.size).toBeLessThanOrEqual(1 + 8 + MAX_CONNECTIONS);
  },
);

test.concurrent.each(lines)(
  'remit %s sends nothing if certificates would not be verified',
  async (line) => {
    const service = await listener((socket) => socket.destroy());
    const proxied = { HTTPS_PROXY: `http://${service.host}` };
    for (const [baseUrl, proxies] of [
      [`https://${service.host}`, {}],
      [`http://${service.host}`, {}],
      ['https://api.example.com', proxied],
    ] as const) {
      const env = { REMIT_BASE_URL: baseUrl, NODE_TLS_REJECT_UNAUTHORIZED: '0', ...proxies };
      const { code, err } = await run(line, env);
      expect(code).toBe(3);
      expect(err).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0 .*--ca-file/s);
    }
    service.close();
    expect(service.connections()).toBe(0);
  },
);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Home, remit, startHome } from '../helpers/built-program.ts';

let home: Home | undefined;
afterEach(async () => {
  await home?.close();
  home = undefined;
});

const everything = async ({ json, started }: Home) => ({
  businesses: await json('business list'),
  banks: await json('bank list'),
  connections: await json('connection list'),
  payables: await json('payable list'),
  balances: await Promise.all(started.businesses.map(({ id }) => json(`business balance ${id}`))),
  ledger: await json('sandbox ledger check'),
});

test('start prints where it runs, how to get in, and whose businesses there are', async () => {
  home = await startHome('--seed demo --clock frozen --now 2026-03-02T15:00:00Z');
  expect(home.started).toEqual({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    token: expect.stringMatching(/^sbx_/),
    controlToken: expect.any(String),
    pid: expect.any(Number),
    dataDir: join(home.env['REMIT_HOME'] ?? '', 'data', 'sandbox'),
    businesses: [
      { id: expect.stringMatching(/^biz_/), name: 'Acme Hotels LLC' },
      { id: expect.stringMatching(/^biz_/), name: 'Coastal Linen Inc' },
    ],
  });
  expect(await home.json('profile list')).toEqual([
    {
      name: 'sandbox',
      baseUrl: home.started.baseUrl,
      business: home.started.businesses[0]?.id,
      current: true,
      hasToken: true,
    },
  ]);
  expect(await home.json('sandbox status')).toMatchObject({
    running: true,
    mode: 'frozen',
    now: '2026-03-02T15:00:00.000Z',
  });
});

test('everything is the same after kill -9 and a new start', async () => {
  home = await startHome();
  const { json, run, started } = home;
  const [approved] = await json('payable list --status APPROVED');
  await json(`pay initiate ${approved.id} --yes`);
  await run('sandbox clock advance until 2026-03-02T22:00:00Z');
  const before = await everything(home);
  process.kill(started.pid, 'SIGKILL');
  expect((await run('sandbox status')).code).toBe(9);
  const again = await json('sandbox start --port 0');
  expect(again.pid).not.toBe(started.pid);
  expect(again.businesses).toEqual(started.businesses);
  expect(await everything(home)).toEqual(before);
  expect(before.ledger).toMatchObject({ ok: true, difference: 0 });
});

test('a second start is the same sandbox; a token renews itself through the profile', async () => {
  home = await startHome('--token-ttl 1');
  const again = await home.json('sandbox start');
  expect(again).toEqual({ ...home.started, token: expect.stringMatching(/^sbx_/) });
  await new Promise((done) => setTimeout(done, 1200));
  expect((await home.run('whoami')).code).toBe(0);
});

test('where nothing runs, status is 9 and stop is 0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
  const env = { REMIT_HOME: folder };
  expect((await remit(['sandbox', 'status'], { env })).code).toBe(9);
  expect((await remit(['sandbox', 'stop'], { env })).code).toBe(0);
  await rm(folder, { recursive: true });
});

test('a port that is taken is named, and how to take another', async () => {
  home = await startHome();
  const { port } = new URL(home.started.baseUrl);
  const other = await home.run(`sandbox start --port ${port} --data ${home.folder}/other`);
  expect(other.code).toBe(2);
  expect(other.err).toContain('--port 0');
});

test.each([
  ['', 400],
  ['--strict=off', 200],
])(
  'a typing error in a request, to a sandbox started with "%s", is answered with %i',
  async (flags, status) => {
    home = await startHome(flags);
    const { baseUrl, token, businesses } = home.started;
    const answer = await fetch(`${baseUrl}/api/businesses/${businesses[0]?.id}/alias`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ alias: 'Acme', nmae: 'Acme' }),
    });
    expect(answer.status).toBe(status);
  },
);

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

test('start prints the URL, how to sign in, and the businesses', async () => {
  home = await startHome('--seed demo --clock frozen --now 2026-03-02T15:00:00Z');
  expect(home.started).toEqual({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    token: expect.stringMatching(/^sbx_/),
    expiresAt: expect.any(String),
    profile: 'sandbox',
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

test('an existing directory keeps its options; start says which flags it did not take', async () => {
  home = await startHome('--seed demo --clock frozen --now 2026-03-02T15:00:00Z');
  await home.run('sandbox stop');
  const { code, err } = await home.run(
    'sandbox start --port 0 --seed empty --clock frozen --now 2026-04-01T15:00:00Z --strict off --ttl 60',
  );
  expect([code, err]).toEqual([
    0,
    'Not applied to the existing sandbox: --seed empty (it has demo), --now 2026-04-01T15:00:00Z (remit sandbox clock set moves its clock), --strict off (it has on).\n',
  ]);
  const other = join(home.folder, 'other');
  const started = await home.json(`sandbox start --port 0 --dir ${other} -P rehearsal`);
  expect(started).toMatchObject({ profile: 'rehearsal', dataDir: other });
  await home.run(`sandbox stop --dir ${other}`);
});

test('all data survives kill -9 and a restart', async () => {
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

test('a second start reuses the sandbox; an expired token is renewed through the profile', async () => {
  home = await startHome('--ttl 1');
  const again = await home.json('sandbox start');
  expect(again).toEqual({
    ...home.started,
    token: expect.stringMatching(/^sbx_/),
    expiresAt: expect.any(String),
  });
  await new Promise((done) => setTimeout(done, 1200));
  expect((await home.run('whoami')).code).toBe(0);
});

test('if nothing is running, status exits with 9 and stop with 0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
  const env = { REMIT_HOME: folder };
  expect((await remit(['sandbox', 'status'], { env })).code).toBe(9);
  expect((await remit(['sandbox', 'stop'], { env })).code).toBe(0);
  await rm(folder, { recursive: true });
});

test('a port in use is reported, with how to choose another', async () => {
  home = await startHome();
  const { port } = new URL(home.started.baseUrl);
  const other = await home.run(`sandbox start --port ${port} --dir ${home.folder}/other`);
  expect(other.code).toBe(2);
  expect(other.err).toContain('--port 0');
});

test.each([
  ['', 400],
  ['--strict=off', 200],
])(
  'a misspelled field in a request, to a sandbox started with "%s", gets %i',
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

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, test } from 'vitest';
import { controls } from '../../../src/api/controls/controls.ts';
import { isInProcess } from '../../../src/api/http/in-process.ts';
import type { ClientOptions } from '../../../src/library/client-options.ts';
import { openClient } from '../../../src/library/remit-client.ts';
import {
  BlockedError,
  InputError,
  OutcomeUnknownError,
  RejectedError,
  ThrottledError,
} from '../../../src/library/remit-error.ts';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/library/sandbox-options.ts';
import { ApiError, createSandbox } from '../../../src/sandbox.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function opened(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ seed: 'basic', ...options });
  closing.push(sandbox.close);
  return sandbox;
}

function clientOf(sandbox: Sandbox, options: ClientOptions = {}) {
  const { business, token } = sandbox.demo.acme;
  const { transport } = sandbox;
  const client = openClient(process, { transport, token, business: business.id, ...options });
  closing.push(client.close);
  return client;
}

type Client = ReturnType<typeof clientOf>;

/** The payment of the approved invoice. */
async function orderOf(client: Client) {
  const [bank] = await client.bank.list();
  const [payable] = await client.payable.list({ status: 'APPROVED' }).toArray();
  if (!bank || !payable) throw new Error('Nothing to pay.');
  const confirm = { amount: payable.amount ?? 0, payee: 'Coastal Linen Inc' };
  return { payableId: payable.id ?? '', fundingSourceId: bank.id, confirm };
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a client of the package', () => {
  test('pays in process, once for each sandbox', async () => {
    const sandbox = await opened();
    const client = clientOf(sandbox);
    const order = await orderOf(client);
    const payment = await client.pay.initiate(order);
    expect(payment).toMatchObject({ status: 'PENDING', amount: 184_000 });
    expect(await errorOf(client.pay.initiate(order))).toBeInstanceOf(BlockedError);
    expect(await errorOf(clientOf(sandbox).pay.initiate(order))).toBeInstanceOf(BlockedError);
    const { now } = await sandbox.clock.advance('3bd');
    expect(now).toBe('2026-03-05T15:00:00.000Z');
    expect(await sandbox.payments.get({ id: payment.paymentId })).toMatchObject({
      status: 'COMPLETED',
      amount: 184_000,
    });
    // Copies have equal ids, and nothing else in common.
    const other = clientOf(await opened());
    expect(await other.pay.initiate(order)).toMatchObject({ payableId: order.payableId });
  });

  test('keeps its journal in a folder that goes with the sandbox', async () => {
    const sandbox = await opened();
    const { transport } = sandbox;
    if (!isInProcess(transport)) throw new Error('Another transport.');
    const client = clientOf(sandbox);
    await client.payable.list().toArray();
    expect(existsSync(transport.home)).toBe(false);
    await client.pay.initiate(await orderOf(client));
    expect(existsSync(join(transport.home, 'state', 'journal.db'))).toBe(true);
    await client.close();
    await sandbox.close();
    expect(existsSync(transport.home)).toBe(false);
  });

  test.for(['before', 'after'] as const)(
    'does not know the outcome of a response that was dropped %s',
    async (drop) => {
      const sandbox = await opened({ initiateLeavesApproved: 'immediately' });
      const client = clientOf(sandbox);
      const order = await orderOf(client);
      await sandbox.faults.add({ operation: 'pay.initiate', drop });
      expect(await errorOf(client.pay.initiate(order))).toBeInstanceOf(OutcomeUnknownError);
      expect(await errorOf(client.pay.initiate(order))).toMatchObject({ code: 'in_doubt' });
      const { status } = await client.payable.get({ payableId: order.payableId });
      expect(status).toBe(drop === 'before' ? 'APPROVED' : 'SCHEDULED');
    },
  );

  test('meets the other faults as over the network', async () => {
    const sandbox = await opened();
    const client = clientOf(sandbox, { retries: 0 });
    await sandbox.faults.add({ status: 429, times: 1 });
    expect(await errorOf(client.bank.list())).toBeInstanceOf(ThrottledError);
    await sandbox.faults.add({ cut: 10 });
    expect(await errorOf(client.bank.list())).toMatchObject({ code: 'unreachable' });
    expect(await errorOf(client.payable.get({ payableId: 'x' }))).toBeInstanceOf(RejectedError);
  });

  test('refuses any other transport, and options that contradict it', async () => {
    const { transport } = await opened({ seed: 'empty' });
    for (const options of [
      { transport: { baseUrl: 'http://localhost' } },
      { transport, baseUrl: 'https://service.example' },
      { transport, fetch },
      { transport, profile: 'live' },
      { transport, env: {} },
    ]) {
      expect(() => openClient(process, options)).toThrow(InputError);
    }
  });

  test('sends each request with one call of its own fetch', async () => {
    const sandbox = await opened();
    const { business, token } = sandbox.demo.acme;
    const baseUrl = await sandbox.listen();
    const sent: string[] = [];
    const home = mkdtempSync(join(tmpdir(), 'remit-fetch-'));
    closing.push(async () => rmSync(home, { recursive: true }));
    const client = openClient(process, {
      ...{ baseUrl, token, business: business.id, env: { REMIT_HOME: home } },
      fetch: (url, init) => {
        sent.push(`${init?.method} ${new URL(String(url)).pathname}`);
        return fetch(url, init);
      },
    });
    closing.push(client.close);
    await client.pay.initiate(await orderOf(client));
    expect(sent.filter((it) => it.startsWith('POST'))).toEqual(['POST /api/payments/initiate']);
    expect(sent.length).toBeGreaterThan(2);
  });
});

describe('the controls', () => {
  test('are all there, by group', async () => {
    const sandbox = await opened({ seed: 'empty' });
    const groups = sandbox as unknown as Record<string, Record<string, unknown>>;
    for (const { id } of Object.values(controls)) {
      const [group = '', name = ''] = id.split('.');
      expect(groups[group]?.[name], id).toBeTypeOf('function');
    }
  });

  test('take and return amounts in cents', async () => {
    const { ledger, demo } = await opened();
    const businessId = demo.coastal.business.id;
    expect(await ledger.credit({ businessId, amount: 1250 })).toMatchObject({ available: 1250 });
    expect(await ledger.check()).toMatchObject({ ok: true });
  });

  test('refuse what their requests would, and unknown members', async () => {
    const { businesses, faults } = await opened();
    const missing = await errorOf(businesses.step({ id: 'biz_x', step: 'verify' }));
    expect(missing).toBeInstanceOf(ApiError);
    expect(missing).toMatchObject({ status: 404 });
    const unknown = await errorOf(faults.add({ operaton: 'pay.initiate' } as never));
    expect(unknown).toMatchObject({ status: 400, code: 'unknown_field' });
    expect(await faults.list()).toEqual([]);
  });
});

describe('events', () => {
  test('are those from now on, by type, as they happen', async () => {
    const sandbox = await opened();
    const client = clientOf(sandbox);
    const settled = sandbox.events({ type: 'payment.completed' });
    const next = settled[Symbol.asyncIterator]().next();
    const payment = await client.pay.initiate(await orderOf(client));
    await sandbox.clock.advance({ untilState: `payment:${payment.paymentId}:COMPLETED` });
    expect((await next).value).toMatchObject({ resource: { id: payment.paymentId } });
  });

  test('after one that is named, until the sandbox is closed', async () => {
    const sandbox = await opened();
    const all = await sandbox.events.list();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of sandbox.events({ after: all[0]?.id })) seen.push(id);
    })();
    await expect.poll(() => seen.length).toBe(all.length - 1);
    await sandbox.close();
    await reading;
    expect(seen).toEqual(all.slice(1).map(({ id }) => id));
  });

  test('after an unknown one are refused', async () => {
    const { events } = await opened({ seed: 'empty' });
    const [first] = [events({ after: 'evt_x' })[Symbol.asyncIterator]().next()];
    expect(await errorOf(first)).toMatchObject({ status: 404 });
  });
});

describe('fetch', () => {
  test('reaches the sandbox, and nothing else', async () => {
    const sandbox = await opened();
    const headers = { authorization: `Bearer ${sandbox.demo.acme.token}` };
    expect((await sandbox.fetch('/api/user/profile', { headers })).status).toBe(200);
    expect((await sandbox.fetch('http://localhost/api/user/profile', { headers })).status).toBe(
      200,
    );
    expect((await sandbox.fetch(new Request('https://service.example/api'))).status).toBe(421);
  });

  test('rejects as fetch does', async () => {
    const sandbox = await opened();
    await sandbox.faults.add({ drop: 'before' });
    expect(await errorOf(sandbox.fetch('/api/user/profile'))).toBeInstanceOf(TypeError);
    await sandbox.faults.add({ delayMs: 60_000 });
    const signal = AbortSignal.timeout(20);
    const late = await errorOf(sandbox.fetch('/api/user/profile', { signal }));
    expect(late).toMatchObject({ name: 'TimeoutError' });
  });
});

test('listens on a port if asked, and moves the links of emails there', async () => {
  const sandbox = await opened();
  const baseUrl = await sandbox.listen();
  const headers = { authorization: `Bearer ${sandbox.demo.acme.token}` };
  expect((await fetch(`${baseUrl}/api/user/profile`, { headers })).status).toBe(200);
  const [email] = await sandbox.emails.list();
  expect(email?.url).toMatch(`${baseUrl}/`);
  expect((await fetch(email?.url ?? '')).status).toBe(200);
  expect((await sandbox.fetch('/api/user/profile', { headers })).status).toBe(200);
  await sandbox.close();
  expect(await errorOf(fetch(baseUrl))).toBeInstanceOf(TypeError);
});

test('keeps its data in a directory, which one sandbox at a time has', async () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'remit-dir-')), 'sandbox');
  closing.push(async () => rmSync(dir, { recursive: true }));
  const first = await opened({ dir });
  expect(await errorOf(createSandbox({ dir }))).toMatchObject({ name: 'FolderInUseError' });
  const { business } = first.demo.acme;
  await first.clock.advance('1bd');
  await first.close();
  const again = await opened({ dir });
  expect(again.demo.acme.business).toEqual(business);
  expect(await again.clock.get()).toMatchObject({ now: '2026-03-03T15:00:00.000Z' });
});

test('many are open at once, each with data of its own', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => opened()));
  const credited = all.slice(0, 4);
  for (const { ledger, demo } of credited) {
    await ledger.credit({ businessId: demo.acme.business.id, amount: 100 });
  }
  const counts = await Promise.all(all.map(async ({ ledger }) => (await ledger.check()).entries));
  expect(new Set(counts.slice(0, 4)).size).toBe(1);
  expect(counts[4]).toBe((counts[0] ?? 0) - 1);
});

test('has the time, the clock and the options that it was given', async () => {
  const now = '2026-07-01T12:00:00.000Z';
  const frozen = await opened({ seed: 'empty', now });
  expect(await frozen.clock.get()).toMatchObject({ now, mode: 'frozen' });
  const running = await opened({ seed: 'empty', clock: 'real', now: new Date(now) });
  expect((await running.clock.get()).mode).toBe('real');
  await expect.poll(async () => (await running.clock.get()).now > now).toBe(true);
  const lax = await opened({ strict: false, rateLimit: 1 });
  const headers = { authorization: `Bearer ${lax.demo.acme.token}` };
  await lax.fetch('/api/user/profile', { headers });
  expect((await lax.fetch('/api/user/profile', { headers })).status).toBe(429);
  expect(await errorOf(createSandbox({ now: 'noon' }))).toBeInstanceOf(RangeError);
  expect(() => frozen.demo.acme).toThrow('no Acme Hotels LLC');
});

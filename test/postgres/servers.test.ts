import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remit, type Started, words } from '../helpers/built-program.ts';
import { often } from '../helpers/property-runs.ts';
import { databaseFor } from '../helpers/test-database.ts';
import { named, serverPrograms } from './server.ts';

const WRITERS = 32;
/** Of each writer. The sandbox lists no more than 10,000 events at once. */
const WRITES = often('REMIT_WRITES', 16);

/** One serving process, from the outside. */
interface Server extends Started {
  readonly stop: () => Promise<void>;
  readonly ask: <Body = Record<string, unknown>>(path: string, body?: unknown) => Promise<Body>;
  readonly control: <Body = Record<string, unknown>>(path: string, body?: unknown) => Promise<Body>;
}

describe.skipIf(serverPrograms() === undefined)(named('two servers, one database'), () => {
  let folder: string;
  let one: Server;
  let two: Server;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'remit-servers-'));
    [one, two] = await Promise.all([started(folder, 'one'), started(folder, 'two')]);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  test('started at the same moment on a new database, seed it once', async () => {
    expect(two.businesses).toEqual(one.businesses);
    expect(one.businesses).toHaveLength(2);
    expect(two.baseUrl).not.toBe(one.baseUrl);
    // Who signed in at one of them is known to the other.
    expect(await ask(two.baseUrl, one.token, '/api/businesses')).toHaveLength(2);
  });

  test('share one clock', async () => {
    await one.control('/sandbox/clock/advance', { by: 'PT1H' });
    const shown = await Promise.all([one, two].map((it) => it.control('/sandbox/clock')));
    expect(shown.map(({ now }) => now)).toEqual(Array(2).fill('2026-03-02T16:00:00.000Z'));
  });

  test(`keep the ledger correct while ${WRITERS} clients write to both concurrently`, {
    timeout: 120_000 + WRITES * 1_500,
  }, async () => {
    const [payer, payee] = one.businesses;
    const [connection] = await one.ask<{ id: string }[]>('/api/connections');
    const banks = await Promise.all(
      [payer, payee].map((it) =>
        one.ask<{ id: string }[]>(`/api/bank-accounts?businessId=${it?.id}`),
      ),
    );
    const [payerBank, payeeBank] = banks.map(([first]) => first?.id);
    await one.control('/sandbox/ledger/credits', { businessId: payee?.id, amount: 1_000 * WRITES });

    const answered: number[] = [];
    const writes = Array.from({ length: WRITERS }, async (_, writer) => {
      const { baseUrl, token } = writer % 2 === 0 ? one : two;
      for (let number = 0; number < WRITES; number++) {
        const amount = (100 * (1 + writer) + number) / 100;
        const isPayment = (writer + number) % 4 !== 0;
        const [path, body] = isPayment
          ? [
              '/api/payments/quick-pay',
              { connectionId: connection?.id, amount, fundingSourceId: payerBank },
            ]
          : [
              `/api/businesses/${payee?.id}/withdraw-balance`,
              { amount, fundingSourceId: payeeBank },
            ];
        answered.push(await statusOf(baseUrl, token, String(path), body));
      }
    });
    // Meanwhile time goes on, told to both of them: what falls due must be done once.
    const clocks = [one, two, one, two].map((it) =>
      it.control('/sandbox/clock/advance', { businessDays: 1 }),
    );
    await Promise.all([...writes, ...clocks]);
    expect(answered).toEqual(Array(WRITERS * WRITES).fill(201));

    await Promise.all(
      [one, two].map((it) => it.control('/sandbox/clock/advance', { businessDays: 6 })),
    );
    const checks = await Promise.all([one, two].map((it) => it.control('/sandbox/ledger/check')));
    for (const it of checks) expect(it).toMatchObject({ ok: true, difference: 0 });
    expect(checks[0]).toEqual(checks[1]);
    const completed = await one.control<unknown[]>('/sandbox/events?type=payment.completed');
    const created = await two.control<unknown[]>('/sandbox/events?type=payment.created');
    // Three of four writes are payments.
    expect(created).toHaveLength((WRITERS * WRITES * 3) / 4);
    expect(completed).toHaveLength(created.length);
    process.stdout.write(
      `postgres, two servers: ${JSON.stringify({ writers: WRITERS, writes: answered.length, payments: created.length })}\n`,
    );
  });

  test('answer one Idempotency-Key once, whichever receives it', async () => {
    const [connection] = await one.ask<{ id: string }[]>('/api/connections');
    const [bank] = await one.ask<{ id: string }[]>(
      `/api/bank-accounts?businessId=${one.businesses[0]?.id}`,
    );
    const body = { connectionId: connection?.id, amount: 7.77, fundingSourceId: bank?.id };
    const key = { 'idempotency-key': 'a-key-of-the-test' };
    const answers = await Promise.all(
      [one, two, one, two].map(({ baseUrl, token }) =>
        asked(baseUrl, token, '/api/payments/quick-pay', body, key),
      ),
    );
    const ids = await Promise.all(
      answers.filter((it) => it.ok).map(async (it) => JSON.parse(await it.text()).paymentId),
    );
    expect(new Set(ids).size).toBe(1);
    for (const it of answers) expect([201, 409]).toContain(it.status);
  });

  test('lose no acknowledged write if one of them is killed while both write', async () => {
    const [connection] = await one.ask<{ id: string }[]>('/api/connections');
    const [bank] = await one.ask<{ id: string }[]>(
      `/api/bank-accounts?businessId=${one.businesses[0]?.id}`,
    );
    const body = { connectionId: connection?.id, amount: 3.21, fundingSourceId: bank?.id };
    const made = async () =>
      (await one.control<unknown[]>('/sandbox/events?type=payment.created')).length;
    const before = await made();

    const heard = { one: [] as number[], two: [] as number[] };
    const payOften = async ({ baseUrl, token }: Server, statuses: number[], then = () => {}) => {
      for (let number = 0; number < 25; number++) {
        statuses.push(await statusOf(baseUrl, token, '/api/payments/quick-pay', body));
        then();
      }
    };
    const killSoon = () => {
      if (heard.two.length === 10) process.kill(two.pid, 'SIGKILL');
    };
    const clients = Array.from({ length: 4 });
    const [cut] = await Promise.all([
      Promise.allSettled(clients.map(() => payOften(two, heard.two, killSoon))),
      Promise.all(clients.map(() => payOften(one, heard.one))),
    ]);
    expect(cut.map(({ status }) => status)).toEqual(clients.map(() => 'rejected'));
    expect(heard.one).toEqual(Array(25 * clients.length).fill(201));
    expect(new Set(heard.two)).toEqual(new Set([201]));

    two = await started(folder, 'two');
    const known = heard.one.length + heard.two.length;
    const paid = (await made()) - before;
    expect(paid).toBeGreaterThanOrEqual(known);
    // What each client of the killed one was about to hear may have been done.
    expect(paid).toBeLessThanOrEqual(known + clients.length);
    for (const it of [one, two]) {
      expect(await it.control('/sandbox/ledger/check')).toMatchObject({ ok: true, difference: 0 });
    }
  });

  test('continue if one of them is stopped, and it restarts with the same data', async () => {
    await two.stop();
    const before = await one.ask('/api/businesses');
    two = await started(folder, 'two');
    expect(await two.ask('/api/businesses')).toEqual(before);
    expect(await two.control('/sandbox/ledger/check')).toMatchObject({ ok: true });
  });
});

async function started(folder: string, name: string): Promise<Server> {
  const env = { REMIT_HOME: join(folder, name), TZ: 'America/New_York' };
  const run = async (line: string) => {
    const { code, out, err } = await remit(words(line), { env });
    if (code !== 0) throw new Error(`remit ${line} ended with ${code}: ${err}`);
    return out;
  };
  const database = databaseFor(folder);
  const at = '--clock frozen --now 2026-03-02T15:00:00Z';
  const it: Started = JSON.parse(
    await run(`sandbox start --port 0 --seed basic --database ${database} ${at} --json`),
  );
  expect(JSON.parse(await run('sandbox status --json'))).toMatchObject({ database });
  return {
    ...it,
    stop: async () => void (await run('sandbox stop')),
    ask: (path, body) => ask(it.baseUrl, it.token, path, body),
    control: (path, body) => ask(it.baseUrl, it.controlToken, path, body),
  };
}

const asked = (
  baseUrl: string,
  token: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) =>
  fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function statusOf(baseUrl: string, token: string, path: string, body: unknown) {
  const answer = await asked(baseUrl, token, path, body);
  await answer.arrayBuffer();
  return answer.status;
}

async function ask<Body>(
  baseUrl: string,
  token: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await asked(baseUrl, token, path, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

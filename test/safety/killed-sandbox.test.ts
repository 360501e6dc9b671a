import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FaultProxy, faultProxy } from '../faults/fault-proxy.ts';
import { type Chance, chance } from '../faults/seeded-random.ts';
import { type Home, startHome } from '../helpers/built-program.ts';
import { often } from '../helpers/property-runs.ts';
import { built, builtJson, type Place, started } from './run-programs.ts';

const KILLS = Math.ceil(often('REMIT_KILLS', 10) / 4);
const SEED = often('REMIT_SEED', 1);

let home: Home;
let proxy: FaultProxy;
/** Where the program pays: through the proxy, which knows when a payment is on its way. */
let place: Place;
let onWrite = () => {};
/** The process that serves. */
let pid: number;
beforeEach(async () => {
  home = await startHome();
  pid = home.started.pid;
  const { baseUrl, token, businesses } = home.started;
  proxy = await faultProxy(baseUrl, ({ method }) => {
    if (method !== 'GET') onWrite();
    return undefined;
  });
  const [payer] = businesses;
  place = {
    env: {
      ...home.env,
      REMIT_BASE_URL: proxy.baseUrl,
      REMIT_TOKEN: token,
      REMIT_BUSINESS: payer?.id ?? '',
    },
  };
});
afterEach(async () => {
  await proxy.close();
  await home.close();
});

test(`the service, killed ${KILLS} times during payments, has made every acknowledged payment once`, {
  timeout: 120_000 + KILLS * 60_000,
}, async () => {
  const startedAt = performance.now();
  await built(place, `pay initiate ${await approved(5)} --yes`);
  const lifeMs = performance.now() - startedAt;

  const ends = new Map<string, number | undefined>();
  for (let number = 1; number <= KILLS; number++) {
    const payableId = await approved(10 + number);
    ends.set(payableId, await payAndCrash(payableId, chance(SEED * 1_000_003 + number), lifeMs));
  }
  const tally = { kills: KILLS, applied: 0, notSent: 0, doubts: 0, duplicates: 0, missing: 0 };
  for (const [payableId, code] of ends) {
    if (code !== 10) expect([code, await timesPaid(payableId)]).toEqual([code, code === 0 ? 1 : 0]);
    tally.applied += Number(code === 0);
    tally.notSent += Number(code === 9);
    tally.doubts += Number(code === 10);
  }
  expect(tally.applied + tally.notSent + tally.doubts).toBe(KILLS);
  expect(tally.doubts).toBeGreaterThan(0);
  const unresolved = await builtJson<unknown[]>(place, 'journal list --unresolved');
  expect(unresolved).toHaveLength(tally.doubts);

  expect((await built(place, 'journal reconcile --quiet-period 1')).code).toBe(0);
  for (const payableId of ends.keys()) {
    const before = await timesPaid(payableId);
    const { code } = await built(place, `pay initiate ${payableId} --yes`);
    expect([payableId, code]).toEqual([payableId, before === 0 ? 0 : 14]);
    const times = await timesPaid(payableId);
    tally.duplicates += Number(times > 1);
    tally.missing += Number(times < 1);
  }
  process.stdout.write(`safety, services killed: ${JSON.stringify(tally)}\n`);
  expect(tally).toMatchObject({ duplicates: 0, missing: 0 });
  expect(await home.json('sandbox ledger check')).toMatchObject({ ok: true });
});

/** Kills the service as a crash would, at any moment or when the payment is on its way, and starts it again. */
async function payAndCrash(payableId: string, dice: Chance, lifeMs: number) {
  const program = started(place, `pay initiate ${payableId} --yes --retries 0`);
  const crashed = new Promise<void>((done) => {
    const crash = () => {
      process.kill(pid, 'SIGKILL');
      done();
    };
    if (dice.happens(0.3)) setTimeout(crash, dice.next() * lifeMs);
    else onWrite = () => void setTimeout(crash, dice.next() * 8);
  });
  await crashed;
  onWrite = () => {};
  const { exitCode } = await program;
  await pause(20);
  const { port } = new URL(home.started.baseUrl);
  const again = await home.json(`sandbox start --port ${port}`);
  expect(again).toMatchObject({ baseUrl: home.started.baseUrl, dataDir: home.started.dataDir });
  pid = again.pid;
  return exitCode;
}

async function approved(amount: number): Promise<string> {
  const [payer, payee] = home.started.businesses;
  const [connection] = await builtJson<{ id: string }[]>(place, 'connection list');
  const { id } = await ask(`/api/businesses/${payee?.id}/payables`, {
    ...{ connectionId: connection?.id, amount, submit: true },
  });
  await ask(`/api/businesses/${payer?.id}/payables/${id}/approve`, {});
  return id;
}

async function ask(path: string, body: unknown): Promise<{ id: string }> {
  const answer = await fetch(`${home.started.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.started.token}` },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { id: string };
}

/** How often the service has paid a payable, as its own books say. */
async function timesPaid(payableId: string): Promise<number> {
  const events = await home.json('sandbox events --event payment.created');
  return events.filter((it: { data: { payableId: string } }) => it.data.payableId === payableId)
    .length;
}

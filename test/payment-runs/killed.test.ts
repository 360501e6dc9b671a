import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { node, program, remit } from '../helpers/built-program.ts';
import { often } from '../helpers/property-runs.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';
import { type Between, redirectProfile } from './fault-proxy.ts';
import { quickPaymentsOf } from './quick-payments.ts';

const PAYABLES = often('REMIT_RUN_PAYABLES', 60);
/** The rows of a plan of quick payments: each is a request. */
const QUICK = Math.ceil(PAYABLES / 2);
const KILLS = often('REMIT_RUN_KILLS', 8);
const BATCH = 2;

let service: Service;
let between: Between;
beforeEach(async () => {
  service = await startService();
  between = await redirectProfile(service);
});
afterEach(async () => {
  await between.close();
  await service.close();
});

test(`the built program, killed at ${KILLS} random points and more, pays a plan to the cent and nothing twice`, async () => {
  const amounts = Array.from({ length: PAYABLES }, (_, at) => (1000 + at) / 100);
  const ids = await approvedPayables(service, amounts);
  await service.file('payments.csv', `payableId\n${ids.join('\n')}\n`);
  expect((await service.remit('run plan --file payments.csv --out run.json')).code).toBe(0);

  await applyToTheEnd({
    isPaid: async (id) => {
      const { history } = await shown(id);
      const paid = await paymentsOf(service);
      return (history[0]?.before.payableIds ?? []).some((it) => paid.has(it));
    },
    expectNothingTwice: async () => {
      const paid = [...(await paymentsOf(service)).values()];
      expect(paid.filter(({ times }) => times > 1)).toEqual([]);
    },
  });
  const paid = [...(await paymentsOf(service)).values()];
  expect(paid).toHaveLength(PAYABLES);
  expect(paid.reduce((sum, { cents }) => sum + cents, 0)).toBe(
    amounts.reduce((sum, it) => sum + Math.round(it * 100), 0),
  );
}, 300_000);

test(`the built program, killed at ${KILLS} random points and more, pays each quick payment of a plan once, equal ones too`, async () => {
  const [connection] = await service.json<{ id: string }[]>('connection list');
  // Every third row is equal to the one before.
  const amounts = Array.from(
    { length: QUICK },
    (_, at) => (1000 + at - (at % 3 === 2 ? 1 : 0)) / 100,
  );
  const rows = amounts.map((it) => `${connection?.id},${it}\n`).join('');
  await service.file('quick.csv', `connectionId,amount\n${rows}`);
  expect((await service.remit('run plan --file quick.csv --out run.json')).code).toBe(0);
  const count = (all: readonly number[], amount: number) =>
    all.filter((it) => it === amount).length;

  await applyToTheEnd({
    isPaid: async (id) => {
      const { amount } = await shown(id);
      const known = await service.json<Shown[]>('journal list --limit 1000');
      const applied = known.filter((it) => (it.verdict ?? it.outcome) === 'applied');
      const recorded = count(
        applied.map((it) => it.amount),
        amount,
      );
      return count(await quickPaymentsOf(service), amount) > recorded;
    },
    expectNothingTwice: async () => {
      const paid = await quickPaymentsOf(service);
      expect(paid.filter((it) => count(paid, it) > count(amounts, it))).toEqual([]);
    },
  });
  expect(await quickPaymentsOf(service)).toEqual(amounts.toSorted((one, other) => one - other));
}, 300_000);

/** How the service tells what was paid. */
interface Paid {
  /** Reports whether an intent with an unknown outcome was applied. */
  readonly isPaid: (id: string) => Promise<boolean>;
  readonly expectNothingTwice: () => Promise<void>;
}

/** Applies run.json and kills the program, again and again, until it is paid. */
async function applyToTheEnd({ isPaid, expectNothingTwice }: Paid): Promise<void> {
  const random = randomFrom(7);
  let kills = 0;
  for (let tries = 0; tries < 100; tries++) {
    const { wasKilled, code } = await applyAndKill(kills < KILLS ? random : undefined);
    if (wasKilled) kills++;
    else if (code === 0) break;
    await settleDoubts(isPaid);
    await expectNothingTwice();
  }
  expect(kills).toBeGreaterThanOrEqual(KILLS);
  expect(await service.json('run status run.json')).toMatchObject({ state: 'applied', left: 0 });
}

/** Applies the plan, and kills the program: while a batch is on its way, before or after the service saw it, or at any moment. */
async function applyAndKill(random: ((below: number) => number) | undefined) {
  const words = ['run', 'apply', 'run.json', '--yes', '--json', '--batch', String(BATCH)];
  const child = execa(node, [program, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...service.env },
    extendEnv: false,
    reject: false,
    cwd: service.cwd,
  });
  const sent = between.paying.length;
  between.onPaying = () => {};
  between.next = [];
  if (random) {
    const last = 1 + random(2);
    if (random(4) === 0) setTimeout(() => child.kill('SIGKILL'), random(800));
    between.next = [...Array(last - 1).fill('pass'), random(2) ? 'pass' : 'lose-request'];
    between.onPaying = (number) => {
      if (number - sent === last) child.kill('SIGKILL');
    };
  }
  const { exitCode, signal } = await child;
  return { wasKilled: signal === 'SIGKILL', code: exitCode };
}

/** What a program that was killed left behind is settled by the service's own records, or as a person would. */
async function settleDoubts(isPaid: Paid['isPaid']): Promise<void> {
  await built('journal', 'reconcile', '--no-wait');
  const left = JSON.parse((await built('journal', 'list', '--unresolved', '--json')).out);
  for (const { id } of left) {
    await built('journal', 'resolve', id, (await isPaid(id)) ? '--applied' : '--not-applied');
  }
}

/** An intent as `journal show` prints it. */
interface Shown {
  readonly amount: number;
  readonly outcome: string;
  readonly verdict: string | null;
  readonly history: readonly { readonly before: { readonly payableIds?: readonly string[] } }[];
}

const shown = async (id: string): Promise<Shown> =>
  JSON.parse((await built('journal', 'show', id, '--json')).out);

/** Runs the built program to its end: it sees which processes are gone. */
const built = (...words: string[]) => remit(words, { env: service.env, cwd: service.cwd });

/** The same numbers every time, each below what is asked for. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

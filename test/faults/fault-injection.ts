/** Randomized fault injection: tasks under series of faults, and a tally of wrong results. */

import { tryUntilDone, verdictOf } from '../../src/sandbox/wire/trial.ts';
import { type Fault, faults } from './fault-proxy.ts';
import { openStage, type Stage } from './fixture.ts';
import { type Chance, chance } from './seeded-random.ts';
import { type Task, tasks } from './tasks.ts';

/** The results of a number of runs. */
export interface Tally {
  runs: number;
  /** Runs in which the service performed a task twice. */
  twice: number;
  /** Runs in which the program reported success, but the service had done nothing. */
  silentlyMissing: number;
  /** Runs with an unknown outcome, and those of them that `journal list` did not show. */
  doubts: number;
  unlisted: number;
  /** Runs in which the program reported anything else that was false. */
  wrong: number;
  /** Unknown outcomes that `reconcile` resolved, and those that it resolved wrongly. */
  settled: number;
  settledWrongly: number;
  /** A description of each violation, with the seed that reproduces it. */
  readonly violations: string[];
}

/** The service modes under test. */
export const modes = [
  { idempotency: 'on', initiateLeavesApproved: 'at-settlement' },
  { idempotency: 'on', initiateLeavesApproved: 'immediately' },
  { idempotency: 'off', initiateLeavesApproved: 'at-settlement' },
  { idempotency: 'off', initiateLeavesApproved: 'immediately' },
] as const;

/** One service mode. */
export type Mode = (typeof modes)[number];

/** A client that tries to complete a task and records the result of each attempt. */
export type Client = (it: Playing) => Promise<void>;

export interface Playing {
  readonly stage: Stage;
  readonly kind: string;
  readonly task: Task;
  readonly dice: Chance;
  readonly tally: Tally;
  /** Records a violation with the run's description. */
  readonly violated: (what: string) => void;
}

interface Playbill {
  readonly runs: number;
  readonly seed: number;
  readonly client?: Client;
  /** The number of state directories that take turns, with one journal in the database; a single directory if absent. */
  readonly sharing?: number | undefined;
  /** Called after the attempts of each run. */
  readonly observe?: Client;
}

/** Runs tasks against the sandbox in one mode. Each run is one task with a seeded series of faults. */
export async function play(
  mode: Mode,
  { runs, seed, client = careful, sharing, observe = async () => {} }: Playbill,
): Promise<Tally> {
  const sendsKeys = client === careful;
  const stage = await openStage(mode, { sharing });
  const tally = emptyTally();
  try {
    await fund(stage);
    for (let number = 1; number <= runs; number++) await playOne(number, seed);
    await stage.checkLedger();
  } finally {
    await stage.close();
  }
  return tally;

  async function playOne(number: number, from: number): Promise<void> {
    const dice = chance(from * 1_000_003 + number);
    const kind = dice.pick(Object.keys(tasks));
    const task = await tasks[kind]?.(stage, number);
    if (!task) throw new Error(`There is no task ${kind}.`);
    await stage.mark();
    stage.plan(writeFaults(dice, kind, sendsKeys ? mode.idempotency : 'off'), readFaults(dice));
    const violated = (what: string) =>
      tally.violations.push(
        `seed ${from}, run ${number}, ${kind}, ${JSON.stringify(mode)}: ${what}`,
      );
    const playing = { stage, kind, task, dice, tally, violated };
    await client(playing);
    await stage.proxy.idle();
    await observe(playing);
    await leaveNoDoubt(stage);
    tally.runs += 1;
    if (verdictOf([], await task.done()) === 'paid twice') {
      tally.twice += 1;
      violated('done twice');
    }
  }
}

/** Sums up tallies. */
export function sum(tallies: readonly Tally[]): Tally {
  const all = emptyTally();
  for (const it of tallies) {
    all.violations.push(...it.violations);
    for (const name of counted) all[name] += it[name];
  }
  return all;
}

const counted = [
  'runs',
  'twice',
  'silentlyMissing',
  'doubts',
  'unlisted',
  'wrong',
  'settled',
  'settledWrongly',
] as const;

const emptyTally = (): Tally => ({
  ...{ runs: 0, twice: 0, silentlyMissing: 0, doubts: 0, unlisted: 0, wrong: 0 },
  ...{ settled: 0, settledWrongly: 0, violations: [] },
});

/** Runs the program as a cron job would: repeatedly until it succeeds or must stop. */
const careful: Client = async (it) => {
  let hadDoubt = false;
  await tryUntilDone(TRIES, async () => {
    const before = await it.task.done();
    const { code } = await it.stage.run(it.task.line);
    await it.stage.proxy.idle();
    await check(it, code, before);
    hadDoubt ||= code === 10;
    if (code !== 0 && hadDoubt && it.dice.happens(0.6)) await reconcile(it);
    return code;
  });
};

const TRIES = 4;

/** Checks that the exit code agrees with the service's state. */
async function check({ stage, task, tally, violated }: Playing, code: number, before: number) {
  const done = await task.done();
  if (verdictOf([code], done) === 'silently not paid') {
    tally.silentlyMissing += 1;
    violated('said done, and was not');
  }
  if (code !== 0 && code !== 10 && done !== before) {
    tally.wrong += 1;
    violated(`exit ${code}, and it was done`);
  }
  if (code !== 10) return;
  tally.doubts += 1;
  const { out } = await stage.run('journal list --unresolved --json');
  if (JSON.parse(out).length > 0) return;
  tally.unlisted += 1;
  violated('in doubt, and not listed');
}

/** Reconciles, and checks that each verdict agrees with the service's state. */
const reconcile: Client = async ({ stage, task, tally, violated }) => {
  const { out } = await stage.run('journal reconcile --quiet-period 0 --json');
  const rows: { verdict: string | null }[] = out === '' ? [] : JSON.parse(out);
  const done = await task.done();
  for (const { verdict } of rows.filter((it) => it.verdict !== null)) {
    tally.settled += 1;
    if ((verdict === 'applied') === done >= 1) continue;
    tally.settledWrongly += 1;
    violated(`reconciled as ${verdict}, and it was done ${done} times`);
  }
};

/** Resolves all intents, so that the next run starts without unknown outcomes. */
async function leaveNoDoubt(stage: Stage): Promise<void> {
  stage.plan([]);
  const { out } = await stage.run('journal list --unresolved --json');
  for (const { id } of JSON.parse(out)) await stage.run(`journal resolve ${id} --applied`);
}

/** A client like a naive script: it retries after every failure and keeps no journal. */
export const naive: Client = async ({ stage, task, tally, violated }) => {
  const { baseUrl } = stage.proxy;
  const send = async () => {
    const answer = await fetch(`${baseUrl}${task.request.path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${stage.env['REMIT_TOKEN']}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(task.request.body),
    });
    await answer.json();
    return answer.ok || (answer.status < 500 && answer.status !== 429) ? 0 : 1;
  };
  // It tries again after any failure.
  await tryUntilDone(TRIES, () => send().catch(() => 1));
  await stage.proxy.idle();
  if ((await task.done()) > 0) return;
  tally.silentlyMissing += 1;
  violated('not done after all tries');
};

/** Gives the payee enough balance for all runs. */
async function fund(stage: Stage): Promise<void> {
  const { connection: connectionId, payerBank: fundingSourceId, ask, control } = stage;
  await ask('POST', '/api/payments/quick-pay', { connectionId, fundingSourceId, amount: 99_999 });
  await control('POST', '/sandbox/clock/advance', { businessDays: 4 });
}

/** Returns a random series of up to three faults. */
function writeFaults(
  dice: Chance,
  kind: string,
  idempotency: Mode['idempotency'],
): (Fault | undefined)[] {
  const possible = faults.filter((it) => it !== 'duplicate' || isGuarded(kind, idempotency));
  const series: (Fault | undefined)[] = [];
  while (dice.happens(0.65) && series.length < 3) series.push(dice.pick(possible));
  return series;
}

/**
 * Reports whether the service performs a duplicated request only once, thanks to its idempotency key or its state. If
 * not, no client can prevent it.
 */
const isGuarded = (kind: string, idempotency: Mode['idempotency']): boolean =>
  idempotency === 'on' || !['quick', 'withdraw'].includes(kind);

function readFaults(dice: Chance): (Fault | undefined)[] {
  const possible: readonly Fault[] = ['reset-before', 'error-before', 'cut', 'drip', 'garbled'];
  return Array.from({ length: 12 }, () => (dice.happens(0.08) ? dice.pick(possible) : undefined));
}

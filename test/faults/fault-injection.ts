import { type Fault, faults } from './fault-proxy.ts';
import { openStage, type Stage } from './fixture.ts';
import { type Chance, chance } from './seeded-random.ts';
import { type Task, tasks } from './tasks.ts';

/** What so many runs came to. */
export interface Tally {
  runs: number;
  /** Runs in which the service did twice what was meant once. */
  twice: number;
  /** Runs in which the program said done, and the service had done nothing. */
  silentlyMissing: number;
  /** Runs that came to a doubt, and those of them that no list named. */
  doubts: number;
  unlisted: number;
  /** Runs in which the program said something else that was not so. */
  wrong: number;
  /** Doubts that reconciling settled; those that it settled wrongly. */
  settled: number;
  settledWrongly: number;
  /** What each violation was, with the seed to play it again. */
  readonly violations: string[];
}

export const modes = [
  { idempotency: 'on', initiateLeavesApproved: 'at-settlement' },
  { idempotency: 'on', initiateLeavesApproved: 'immediately' },
  { idempotency: 'off', initiateLeavesApproved: 'at-settlement' },
  { idempotency: 'off', initiateLeavesApproved: 'immediately' },
] as const;

export type Mode = (typeof modes)[number];

/** Who is trying to get it done, by whatever means: says how it went each time. */
type Client = (it: Playing) => Promise<void>;

interface Playing {
  readonly stage: Stage;
  readonly task: Task;
  readonly dice: Chance;
  readonly tally: Tally;
  /** Names the run where something goes wrong. */
  readonly violated: (what: string) => void;
}

interface Playbill {
  readonly runs: number;
  readonly seed: number;
  readonly client?: Client;
  /** How many state folders take turns, with one journal in the database; a single one when absent. */
  readonly sharing?: number | undefined;
}

/** Plays runs against the sandbox in one mode. Each run is one thing to be done once, and a seeded series of faults. */
export async function play(
  mode: Mode,
  { runs, seed, client = careful, sharing }: Playbill,
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
    await client({ stage, task, dice, tally, violated });
    await stage.proxy.idle();
    tally.runs += 1;
    if ((await task.done()) > 1) {
      tally.twice += 1;
      violated('done twice');
    }
  }
}

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

/** The program, run as a cron job would: again and again until it is done, or told not to. */
const careful: Client = async (it) => {
  let hadDoubt = false;
  for (let times = 0; times < 4; times++) {
    const before = await it.task.done();
    const { code } = await it.stage.run(it.task.line);
    await it.stage.proxy.idle();
    await check(it, code, before);
    hadDoubt ||= code === 10;
    if (code === 0) break;
    if (hadDoubt && it.dice.happens(0.6)) await reconcile(it);
  }
  await leaveNoDoubt(it.stage);
};

/** What an exit code says has to be so. */
async function check({ stage, task, tally, violated }: Playing, code: number, before: number) {
  const done = await task.done();
  if (code === 0 && done === 0) {
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

/** What reconciling says has to be so. */
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

/** The next run begins without the doubts of this one. */
async function leaveNoDoubt(stage: Stage): Promise<void> {
  stage.plan([]);
  const { out } = await stage.run('journal list --unresolved --json');
  for (const { id } of JSON.parse(out)) await stage.run(`journal resolve ${id} --applied`);
}

/** A client as scripts are written: whatever goes wrong, it asks again, and keeps no journal. */
export const naive: Client = async ({ stage, task, tally, violated }) => {
  const { baseUrl } = stage.proxy;
  for (let times = 0; times < 4; times++) {
    try {
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
      if (answer.ok) break;
      if (answer.status < 500 && answer.status !== 429) break;
    } catch {
      // asks again
    }
  }
  await stage.proxy.idle();
  if ((await task.done()) > 0) return;
  tally.silentlyMissing += 1;
  violated('not done after all tries');
};

/** Enough for the whole battery, in the payee's balance. */
async function fund(stage: Stage): Promise<void> {
  const { connection: connectionId, payerBank: fundingSourceId, ask, control } = stage;
  await ask('POST', '/api/payments/quick-pay', { connectionId, fundingSourceId, amount: 99_999 });
  await control('POST', '/sandbox/clock/advance', { businessDays: 4 });
}

/** No fault, one, or several in a row. */
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
 * A request that the network delivers twice is done once where the service tells it by its key, or by its state; where it
 * does neither, no client can help it.
 */
const isGuarded = (kind: string, idempotency: Mode['idempotency']): boolean =>
  idempotency === 'on' || !['quick', 'withdraw'].includes(kind);

function readFaults(dice: Chance): (Fault | undefined)[] {
  const possible: readonly Fault[] = ['reset-before', 'error-before', 'cut', 'drip', 'garbled'];
  return Array.from({ length: 12 }, () => (dice.happens(0.08) ? dice.pick(possible) : undefined));
}

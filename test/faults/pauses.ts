/** Pauses as faults: programs that pay are stopped, judged and repeated by others, and continued. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openAt } from '../../src/storage/open-database.ts';
import type { StoreLocation } from '../../src/storage/store.ts';
import type { Ran } from '../helpers/built-program.ts';
import { built, started } from '../safety/run-programs.ts';
import { type ClockMove, type FakeClock, fakeClock, possibleMoves } from './fake-clock.ts';
import type { Mode } from './fault-injection.ts';
import { openStage, type Stage } from './fixture.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { type Hold, holdOf, type Moment, moments } from './hold.ts';
import { type Chance, chance } from './seeded-random.ts';
import { type Task, tasks } from './tasks.ts';

/** The results of a number of runs. */
export interface PauseTally {
  runs: number;
  /** Runs in which the service performed a task twice. */
  twice: number;
  /** Runs in which the program reported success, but the service had done nothing. */
  silentlyMissing: number;
  /** Programs that sent nothing because they had been stopped for too long. */
  withheld: number;
  /** Verdicts and repeats that were refused while the program was stopped, and verdicts that were not. */
  refused: number;
  judged: number;
  /** A description of each violation, with the seed that reproduces it. */
  readonly violations: string[];
}

/** The hosts of a journal: the first one sends, the last one judges and repeats. */
export interface Hosts {
  /** What the environment of each has of its own. */
  readonly envs: readonly Readonly<Record<string, string>>[];
  readonly journal: StoreLocation;
  /** The clock of hosts and database. */
  readonly clock: FakeClock;
  readonly moments: readonly Moment[];
}

interface PauseOptions {
  /** The numbers of the runs: with the seed, each makes a run of its own. */
  readonly numbers: readonly number[];
  readonly seed: number;
  readonly mode: Mode;
  /** Hosts that share a journal; one machine with its own journal if absent. */
  readonly hosts?: Hosts | undefined;
}

/** One run: what is paid, and what happens meanwhile. */
interface Plan {
  readonly kind: string;
  readonly moment: Moment;
  readonly isLong: boolean;
  readonly move: ClockMove;
  readonly acts: readonly Act[];
  readonly isKilled: boolean;
  /** Whether the connection goes on before the program does. */
  readonly opensFirst: boolean;
  /** The delay in ms between an established connection and the signal. */
  readonly delayMs: number;
}

const acts = ['verdict', 'reconcile', 'repeat'] as const;
type Act = (typeof acts)[number];

/** A deadline in seconds, and a pause in ms: longer than the deadline and what programs allow beside it, or shorter. */
const long = { timeout: 1, pauseMs: 3_600 };
const short = { timeout: 30, pauseMs: 150 };

/** Runs programs that are stopped. Each run is one task, one moment and a seeded series of acts of others. */
export async function playPauses({
  numbers,
  seed,
  mode,
  hosts,
}: PauseOptions): Promise<PauseTally> {
  const folder = await mkdtemp(join(tmpdir(), 'remit-pauses-'));
  const stage = await openStage(mode);
  const held = holdOf();
  const gateway = await openGateway(stage.proxy.baseUrl, held);
  const own: Hosts = {
    envs: [{}],
    journal: { file: join(stage.env['REMIT_HOME'] ?? '', 'state', 'journal.db') },
    clock: fakeClock(folder),
    moments,
  };
  const tally = emptyPauses();
  try {
    await fund(stage);
    for (const number of numbers) {
      const dice = chance(seed * 1_000_003 + number);
      const plan = planOf(dice, (hosts ?? own).moments);
      const violated = (what: string) => {
        tally.violations.push(
          `seed ${seed}, run ${number}, ${JSON.stringify(mode)}, ${JSON.stringify(plan)}: ${what}`,
        );
      };
      const around = { stage, gateway, held, hosts: hosts ?? own, isShared: hosts !== undefined };
      await playOne({ ...around, plan, number, tally, violated });
    }
    await stage.checkLedger();
  } finally {
    await gateway.close();
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
  return tally;
}

/** Sums up tallies. */
export function sumPauses(tallies: readonly PauseTally[]): PauseTally {
  const all = emptyPauses();
  for (const it of tallies) {
    all.violations.push(...it.violations);
    for (const name of counted) all[name] += it[name];
  }
  return all;
}

const counted = ['runs', 'twice', 'silentlyMissing', 'withheld', 'refused', 'judged'] as const;

const emptyPauses = (): PauseTally => ({
  ...{ runs: 0, twice: 0, silentlyMissing: 0, withheld: 0, refused: 0, judged: 0 },
  violations: [],
});

function planOf(dice: Chance, possible: readonly Moment[]): Plan {
  return {
    kind: dice.pick(['initiate', 'quick', 'withdraw', 'bulk']),
    moment: dice.pick(possible),
    isLong: dice.happens(0.4),
    move: dice.pick(possibleMoves()),
    acts: Array.from({ length: 1 + Math.floor(dice.next() * 4) }, () => dice.pick(acts)),
    isKilled: dice.happens(0.15),
    opensFirst: dice.happens(0.5),
    delayMs: Math.floor(dice.next() * 12),
  };
}

interface Run {
  readonly stage: Stage;
  readonly gateway: Gateway;
  readonly held: Hold;
  readonly hosts: Hosts;
  readonly isShared: boolean;
  readonly plan: Plan;
  readonly number: number;
  readonly tally: PauseTally;
  readonly violated: (what: string) => void;
}

async function playOne(run: Run): Promise<void> {
  const { stage, hosts, plan, number, tally, violated } = run;
  const task = await tasks[plan.kind]?.(stage, number);
  if (!task) throw new Error(`There is no task ${plan.kind}.`);
  await stage.mark();
  hosts.clock.move('still');
  const exitCode = await stopOne(run, task);
  await stage.proxy.idle();
  await check(run, task, plan.isKilled ? undefined : exitCode);
  hosts.clock.move('still');
  await settle(run, task);
  tally.runs += 1;
  const done = await task.done();
  if (done > 1) tally.twice += 1;
  if (done !== 1) violated(`done ${done} times in the end`);
}

/** Starts a program, stops it at its moment while others act, and lets it go on. Resolves to its exit code. */
async function stopOne(run: Run, task: Task): Promise<number | undefined> {
  const { held, hosts, plan, violated } = run;
  const recorded = await recordedIn(hosts.journal);
  const reached = held.arm(plan, recorded.isAny);
  const { timeout, pauseMs } = plan.isLong ? long : short;
  const program = started(placeOf(run, 0), `${task.line} --timeout ${timeout} --json`);
  const ended = program.then(() => false);
  if (await Promise.race([reached, ended])) {
    program.kill('SIGSTOP');
    hosts.clock.move(plan.move);
    await pause(pauseMs);
    for (const act of plan.acts) await othersDo(act, run, task);
    if (plan.opensFirst) held.release();
    program.kill(plan.isKilled ? 'SIGKILL' : 'SIGCONT');
  } else violated('it ended before it was stopped');
  held.release();
  const { exitCode } = await program;
  await recorded.close();
  return exitCode;
}

const placeOf = ({ stage, gateway, hosts, plan }: Run, host: number) => ({
  env: {
    ...{ ...stage.env, ...hosts.envs.at(host), ...gateway.env },
    ...hosts.clock.env(plan.move),
  },
});

/** Runs a command on the host that sends. */
const onSender = (run: Run, line: string): Promise<Ran> => built(placeOf(run, 0), line);

/** Runs a command on the host of the others. */
const other = (run: Run, line: string): Promise<Ran> => built(placeOf(run, -1), line);

interface Row {
  readonly id: string;
  readonly outcome: string;
  readonly verdict: string | null;
}

const rowsOf = async (run: Run, flags = ''): Promise<readonly Row[]> => {
  const { code, out } = await onSender(run, `journal list ${flags} --json`);
  return code === 0 ? JSON.parse(out) : [];
};

/** Somebody else looks at the stopped program: judges it by what the service shows, or runs the same command. */
async function othersDo(act: Act, run: Run, task: Task): Promise<void> {
  const { tally, violated, isShared } = run;
  const before = await task.done();
  if (act === 'repeat') {
    const { code } = await other(run, `${task.line} --json`);
    tally.refused += Number(code === 14);
    const isRepeated = (await task.done()) !== before;
    if (isRepeated && !isShared) violated('paid by another program while the first one lived');
    return;
  }
  const [open] = (await rowsOf(run)).filter((it) => it.outcome === 'sending' && !it.verdict);
  if (open === undefined) return;
  await (act === 'reconcile'
    ? other(run, 'journal reconcile --quiet-period 0 --json')
    : other(run, `journal resolve ${open.id} --${before >= 1 ? 'applied' : 'not-applied'}`));
  const now = (await rowsOf(run)).find(({ id }) => id === open.id);
  if (now?.verdict == null) {
    tally.refused += 1;
    return;
  }
  tally.judged += 1;
  if (!isShared) violated(`judged as ${now.verdict} by ${act} while its program lived`);
}

/** Checks that the exit code agrees with the service's state; there is none if the program was killed. */
async function check(run: Run, task: Task, code: number | undefined): Promise<void> {
  const { tally, violated, isShared } = run;
  if (code === undefined) return;
  const done = await task.done();
  if (code === 9) tally.withheld += 1;
  if (code === 0 && done === 0) {
    tally.silentlyMissing += 1;
    violated('said done, and was not');
  }
  // What another host did is not in the exit code of this program.
  if (isShared) return;
  if (code === 10 && (await rowsOf(run, '--unresolved')).length === 0)
    violated('unknown, and not listed');
  if (![0, 10, 13].includes(code) && done > 0) violated(`exit ${code}, and done`);
  checkDeadline(run, code);
}

/** Checks that a program which was stopped for too long did not send, and that any other one did. */
function checkDeadline({ plan, violated }: Run, code: number): void {
  const isLate = plan.isLong || plan.move.endsWith('+3 h');
  if (code === 0 && isLate && plan.moment === 'connecting') violated('sent too late');
  if (code !== 0 && !isLate) violated(`in time, and exit ${code}`);
}

/** Ends what is unknown as a person does who asks the bank, and pays what was not paid. */
async function settle(run: Run, task: Task): Promise<void> {
  const truth = (await task.done()) >= 1 ? 'applied' : 'not-applied';
  for (const { id } of await rowsOf(run, '--unresolved'))
    await onSender(run, `journal resolve ${id} --${truth}`);
  await other(run, `${task.line} --json`);
}

/** Gives the payee enough balance for all runs. */
async function fund({ connection: connectionId, payerBank, ask, control }: Stage): Promise<void> {
  const body = { connectionId, fundingSourceId: payerBank, amount: 99_999 };
  await ask('POST', '/api/payments/quick-pay', body);
  await control('POST', '/sandbox/clock/advance', { businessDays: 4 });
}

/** Looks into a journal for an intent that is being sent. The first program creates it. */
async function recordedIn(journal: StoreLocation) {
  let store: Awaited<ReturnType<typeof openAt>> | undefined;
  return {
    isAny: async (): Promise<boolean> => {
      try {
        store ??= await openAt(journal);
        const { rows } = await sql`select 1 from intents
          left join outcomes on outcomes.intent_id = intents.id
          where in_doubt = 1 and outcomes.outcome is null limit 1`.execute(store.db);
        return rows.length > 0;
      } catch {
        return false;
      }
    },
    close: async () => store?.close(),
  };
}

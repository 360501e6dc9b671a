import type { Kysely } from 'kysely';
import {
  addDays,
  advanceBusinessDays,
  newYorkDate,
  newYorkInstant,
  newYorkTime,
} from '../../api/ach/calendar.ts';
import type { ParsedControlInput } from '../../api/controls/control.ts';
import type { controls } from '../../api/controls/controls.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { advanceClock, clockAt, END_OF_TIME, TIME_ZONE } from '../context/clock.ts';
import type { Engine } from '../context/engine.ts';
import { createNotFoundError } from '../context/validation.ts';
import type { SandboxTables } from '../database/tables.ts';
import { runDueJobs, runDueJobsUntil } from '../jobs/run-due-jobs.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { lastEventSeq, readCaused } from './events.ts';

const PATTERN =
  /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10})S)?)?$/;
const MINUTE_MS = 60_000;

/**
 * Adds an ISO 8601 duration of weeks, days, hours, minutes and seconds to `from`; `undefined` if it is malformed. Days
 * are calendar days in Eastern Time: the time of day stays across a DST change.
 *
 * @example `P3D`, `P1W`, `PT6H`, `P1DT30M`
 */
export function addDuration(from: Date, duration: string): Date | undefined {
  const parts = PATTERN.exec(duration);
  if (!parts) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((it) => Number(it ?? 0));
  const later = addCalendarDays(from, weeks * 7 + days);
  return new Date(later.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}

function addCalendarDays(from: Date, days: number): Date {
  const { hour, minute } = newYorkTime(from);
  const day = newYorkInstant(addDays(newYorkDate(from), days), hour, minute);
  return new Date(day.getTime() + (from.getTime() % MINUTE_MS));
}

export const clockControlHandlers: ControlHandlers<'readClock' | 'setClock' | 'advanceClock'> = {
  readClock: async (_, engine) => shown(engine),

  async setClock({ now, mode }, engine) {
    if (now !== undefined) await advanceTo(engine, new Date(now));
    if (mode !== undefined) {
      await engine.setClock(clockAt(mode, engine.now(), engine.wallNow()));
    }
    return shown(engine);
  },

  /** Reports the events it caused, oldest first: the first 10,000, and their total. */
  async advanceClock(how, engine) {
    const from = engine.now().toISOString();
    const before = await lastEventSeq(engine.db);
    await advance(engine, how);
    return { from, now: engine.now().toISOString(), ...(await readCaused(before, engine.db)) };
  },
};

async function advance(
  engine: Engine,
  how: ParsedControlInput<(typeof controls)['advanceClock']>,
): Promise<void> {
  const { to, by, businessDays, untilState } = how;
  if (Object.values(how).filter((it) => it !== undefined).length !== 1) {
    throw new ApiError(400, 'missing_field', 'Specify one of to, by, businessDays and untilState.');
  }
  if (to !== undefined) return advanceTo(engine, new Date(to));
  if (by !== undefined) return advanceTo(engine, after(engine.now(), by));
  if (businessDays !== undefined) {
    return advanceTo(engine, advanceBusinessDays(engine.now(), businessDays));
  }
  return advanceUntil(engine, await parseGoal(untilState ?? '', engine.db));
}

function after(from: Date, duration: string): Date {
  const moment = addDuration(from, duration);
  if (moment) return moment;
  throw new ApiError(
    400,
    'invalid_type',
    'by must be a duration such as P3D, P1W, PT6H or P1DT30M.',
  );
}

const shown = (engine: Engine) => ({
  now: engine.now().toISOString(),
  mode: engine.clock().mode,
  timeZone: TIME_ZONE,
});

/**
 * A status to advance to, or several of them.
 *
 * @example `payment:pmt_x:COMPLETED`, `payment:pmt_x:COMPLETED,FAILED`
 */
interface Goal {
  readonly text: string;
  readonly table: GoalTable;
  readonly id: string;
  readonly states: readonly string[];
}

const tables = {
  payment: 'payments',
  withdrawal: 'withdrawals',
  payable: 'payables',
  business: 'businesses',
  bank_account: 'bank_accounts',
  invitation: 'invitations',
  connection: 'connections',
} as const;

type GoalTable = (typeof tables)[keyof typeof tables];

/**
 * Parses a goal, `<resource>:<id>:<status>`, with commas between several statuses.
 *
 * @throws {ApiError} 400 if it is malformed, 404 if the resource is unknown
 */
async function parseGoal(text: string, db: Kysely<SandboxTables>): Promise<Goal> {
  const [resource = '', id = '', state = ''] = text.split(':');
  const table = new Map<string, GoalTable>(Object.entries(tables)).get(resource);
  if (!table || !id || !state) {
    throw new ApiError(
      400,
      'invalid_type',
      `untilState must be like payment:pmt_x:COMPLETED, for a ${Object.keys(tables).join(', ')}.`,
    );
  }
  const target = { text, table, id, states: state.split(',').map(normalized) };
  if ((await stateOf(target, db)) === undefined) throw createNotFoundError(resource, id);
  return target;
}

/** Reports whether the goal is reached. Case, `-` and `_` are ignored. */
const hasReached = async (target: Goal, db: Kysely<SandboxTables>): Promise<boolean> =>
  target.states.includes(normalized((await stateOf(target, db)) ?? ''));

async function stateOf(
  { table, id }: Pick<Goal, 'table' | 'id'>,
  db: Kysely<SandboxTables>,
): Promise<string | undefined> {
  const row = await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirst();
  return row?.status;
}

const normalized = (state: string) => state.toLowerCase().replaceAll(/[-_]/g, '');

const HORIZON_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * Advances the clock and runs the jobs that fall due on the way, in order of time.
 *
 * @throws {ApiError} 409 for an instant in the past, 422 after the year 9999
 */
async function advanceTo(engine: Engine, moment: Date): Promise<void> {
  if (!(moment <= END_OF_TIME)) {
    throw new ApiError(422, 'invalid_date', 'The clock ends with the year 9999.');
  }
  if (moment < engine.now()) {
    throw new ApiError(
      409,
      'clock_backwards',
      `The clock is at ${engine.now().toISOString()}: it cannot go backwards.`,
    );
  }
  await runDueJobs(engine, moment);
  // A real clock moved on while the jobs ran: it is never set back.
  await engine.setClock(advanceClock(engine.clock(), moment, engine.wallNow()));
}

/**
 * Advances the clock job by job until the goal is reached, and no further.
 *
 * @throws {ApiError} 409 if it is not reached within 90 days
 */
async function advanceUntil(engine: Engine, target: Goal): Promise<void> {
  const isReached = () => hasReached(target, engine.db);
  if (await isReached()) return;
  await runDueJobsUntil(engine, new Date(engine.now().getTime() + HORIZON_MS), isReached);
  if (await isReached()) return;
  throw new ApiError(409, 'state_not_reached', `${target.text} is not reached within 90 days.`);
}

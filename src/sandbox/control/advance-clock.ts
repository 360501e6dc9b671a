/** Movements of the domain clock: to an instant, or until a resource has a status. */

import type { Kysely } from 'kysely';
import type { ClockMode } from '../../api/controls/clock.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { clockAt, END_OF_TIME } from '../context/clock.ts';
import type { Engine } from '../context/engine.ts';
import { createNotFoundError } from '../context/validation.ts';
import type { SandboxTables } from '../database/tables.ts';
import { runDueJobs, runDueJobsUntil } from '../jobs/run-due-jobs.ts';

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
export async function parseGoal(text: string, db: Kysely<SandboxTables>): Promise<Goal> {
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
export async function advanceTo(engine: Engine, moment: Date): Promise<void> {
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
  await moveTo(engine, moment);
}

/**
 * Advances the clock job by job until the goal is reached, and no further.
 *
 * @throws {ApiError} 409 if it is not reached within 90 days
 */
export async function advanceUntil(engine: Engine, target: Goal): Promise<void> {
  const isReached = () => hasReached(target, engine.db);
  if (await isReached()) return;
  await runDueJobsUntil(engine, new Date(engine.now().getTime() + HORIZON_MS), isReached);
  if (await isReached()) return;
  throw new ApiError(409, 'state_not_reached', `${target.text} is not reached within 90 days.`);
}

/** Switches the clock to real or frozen at its current time. */
export async function setMode(engine: Engine, mode: ClockMode): Promise<void> {
  await engine.setClock(clockAt(mode, engine.now(), engine.wallNow()));
}

// A real clock moved on while the jobs ran: it is never set back.
async function moveTo(engine: Engine, moment: Date): Promise<void> {
  if (moment <= engine.now()) return;
  await engine.setClock(clockAt(engine.clock().mode, moment, engine.wallNow()));
}

import { Refused } from '../../contract/http/api-error.ts';
import { type ClockMode, clockAt } from '../context/clock.ts';
import type { Engine } from '../context/engine.ts';
import { type Goal, hasReached } from './clock-target.ts';
import { runDueJobs, runDueJobsUntil } from '../jobs/run-due-jobs.ts';

const HORIZON_MS = 90 * 24 * 60 * 60 * 1000;
/** The last moment whose text still sorts as text. */
const END_OF_TIME = new Date('9999-12-31T23:59:59.999Z');

/** Moves the clock on, running what falls due on the way in order of time. Throws `Refused` (409) for a way back. */
export async function advanceTo(engine: Engine, moment: Date): Promise<void> {
  if (!(moment <= END_OF_TIME)) {
    throw new Refused(422, 'invalid_date', 'The clock ends with the year 9999.');
  }
  if (moment < engine.now()) {
    throw new Refused(
      409,
      'clock_backwards',
      `It is ${engine.now().toISOString()} already: the clock does not go backwards.`,
    );
  }
  await runDueJobs(engine, moment);
  await moveTo(engine, moment);
}

/** Runs what falls due until the goal is reached, and no further. Throws `Refused` (409) when it is not within 90 days. */
export async function advanceUntil(engine: Engine, goal: Goal): Promise<void> {
  const reached = () => hasReached(goal, engine.db);
  if (await reached()) return;
  await runDueJobsUntil(engine, new Date(engine.now().getTime() + HORIZON_MS), reached);
  if (await reached()) return;
  throw new Refused(
    409,
    'state_not_reached',
    `Nothing that is due in the next 90 days makes ${goal.text} come true.`,
  );
}

/** Lets the clock go on from where it stands, or stand still. */
export async function setMode(engine: Engine, mode: ClockMode): Promise<void> {
  await engine.setClock(clockAt(mode, engine.now(), engine.wallNow()));
}

/** A real clock ran on while the jobs did: it never stands earlier than they left it. */
async function moveTo(engine: Engine, moment: Date): Promise<void> {
  if (moment <= engine.now()) return;
  await engine.setClock(clockAt(engine.clock().mode, moment, engine.wallNow()));
}

import type { Kysely, Selectable } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';
import type { World } from '../world.ts';
import type { Job } from './schedule.ts';
import { jobs } from './table.ts';

/**
 * Runs, in order of time, every job that is due at `until`, and those that they schedule meanwhile. Each has a
 * transaction of its own, in which the clock stands at the moment it fell due, so that results never depend on how far
 * one jumps. Stops early when `enough` says so after a job. To be called in one's turn.
 */
export async function runDueJobs(
  engine: Engine,
  until: Date,
  enough: () => Promise<boolean> = async () => false,
): Promise<void> {
  for (;;) {
    const job = await nextJob(engine.db, until);
    if (!job) return;
    await engine.transact((world) => runJob(job, world), new Date(job.due_at));
    if (await enough()) return;
  }
}

/** The same inside a transaction that is under way: what it started is finished with it. */
export async function runDueJobsWithin(world: World): Promise<void> {
  for (;;) {
    const job = await nextJob(world.db, world.now());
    if (!job) return;
    const dueAt = new Date(job.due_at);
    await runJob(job, { ...world, caller: null, now: () => dueAt });
  }
}

type JobRow = Selectable<Tables['jobs']>;

const nextJob = (db: Kysely<Tables>, until: Date): Promise<JobRow | undefined> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('due_at', '<=', until.toISOString())
    .orderBy('due_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();

async function runJob({ seq, kind, ref }: JobRow, world: World): Promise<void> {
  await world.db.deleteFrom('jobs').where('seq', '=', seq).execute();
  const job = jobsByKind.get(kind);
  if (!job) throw new Error(`There is no job of kind ${kind}.`);
  await job(ref, world);
}

const jobsByKind: ReadonlyMap<string, Job> = new Map(Object.entries(jobs));

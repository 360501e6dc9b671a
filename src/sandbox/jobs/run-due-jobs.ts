import type { Kysely, Selectable } from 'kysely';
import { accountingJobs } from '../accounting/sync.ts';
import { microDepositJobs } from '../bank/micro-deposits.ts';
import { reviewJobs } from '../business/transitions.ts';
import type { Engine } from '../context/engine.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { SandboxTables } from '../database/tables.ts';
import { invitationJobs } from '../invitation/accept-reject.ts';
import { autoApproveJobs } from '../payable/transitions.ts';
import { paymentJobs } from '../payment/settle.ts';
import { withdrawalJobs } from '../withdrawal/transitions.ts';
import type { Job, JobKind } from './schedule.ts';

/** What each kind of job does: leave one out and the program does not compile. */
export const jobs: Readonly<Record<JobKind, Job>> = {
  ...reviewJobs,
  ...autoApproveJobs,
  ...microDepositJobs,
  ...invitationJobs,
  ...paymentJobs,
  ...withdrawalJobs,
  ...accountingJobs,
};

/** How many jobs of one moment share a transaction: the disk is waited for once for all of them. */
const TOGETHER = 1_000;

/**
 * Runs, in order of time, every job that is due at `until`, and those that they schedule meanwhile. The clock stands at
 * the moment each fell due, so that results never depend on how far one jumps. A job that breaks leaves nothing behind,
 * and those before it are done. To be called in one's turn.
 */
export async function runDueJobs(engine: Engine, until: Date): Promise<void> {
  for (;;) {
    const job = await nextDue(engine, until);
    if (!job) return;
    const dueAt = new Date(job.due_at);
    try {
      await engine.transact((world) => runJobsOf(dueAt, world), dueAt);
    } catch {
      await runOneByOne(engine, dueAt);
    }
  }
}

/** The same one by one, until `enough` says so after a job. */
export async function runDueJobsUntil(
  engine: Engine,
  until: Date,
  enough: () => Promise<boolean>,
): Promise<void> {
  for (;;) {
    if (!(await runNext(engine, until))) return;
    if (await enough()) return;
  }
}

/** The same inside a transaction that is under way: what it started is finished with it. */
export async function runDueJobsWithin(world: HandlerContext): Promise<void> {
  for (;;) {
    const job = await nextJob(world.db, world.now());
    if (!job) return;
    const dueAt = new Date(job.due_at);
    await runJob(job, { ...world, caller: null, now: () => dueAt });
  }
}

/** Those that fell due at this very moment, as many as share a transaction; one that is due earlier goes first. */
async function runJobsOf(dueAt: Date, world: HandlerContext): Promise<void> {
  for (let count = 0; count < TOGETHER; count++) {
    const job = await nextJob(world.db, dueAt);
    if (job?.due_at !== dueAt.toISOString()) return;
    await runJob(job, world);
  }
}

/** Where one of them broke, all were undone: each in a transaction of its own, it is found. */
async function runOneByOne(engine: Engine, dueAt: Date): Promise<void> {
  for (let count = 0; count < TOGETHER; count++) if (!(await runNext(engine, dueAt))) return;
}

async function runNext(engine: Engine, until: Date): Promise<boolean> {
  const job = await nextDue(engine, until);
  if (job) await engine.transact((world) => runJob(job, world), new Date(job.due_at));
  return job !== undefined;
}

type JobRow = Selectable<SandboxTables['jobs']>;

/** Asked before and after each request: nothing is read while nothing was scheduled. */
async function nextDue({ db, cachedQuery }: Engine, until: Date): Promise<JobRow | undefined> {
  const job = await cachedQuery(['jobs'], 'first job', () => inOrder(db).executeTakeFirst());
  return job && job.due_at <= until.toISOString() ? job : undefined;
}

const nextJob = (db: Kysely<SandboxTables>, until: Date): Promise<JobRow | undefined> =>
  inOrder(db).where('due_at', '<=', until.toISOString()).executeTakeFirst();

const inOrder = (db: Kysely<SandboxTables>) =>
  db.selectFrom('jobs').selectAll().orderBy('due_at').orderBy('seq').limit(1);

async function runJob({ seq, kind, ref }: JobRow, world: HandlerContext): Promise<void> {
  await world.db.deleteFrom('jobs').where('seq', '=', seq).execute();
  const job = jobsByKind.get(kind);
  if (!job) throw new Error(`There is no job of kind ${kind}.`);
  await job(ref, world);
}

const jobsByKind: ReadonlyMap<string, Job> = new Map(Object.entries(jobs));

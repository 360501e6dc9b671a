import type { Kysely } from 'kysely';
import { ApiError } from '../../api/http/api-error.ts';
import { accountingJobs } from '../accounting/sync.ts';
import { microDepositJobs } from '../bank/micro-deposits.ts';
import { reviewJobs } from '../business/transitions.ts';
import type { Engine } from '../context/engine.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { prepared } from '../database/prepared.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { invitationJobs } from '../invitation/accept-reject.ts';
import { autoApproveJobs } from '../payable/transitions.ts';
import { paymentJobs } from '../payment/settle.ts';
import { withdrawalJobs } from '../withdrawal/transitions.ts';
import type { Job, JobKind } from './schedule.ts';

/** The jobs of each kind; a missing one is a compile error. */
export const jobs: Readonly<Record<JobKind, Job>> = {
  ...reviewJobs,
  ...autoApproveJobs,
  ...microDepositJobs,
  ...invitationJobs,
  ...paymentJobs,
  ...withdrawalJobs,
  ...accountingJobs,
};

/** The most jobs of one instant in a transaction, which share one fsync. */
const BATCH_SIZE = 1_000;

/**
 * Runs every job due at `until`, including those that they schedule, in order of (due time, sequence).
 *
 * The clock shows each job's due time, so that results do not depend on how far the clock advances at once. A job that
 * throws is rolled back and stops the run; those before it stay done. Call it inside `runExclusive`.
 */
export async function runDueJobs(engine: Engine, until: Date): Promise<void> {
  for (;;) {
    const job = await nextJob(engine.db, until);
    if (!job) return;
    const dueAt = new Date(job.due_at);
    try {
      await engine.transact((context) => runJobsOf(dueAt, context), dueAt);
    } catch {
      await runOneByOne(engine, dueAt);
    }
  }
}

/**
 * Runs due jobs as `runDueJobs` does, but each in a transaction of its own, until `isDone` resolves to true after a
 * job.
 */
export async function runDueJobsUntil(
  engine: Engine,
  until: Date,
  isDone: () => Promise<boolean>,
): Promise<void> {
  while (await runNext(engine, until)) {
    if (await isDone()) return;
  }
}

export async function runDueJobsWithin(context: HandlerContext): Promise<void> {
  for (;;) {
    const job = await nextJob(context.db, context.now());
    if (!job) return;
    const dueAt = new Date(job.due_at);
    await runJob(job, { ...context, caller: null, now: () => dueAt });
  }
}

/** Runs the jobs due at this instant, up to 1,000. Stops if a job became due earlier, which then goes first. */
async function runJobsOf(dueAt: Date, context: HandlerContext): Promise<void> {
  for (let count = 0; count < BATCH_SIZE; count++) {
    const job = await nextJob(context.db, dueAt);
    if (job?.due_at !== dueAt.toISOString()) return;
    await runJob(job, context);
  }
}

// A failure rolled back all of them: run in transactions of their own, those before the failing job succeed.
async function runOneByOne(engine: Engine, dueAt: Date): Promise<void> {
  for (let count = 0; count < BATCH_SIZE; count++) if (!(await runNext(engine, dueAt))) return;
}

async function runNext(engine: Engine, until: Date): Promise<boolean> {
  const job = await nextJob(engine.db, until);
  if (job) await engine.transact((context) => runJob(job, context), new Date(job.due_at));
  return job !== undefined;
}

/** Returns the next due job, if there is one. */
async function nextJob(db: Kysely<SandboxTables>, until: Date): Promise<Row<'jobs'> | undefined> {
  const [job] = await dueJobs(db, { until: until.toISOString() });
  return job;
}

const dueJobs = prepared((db, { until }: { readonly until: string }) =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('due_at', '<=', until)
    .orderBy('due_at')
    .orderBy('seq')
    .limit(1),
);

/**
 * Runs the next scheduled job of a payment, a withdrawal or a bank account now, whatever its time.
 *
 * @throws {ApiError} 409 if none is scheduled
 */
export async function runNextJob(context: HandlerContext, ref: string): Promise<void> {
  const job = await context.db
    .selectFrom('jobs')
    .selectAll()
    .where('ref', '=', ref)
    .orderBy('due_at')
    .orderBy('seq')
    .executeTakeFirst();
  if (!job) throw new ApiError(409, 'nothing_scheduled', `Nothing is scheduled for ${ref}.`);
  await runJob(job, context);
}

async function runJob({ seq, kind, ref }: Row<'jobs'>, context: HandlerContext): Promise<void> {
  await context.db.deleteFrom('jobs').where('seq', '=', seq).execute();
  const job = jobsByKind.get(kind);
  if (!job) throw new Error(`There is no job of kind ${kind}.`);
  await job(ref, context);
}

const jobsByKind: ReadonlyMap<string, Job> = new Map(Object.entries(jobs));

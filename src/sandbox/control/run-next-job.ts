import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { jobs } from '../jobs/run-due-jobs.ts';
import type { JobKind } from '../jobs/schedule.ts';

const kinds: readonly JobKind[] = [
  'payment.start',
  'payment.submit',
  'payment.settle',
  'payment.fail',
  'payment.return',
  'withdrawal.submit',
  'withdrawal.settle',
  'withdrawal.return',
  'bank_account.post_micro_deposits',
];

const runByKind = new Map(kinds.map((kind) => [kind as string, jobs[kind]]));

/**
 * Runs the next scheduled job of a payment, a withdrawal or a bank account now, whatever its time.
 *
 * @throws {ApiError} 409 if none is scheduled
 */
export async function runNextJob(world: HandlerContext, id: string): Promise<void> {
  const job = await world.db
    .selectFrom('jobs')
    .selectAll()
    .where('ref', '=', id)
    .where('kind', 'in', kinds)
    .orderBy('due_at')
    .orderBy('seq')
    .executeTakeFirst();
  if (!job) throw new ApiError(409, 'nothing_scheduled', `Nothing is scheduled for ${id}.`);
  await world.db.deleteFrom('jobs').where('seq', '=', job.seq).execute();
  await runByKind.get(job.kind)?.(id, world);
}

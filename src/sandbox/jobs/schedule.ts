import type { HandlerContext } from '../context/handler-context.ts';

/** The kinds of jobs. `ref` is the id of the subject. */
export type JobKind =
  | 'business.review'
  | 'payable.auto_approve'
  | 'bank_account.post_micro_deposits'
  | 'invitation.expire'
  | 'payment.start'
  | 'payment.submit'
  | 'payment.settle'
  | 'payment.fail'
  | 'payment.return'
  | 'withdrawal.submit'
  | 'withdrawal.settle'
  | 'withdrawal.return'
  | 'accounting.start_sync'
  | 'accounting.finish_sync';

/** The function of a job. `context.now()` is the job's due time, however late it runs. */
export type Job = (ref: string, context: HandlerContext) => Promise<void>;

/** Schedules a job for an instant of the domain clock. */
export async function schedule(context: HandlerContext, kind: JobKind, ref: string, dueAt: Date) {
  await context.db.insertInto('jobs').values({ kind, ref, due_at: dueAt.toISOString() }).execute();
}

/** Deletes the scheduled jobs of `ref`. */
export async function unschedule(context: HandlerContext, ref: string) {
  await context.db.deleteFrom('jobs').where('ref', '=', ref).execute();
}

import type { HandlerContext } from '../context/handler-context.ts';

/** Every kind of work that can fall due. `ref` is the id of what it is about. */
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
  | 'accounting.start_sync'
  | 'accounting.finish_sync';

/** What a job does when it is due. `world.now()` is the moment it fell due, however late it is run. */
export type Job = (ref: string, world: HandlerContext) => Promise<void>;

export async function schedule(world: HandlerContext, kind: JobKind, ref: string, dueAt: Date) {
  await world.db.insertInto('jobs').values({ kind, ref, due_at: dueAt.toISOString() }).execute();
}

/** Takes back the jobs of these kinds about `ref`. */
export async function unschedule(world: HandlerContext, ref: string, ...kinds: JobKind[]) {
  await world.db.deleteFrom('jobs').where('ref', '=', ref).where('kind', 'in', kinds).execute();
}

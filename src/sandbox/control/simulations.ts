import type { Selectable } from 'kysely';
import type { HandlerContext } from '../context/handler-context.ts';
import type { SandboxTables } from '../database/tables.ts';
import { jobs } from '../jobs/run-due-jobs.ts';
import type { JobKind } from '../jobs/schedule.ts';
import { type ControlRoute, control } from './route.ts';

/** The control that advances every transfer in flight by one step now, whatever its time. */
export const simulationControls: readonly ControlRoute[] = [
  control('POST', '/sandbox/simulations', async (_, context) => {
    const next = await nextJobs(context);
    for (const { seq, kind, ref } of next) {
      await context.db.deleteFrom('jobs').where('seq', '=', seq).execute();
      await pending.get(kind)?.(ref, context);
    }
    return { total: next.length };
  }),
];

const kinds: readonly JobKind[] = [
  'payment.start',
  'payment.submit',
  'payment.settle',
  'payment.fail',
  'payment.return',
  'withdrawal.submit',
  'withdrawal.settle',
  'bank_account.post_micro_deposits',
];

const pending = new Map(kinds.map((kind) => [kind as string, jobs[kind]]));

/** Returns the first job of each payment, withdrawal and bank account, by due time. */
async function nextJobs({
  db,
}: HandlerContext): Promise<readonly Selectable<SandboxTables['jobs']>[]> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', 'in', kinds)
    .orderBy('due_at')
    .orderBy('seq')
    .execute();
  return [...new Map(rows.toReversed().map((row) => [row.ref, row])).values()].toReversed();
}

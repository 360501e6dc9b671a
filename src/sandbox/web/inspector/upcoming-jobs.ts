import type { JobKind } from '../../jobs/schedule.ts';
import type { Row } from '../../database/tables.ts';
import type { Look } from './page-context.ts';

/** What falls due next, soonest first. */
export const dueNext = ({ db }: Look, limit: number): Promise<Row<'jobs'>[]> =>
  db.selectFrom('jobs').selectAll().orderBy('due_at').orderBy('seq').limit(limit).execute();

/** What is due to happen to something, soonest first. */
export const dueFor = ({ db }: Look, ref: string): Promise<Row<'jobs'>[]> =>
  db.selectFrom('jobs').selectAll().where('ref', '=', ref).orderBy('due_at').execute();

/** How much money each of these jobs is about, by what it refers to. */
export async function amountsDue(
  jobs: readonly Row<'jobs'>[],
  { db }: Look,
): Promise<ReadonlyMap<string, number>> {
  const refs = jobs.map(({ ref }) => ref);
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'cents'])
    .where('id', 'in', refs)
    .unionAll(db.selectFrom('withdrawals').select(['id', 'cents']).where('id', 'in', refs))
    .execute();
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** What a job does, in words. */
export const deedOf = (kind: string): string => new Map(Object.entries(deeds)).get(kind) ?? kind;

const deeds: Readonly<Record<JobKind, string>> = {
  'business.review': 'Review of the business',
  'payable.auto_approve': "The payer's rule looks at the payable",
  'bank_account.post_micro_deposits': 'Micro-deposits arrive',
  'invitation.expire': 'Invitation expires',
  'payment.start': 'Scheduled payment starts',
  'payment.submit': 'Payment goes to the ACH network',
  'payment.settle': 'Payment settles',
  'payment.fail': 'Payment comes back unpaid',
  'payment.return': 'Payment is returned late',
  'withdrawal.submit': 'Withdrawal goes to the bank',
  'withdrawal.settle': 'Withdrawal arrives',
  'accounting.start_sync': 'Sync with the books starts',
  'accounting.finish_sync': 'Sync with the books ends',
};

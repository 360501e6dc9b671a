/** Jobs that are due at the same time, as one group for each kind. */

import { sql } from 'kysely';
import type { JobKind } from '../../jobs/schedule.ts';
import { capitalized, countText, money } from '../format.ts';
import type { PageContext } from './page-context.ts';

/** The jobs of a kind that are due at one instant. */
export interface DueGroup {
  readonly due_at: string;
  readonly kind: string;
  readonly count: number;
  /** The sum of the payments or withdrawals that they are about; null for other jobs. */
  readonly cents: number | null;
  /** The id that one of them is about. */
  readonly ref: string;
}

/** Returns the groups of the jobs that are due at the next `instants`, soonest first. */
export const readDueGroups = ({ engine }: PageContext, instants: number): Promise<DueGroup[]> =>
  groupsOf(
    engine,
    sql`due_at in (select distinct due_at from jobs order by due_at limit ${instants})`,
  );

/** Returns the groups of the jobs that are due before an instant, soonest first. */
export const readDueBefore = ({ engine }: PageContext, before: Date): Promise<DueGroup[]> =>
  groupsOf(engine, sql`due_at < ${before.toISOString()}`);

/** Tells whether the jobs of a group are about payments or withdrawals. */
export const isTransfer = ({ kind }: DueGroup): boolean => /^(payment|withdrawal)\./.test(kind);

async function groupsOf(
  { db }: Pick<PageContext, 'db'>,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<DueGroup[]> {
  const rows = await db
    .selectFrom('jobs')
    .leftJoin('payments', 'payments.id', 'jobs.ref')
    .leftJoin('withdrawals', 'withdrawals.id', 'jobs.ref')
    .select(({ fn }) => [
      'due_at',
      'jobs.kind as kind',
      fn.countAll<number>().as('count'),
      sql<number | null>`sum(coalesce(payments.cents, withdrawals.cents))`.as('cents'),
      fn.min('jobs.ref').as('ref'),
    ])
    .where(condition)
    .groupBy(['due_at', 'jobs.kind'])
    .orderBy('due_at')
    .orderBy(({ fn }) => fn.min('jobs.seq'))
    .execute();
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    cents: row.cents === null ? null : Number(row.cents),
  }));
}

/**
 * Returns what the jobs of a group do.
 *
 * @example `payment returns`, `412 payments settle`
 */
export function jobsText({ kind, count }: Pick<DueGroup, 'kind' | 'count'>): string {
  const [noun, verb, verbOfMany] = wordsOf(kind);
  return count === 1 ? `${noun} ${verb}` : `${countText(count, noun)} ${verbOfMany}`;
}

/** Returns what a job does, as a line of a timeline. */
export const jobLabel = (kind: string): string =>
  wordsOf(kind)[3] ?? capitalized(jobsText({ kind, count: 1 }));

type JobWords = readonly [noun: string, verb: string, verbOfMany: string, label?: string];

const wordsOf = (kind: string): JobWords =>
  new Map<string, JobWords>(Object.entries(jobWords)).get(kind) ?? [kind, 'runs', 'run', kind];

const jobWords: Readonly<Record<JobKind, JobWords>> = {
  'business.review': ['business', 'is reviewed', 'are reviewed'],
  'payable.auto_approve': [
    'payable',
    'is checked for auto-approval',
    'are checked for auto-approval',
  ],
  'bank_account.post_micro_deposits': ['micro-deposit', 'posts', 'post'],
  'invitation.expire': ['invitation', 'expires', 'expire'],
  'payment.start': ['scheduled payment', 'starts', 'start'],
  'payment.submit': [
    'payment',
    'goes to the ACH network',
    'go to the ACH network',
    'Payment submitted to the ACH network',
  ],
  'payment.settle': ['payment', 'settles', 'settle'],
  'payment.fail': ['payment', 'fails', 'fail'],
  'payment.return': ['payment', 'returns', 'return', 'Payment returned after settlement'],
  'withdrawal.submit': [
    'withdrawal',
    'goes to the bank',
    'go to the bank',
    'Withdrawal submitted to the bank',
  ],
  'withdrawal.settle': ['withdrawal', 'completes', 'complete'],
  'withdrawal.return': ['withdrawal', 'returns', 'return', 'Withdrawal returned after settlement'],
  'accounting.start_sync': ['accounting sync', 'starts', 'start'],
  'accounting.finish_sync': ['accounting sync', 'ends', 'end'],
};

/**
 * Formats cents as dollars, those of a hundred thousand dollars and more in short.
 *
 * @example `$1,250.00`, `$150k`, `$1.1M`
 */
export function shortMoney(cents: number): string {
  const unit = units.find(({ from }) => Math.abs(cents) >= from);
  if (!unit) return money(cents);
  const figure = (cents / unit.cents).toFixed(1).replace(/\.0$/, '');
  return `$${figure}${unit.suffix}`.replace('$-', '-$');
}

const units = [
  { from: 99_995_000_000, cents: 100_000_000_000, suffix: 'B' },
  { from: 99_995_000, cents: 100_000_000, suffix: 'M' },
  { from: 10_000_000, cents: 100_000, suffix: 'k' },
];

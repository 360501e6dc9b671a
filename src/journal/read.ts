import { type Kysely, sql } from 'kysely';
import { toDollars } from '../contract/money.ts';
import type { Intent, KeptIntent } from './intent.ts';
import type { Tables } from './tables.ts';
import type { IsUnderWay } from './under-way.ts';

/** Intents, newest first; `unresolved`: of unknown outcome, or sent by nobody any more, and without a verdict. */
export async function list(
  db: Kysely<Tables>,
  { unresolved = false }: { readonly unresolved?: boolean },
  isUnderWay: IsUnderWay,
): Promise<Intent[]> {
  const rows = unresolved ? await doubted(db, isUnderWay) : await newestFirst(db).execute();
  return rows.map(shown);
}

/** Those in doubt of which nobody is about to say more, newest first. */
export async function doubted(db: Kysely<Tables>, isUnderWay: IsUnderWay): Promise<Row[]> {
  const found = await newestFirst(db).where('intents.in_doubt', '=', 1).execute();
  return found.filter((it) => it.outcome !== null || !isUnderWay(it));
}

/** Intents of one natural key, newest first. */
export const byKey = (db: Kysely<Tables>, key: string): Promise<Row[]> =>
  newestFirst(db).where('intents.natural_key', '=', key).execute();

/** Intents of one address that pay one of these payables, newest first. */
export async function byPayables(
  db: Kysely<Tables>,
  origin: string,
  payableIds: readonly string[],
): Promise<Row[]> {
  if (payableIds.length === 0) return [];
  return newestFirst(db)
    .where('intents.origin', '=', origin)
    .where('intents.id', 'in', (of) =>
      of.selectFrom('intent_payables').select('intent_id').where('payable_id', 'in', payableIds),
    )
    .execute();
}

/** Intents of one payment run, newest first. */
export const byPlan = (db: Kysely<Tables>, plan: string): Promise<Row[]> =>
  newestFirst(db)
    .where('intents.id', 'in', (of) =>
      of.selectFrom('plan_batches').select('intent_id').where('plan', '=', plan),
    )
    .execute();

export const byId = (db: Kysely<Tables>, id: string): Promise<Row | undefined> =>
  newestFirst(db).where('intents.id', '=', id).executeTakeFirst();

/** The id of an applied intent of an operation on a payment. */
export async function appliedOf(
  db: Kysely<Tables>,
  operation: string,
  origin: string,
  paymentId: string,
): Promise<string | null> {
  const rows = await newestFirst(db)
    .where('intents.payment_id', '=', paymentId)
    .where('intents.operation', '=', operation)
    .where('intents.origin', '=', origin)
    .execute();
  return rows.find((it) => (it.verdict ?? it.outcome) === 'applied')?.id ?? null;
}

const newestFirst = (db: Kysely<Tables>) =>
  db
    .selectFrom('intents')
    .innerJoin('runs', 'runs.id', 'intents.run_id')
    .leftJoin('outcomes', 'outcomes.intent_id', 'intents.id')
    .selectAll('intents')
    .select((of) => [
      'runs.pid',
      'runs.started',
      'runs.machine',
      'outcomes.outcome',
      'outcomes.request_id',
      'outcomes.at as settled_at',
      of
        .selectFrom('verdicts')
        .select('verdicts.verdict')
        .whereRef('verdicts.intent_id', '=', 'intents.id')
        .orderBy('verdicts.seq', 'desc')
        .limit(1)
        .as('verdict'),
    ])
    .orderBy(sql`intents.rowid`, 'desc');

/** An intent with the process that sent it, its outcome and the last verdict on it. */
export type Row = Awaited<ReturnType<ReturnType<typeof newestFirst>['execute']>>[number];

/** A row as `journal list` shows it: these members, in this order. */
export const shown = (row: Row): Intent => ({
  id: row.id,
  operation: row.operation,
  outcome: row.outcome ?? 'sending',
  profile: row.profile,
  origin: row.origin,
  businessId: row.business_id,
  payableId: row.payable_id,
  connectionId: row.connection_id,
  paymentId: row.payment_id,
  amount: row.cents === null ? null : toDollars(row.cents),
  idempotencyKey: row.idempotency_key,
  requestId: row.request_id,
  createdAt: row.created_at,
  sentAt: row.outcome === 'not-sent' ? null : row.created_at,
  settledAt: row.settled_at,
  verdict: row.verdict,
});

export const toIntent = (row: Row): KeptIntent => ({
  ...shown(row),
  serviceTime: row.service_time,
});

/** Queries on intents. */

import { type Kysely, sql } from 'kysely';
import { toDollars } from '../../api/money.ts';
import { type Destination, locks } from './destination.ts';
import type { FindSender, Sender } from './in-flight.ts';
import { effectiveOutcome, type Intent, type StoredIntent } from './intent.ts';
import type { JournalTables } from './tables.ts';

export interface IntentFilter {
  /** Only those that no process is sending and that need a verdict: the outcome is unknown, or contradicts the last one. */
  readonly unresolved?: boolean | undefined;
  /** Only those recorded at this time (UTC ISO) or later. */
  readonly since?: string | undefined;
  /** Only those that pay or name one of these payables, one at least. */
  readonly payableIds?: readonly string[] | undefined;
  readonly profile?: string | undefined;
  /** The largest number of intents. */
  readonly limit?: number | undefined;
}

/** Lists the intents that match, newest first. */
export async function listIntents(
  db: Kysely<JournalTables>,
  { unresolved = false, limit, ...filter }: IntentFilter,
  findSender: FindSender,
): Promise<Intent[]> {
  const matching = selectMatching(db, filter);
  const rows = unresolved
    ? await withoutInFlight(matching, findSender)
    : await matching.$if(limit !== undefined, (it) => it.limit(limit ?? 0)).execute();
  return rows.slice(0, limit).map(toListedIntent);
}

const selectMatching = (
  db: Kysely<JournalTables>,
  { since, payableIds = [], profile }: IntentFilter,
): ReturnType<typeof newestFirst> =>
  newestFirst(db)
    .$if(since !== undefined, (it) => it.where('intents.created_at', '>=', since ?? ''))
    .$if(profile !== undefined, (it) => it.where('intents.profile', '=', profile ?? ''))
    .$if(payableIds.length > 0, (it) =>
      it.where((of) =>
        of.or([
          of('intents.payable_id', 'in', payableIds),
          of(
            'intents.id',
            'in',
            of
              .selectFrom('intent_payables')
              .select('intent_id')
              .where('payable_id', 'in', payableIds),
          ),
        ]),
      ),
    );

/** Selects intents that need a verdict and that no process is sending, newest first. */
export const selectUnresolved = (
  db: Kysely<JournalTables>,
  findSender: FindSender,
): Promise<IntentRow[]> => withoutInFlight(newestFirst(db), findSender);

async function withoutInFlight(
  query: ReturnType<typeof newestFirst>,
  findSender: FindSender,
): Promise<IntentRow[]> {
  const found = await query.where('intents.in_doubt', 'is not', null).execute();
  return found.filter((intent) => intent.outcome !== null || !findSender(intent));
}

/** An intent that is being sent, and the process that sends it. */
export interface BeingSent {
  readonly intent: Intent;
  readonly sender: Sender;
}

/** Lists the intents that processes are sending, oldest first. */
export async function listBeingSent(
  db: Kysely<JournalTables>,
  findSender: FindSender,
): Promise<BeingSent[]> {
  const open = await newestFirst(db)
    .where('intents.in_doubt', '=', 1)
    .where('outcomes.outcome', 'is', null)
    .execute();
  return open.toReversed().flatMap((row) => {
    const sender = findSender(row);
    return sender ? [{ intent: toListedIntent(row), sender }] : [];
  });
}

/** Selects intents with these natural keys that lock a destination, newest first. */
export const selectByNaturalKeys = (
  db: Kysely<JournalTables>,
  to: Destination,
  keys: readonly string[],
): Promise<IntentRow[]> =>
  newestFirst(db).where(locks(to)).where('intents.natural_key', 'in', keys).execute();

/** Selects intents that pay one of these payables and lock a destination, newest first. */
export async function selectByPayables(
  db: Kysely<JournalTables>,
  to: Destination,
  payableIds: readonly string[],
): Promise<IntentRow[]> {
  if (payableIds.length === 0) return [];
  return newestFirst(db)
    .where(locks(to))
    .where('intents.id', 'in', (eb) =>
      eb.selectFrom('intent_payables').select('intent_id').where('payable_id', 'in', payableIds),
    )
    .execute();
}

/** Selects intents created from these rows of files that lock a destination, newest first. */
export const selectByFileRows = (
  db: Kysely<JournalTables>,
  to: Destination,
  hashes: readonly string[],
  since: FileCutoffs,
) =>
  newestFirst(db)
    .innerJoin('file_rows', 'file_rows.intent_id', 'intents.id')
    .innerJoin('files', 'files.id', 'file_rows.file_id')
    .select(['file_rows.row_hash', 'file_rows.file_id'])
    .where(locks(to))
    .where('file_rows.row_hash', 'in', hashes)
    .where((eb) =>
      eb.or([
        eb('files.ended_at', '>', since.ended),
        eb.and([eb('files.ended_at', 'is', null), eb('files.created_at', '>', since.begun)]),
      ]),
    )
    .execute();

/** The times (UTC ISO) after which a file counts: its end, or its start if it is unfinished. */
export interface FileCutoffs {
  readonly ended: string;
  readonly begun: string;
}

/** Selects unresolved intents of files, newest first. */
export async function unresolvedOf(db: Kysely<JournalTables>, files: readonly string[]) {
  const found = await newestFirst(db)
    .innerJoin('file_rows', 'file_rows.intent_id', 'intents.id')
    .select('file_rows.row_hash')
    .where('intents.in_doubt', 'is not', null)
    .where('file_rows.file_id', 'in', files)
    .execute();
  return found.filter(isStillUnknown);
}

/** Selects intents of one payment run, newest first. */
export const selectByPlan = (db: Kysely<JournalTables>, plan: string): Promise<IntentRow[]> =>
  newestFirst(db)
    .where('intents.id', 'in', (eb) =>
      eb.selectFrom('plan_batches').select('intent_id').where('plan', '=', plan),
    )
    .execute();

/** Selects intents of these operations, newest first. */
export const selectByOperations = (
  db: Kysely<JournalTables>,
  operations: readonly string[],
): Promise<IntentRow[]> => newestFirst(db).where('intents.operation', 'in', operations).execute();

/** Returns one intent; `undefined` if it does not exist. */
export const selectById = (db: Kysely<JournalTables>, id: string): Promise<IntentRow | undefined> =>
  newestFirst(db).where('intents.id', '=', id).executeTakeFirst();

/** Returns the id of the newest applied intent of an operation on a payment that locks the destination, or `null`. */
export async function appliedOf(
  db: Kysely<JournalTables>,
  operation: string,
  to: Destination,
  paymentId: string,
): Promise<string | null> {
  const rows = await newestFirst(db)
    .where('intents.payment_id', '=', paymentId)
    .where('intents.operation', '=', operation)
    .where(locks(to))
    .execute();
  return rows.find(isApplied)?.id ?? null;
}

/** Selects intents with their process, outcome and latest verdict, newest first. */
export const newestFirst = (db: Kysely<JournalTables>) =>
  db
    .selectFrom('intents')
    .innerJoin('runs', 'runs.id', 'intents.run_id')
    .leftJoin('outcomes', 'outcomes.intent_id', 'intents.id')
    .selectAll('intents')
    .select((eb) => [
      'runs.pid',
      'runs.started',
      'runs.machine',
      'runs.sending_folder',
      'outcomes.outcome',
      'outcomes.request_id',
      'outcomes.server_id',
      'outcomes.at as settled_at',
      eb
        .selectFrom('verdicts')
        .select('verdicts.verdict')
        .whereRef('verdicts.intent_id', '=', 'intents.id')
        .orderBy('verdicts.seq', 'desc')
        .limit(1)
        .as('verdict'),
    ])
    .orderBy(sql`intents.rowid`, 'desc');

/** An intent with the process that sent it, its outcome and its latest verdict. */
export type IntentRow = Awaited<ReturnType<ReturnType<typeof newestFirst>['execute']>>[number];

/** Reports whether an intent was applied: its own outcome counts first. */
export const isApplied = (row: IntentRow): boolean => outcomeOfRow(row) === 'applied';

/** Reports whether it is unknown if an intent was applied: it locks equal requests. */
export const isStillUnknown = (row: Pick<IntentRow, 'in_doubt' | 'outcome'>): boolean =>
  row.in_doubt !== null && (row.outcome === null || row.outcome === 'unknown');

/** Returns the outcome of an intent that counts. */
export const outcomeOfRow = ({
  outcome,
  verdict,
  in_doubt: inDoubt,
}: IntentRow): Intent['outcome'] =>
  effectiveOutcome({
    outcome: outcome ?? 'sending',
    verdict,
    contradicted: inDoubt === CONTRADICTED,
  });

/** The value of `in_doubt` for an intent whose outcome contradicts its verdict. */
export const CONTRADICTED = 2;

/** Converts a row to an intent, with the fields in the order of `journal list`. */
export const toListedIntent = (row: IntentRow): Intent => ({
  id: row.id,
  operation: row.operation,
  outcome: row.outcome ?? 'sending',
  profile: row.profile,
  origin: row.origin,
  environment: row.environment,
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
  contradicted: row.in_doubt === CONTRADICTED,
});

/** Converts a row to an intent with the service's clock. */
export const toIntent = (row: IntentRow): StoredIntent => ({
  ...toListedIntent(row),
  serviceTime: row.service_time,
});

/** Writes to the journal's tables. */

import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { NothingToResolveError } from './errors.ts';
import { keepFileRow } from './file-rows.ts';
import type { IsInFlight } from './in-flight.ts';
import type { FinalOutcome, GuardOverride, Verdict } from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import { keepPayables, keepPayments, payablesOf } from './intent-payables.ts';
import { journalRules } from './journaled-operations.ts';
import { keepBatch } from './plan-batches.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { selectById } from './read-intents.ts';
import type { OutcomeDetails, SendContext } from './send-context.ts';
import type { JournalTables } from './tables.ts';

/** One start of this program, as recorded in the journal. */
export interface ProcessRun extends ProcessIdentity {
  readonly id: string;
}

/** Inserts an intent as being sent. Throws a database error if one with the same key is unresolved. */
export async function insert(
  db: Transaction<JournalTables>,
  draft: IntentDraft,
  sender: SendContext,
  { run, overrides, at }: { run: ProcessRun; overrides: readonly GuardOverride[]; at: string },
): Promise<string> {
  const id = newId('int');
  await db
    .insertInto('runs')
    .values({
      id: run.id,
      pid: run.pid,
      started: run.started,
      machine: run.machine,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('intents')
    .values({
      id,
      run_id: run.id,
      operation: draft.operation,
      natural_key: draft.naturalKey,
      in_doubt: 1,
      profile: sender.profile,
      origin: draft.origin,
      environment: draft.environment,
      token_print: sender.tokenPrint,
      business_id: draft.businessId,
      payable_id: draft.payableId,
      connection_id: draft.connectionId,
      payment_id: draft.paymentId,
      cents: draft.cents,
      body_hash: draft.bodyHash,
      seen_before: JSON.stringify({
        ...sender.before,
        ...(draft.fundingSourceId !== null && { fundingSourceId: draft.fundingSourceId }),
        ...(draft.payableIds && { payableIds: draft.payableIds }),
        ...(draft.isWholeRequest && { isWholeRequest: true }),
      }),
      idempotency_key: sender.idempotencyKey,
      service_time: sender.serviceTime ?? null,
      repeats: joined(overrides.map((override) => override.intentId)),
      repeats_because: joined(overrides.map((override) => override.reason)),
      created_at: at,
    })
    .execute();
  await keepPayables(db, id, payablesOf(draft));
  if (sender.plan) await keepBatch(db, id, sender.plan);
  if (sender.fileRow) await keepFileRow(db, id, sender.fileRow);
  return id;
}

const joined = (texts: readonly string[]): string | null => [...new Set(texts)].join(', ') || null;

/** Inserts the outcome of an intent, once. An unknown outcome keeps the lock. */
export async function addOutcome(
  db: Transaction<JournalTables>,
  intentId: string,
  outcome: FinalOutcome,
  { details, at }: { details: OutcomeDetails; at: string },
): Promise<void> {
  const { operation } = await db
    .selectFrom('intents')
    .select('operation')
    .where('id', '=', intentId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('outcomes')
    .values({
      intent_id: intentId,
      outcome,
      status: details.status,
      code: details.code ?? null,
      request_id: details.requestId,
      server_id: details.serverId,
      at,
    })
    .execute();
  await db
    .updateTable('intents')
    .set({ in_doubt: outcome === 'unknown' ? 1 : null, ...createdIds(operation, details.serverId) })
    .where('id', '=', intentId)
    .execute();
  await keepPayments(db, intentId, details.payments ?? []);
}

/**
 * Inserts a verdict, which resolves the intent. A later verdict corrects an earlier one.
 *
 * @throws {NothingToResolveError} If the intent does not exist, has a known outcome, or is being sent.
 */
export async function addVerdict(
  db: Transaction<JournalTables>,
  intentId: string,
  verdict: Verdict,
  {
    note,
    serverId = null,
    at,
    isInFlight,
  }: {
    note: string | null;
    serverId?: string | null | undefined;
    at: string;
    isInFlight: IsInFlight;
  },
): Promise<void> {
  const row = await selectById(db, intentId);
  if (!row) throw new NothingToResolveError(`No intent ${intentId} in the journal.`);
  const isOpen = row.in_doubt === 1 || row.verdict !== null;
  if (!isOpen)
    throw new NothingToResolveError(
      `Intent ${intentId} is not unresolved: its outcome is ${row.outcome}.`,
    );
  if (row.outcome === null && row.verdict === null && isInFlight(row)) {
    throw new NothingToResolveError(`Intent ${intentId} is in flight.`);
  }
  await db.insertInto('verdicts').values({ intent_id: intentId, verdict, note, at }).execute();
  await db
    .updateTable('intents')
    .set({ in_doubt: null, ...createdIds(row.operation, serverId) })
    .where('id', '=', intentId)
    .execute();
}

/** Returns the column and value of the id that the service assigned to the created record. */
function createdIds(operation: string, serverId: string | null) {
  const column = journalRules[operation]?.idColumn;
  return column && serverId !== null ? { [column]: serverId } : {};
}

/** Returns a random id: the prefix and 80 random bits in base 32. */
export function newId(prefix: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  return `${prefix}_${[...randomBytes(16)].map((byte) => letters[byte % 32]).join('')}`;
}

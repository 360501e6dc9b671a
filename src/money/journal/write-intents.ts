/** Writes to the journal's tables. */

import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { appendEntry } from './chain/append-entry.ts';
import { assertUnclaimed } from './claims.ts';
import {
  createBeingSentError,
  IntentDecidedError,
  NothingToResolveError,
  OutcomeRecordedError,
  VerdictOutdatedError,
} from './errors.ts';
import { insertFileRow } from './file-rows.ts';
import type { FindSender } from './in-flight.ts';
import {
  type FinalOutcome,
  type GuardOverride,
  type Intent,
  isOutcomeKnown,
  type PaidPayable,
  upholds,
  type Verdict,
  type VerdictSource,
} from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import { keepPayables, keepPayments, payablesOf } from './intent-payables.ts';
import { keepPayees } from './intent-payees.ts';
import { journalRules } from './journaled-operations.ts';
import { keepBatch } from './plan-batches.ts';
import { CONTRADICTED, selectById, toListedIntent } from './read-intents.ts';
import type { OutcomeDetails, SendContext } from './send-context.ts';
import type { JournalTables } from './tables.ts';

/** One start of this program, as recorded in the journal. */
export type ProcessRun = Readonly<JournalTables['runs']>;

/** Facts about an intent that is inserted. */
interface InsertOptions {
  readonly id: string;
  readonly run: ProcessRun;
  readonly overrides: readonly GuardOverride[];
  readonly at: string;
  /** True if the process has committed an intent before. */
  readonly isRunKnown: boolean;
}

/** Inserts an intent as being sent. Throws a database error if one with the same key is unresolved. */
export async function insert(
  db: Transaction<JournalTables>,
  draft: IntentDraft,
  sender: SendContext,
  { id, run, overrides, at, isRunKnown }: InsertOptions,
): Promise<void> {
  const isNew = !isRunKnown && (await insertRun(db, run));
  const intent = {
    id,
    run_id: run.id,
    operation: draft.operation,
    natural_key: draft.naturalKey,
    in_doubt: 1 as const,
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
    seen_before: JSON.stringify(seenBefore(draft, sender)),
    idempotency_key: sender.idempotencyKey,
    service_time: sender.serviceTime ?? null,
    repeats: joined(overrides.map((override) => override.intentId)),
    repeats_because: joined(overrides.map((override) => override.reason)),
    created_at: at,
    consent: sender.consent ?? null,
  };
  await db.insertInto('intents').values(intent).execute();
  const payables = await keepPayables(db, id, payablesOf(draft));
  const payees = await keepPayees(db, id, draft.payees ?? []);
  const batch = sender.plan && (await keepBatch(db, id, sender.plan));
  const fileRow = sender.fileRow && (await insertFileRow(db, id, sender.fileRow));
  await appendEntry(db, {
    kind: 'intent',
    at,
    intentId: id,
    insert: {
      ...(isNew && { runs: [run] }),
      intents: [intent],
      ...unlessEmpty({ intent_payables: payables, intent_payees: payees }),
      ...(batch && { plan_batches: [batch] }),
      ...(fileRow && { file_rows: [fileRow] }),
    },
  });
}

/** Returns the facts that show later whether the request was applied: ids, states and hashes. */
const seenBefore = (
  { fundingSourceId, payableIds, sent, payments }: IntentDraft,
  { before }: SendContext,
) => ({
  ...before,
  ...(fundingSourceId !== null && { fundingSourceId }),
  ...(payableIds && { payableIds }),
  ...(sent && { sent }),
  ...(payments && { payments }),
});

/** Leaves out the tables without rows. */
const unlessEmpty = <Tables extends Readonly<Record<string, readonly unknown[]>>>(
  tables: Tables,
): Partial<Tables> =>
  Object.fromEntries(
    Object.entries(tables).filter(([, rows]) => rows.length > 0),
  ) as Partial<Tables>;

/** Inserts the process of an intent, unless an earlier one did; reports whether it was new. */
async function insertRun(db: Transaction<JournalTables>, run: ProcessRun): Promise<boolean> {
  const inserted = await db
    .insertInto('runs')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

const joined = (texts: readonly string[]): string | null => [...new Set(texts)].join(', ') || null;

/**
 * Inserts the outcome of an intent that has none. An unknown outcome keeps the lock. Reports whether it contradicts a verdict
 * that was recorded while the request was being sent.
 *
 * @throws {OutcomeRecordedError} If an outcome is recorded already.
 */
export async function addOutcome(
  db: Transaction<JournalTables>,
  intentId: string,
  outcome: FinalOutcome,
  { details, at }: { details: OutcomeDetails; at: string },
): Promise<{ readonly contradicts: Verdict | null }> {
  const state = await selectById(db, intentId);
  if (!state) throw new Error(`the intent ${intentId} is missing`);
  if (state.outcome !== null) throw new OutcomeRecordedError(state.outcome);
  const row = {
    intent_id: intentId,
    outcome,
    status: details.status,
    code: details.code ?? null,
    request_id: details.requestId,
    server_id: details.serverId,
    at,
  };
  await db.insertInto('outcomes').values(row).execute();
  const { verdict } = state;
  const contradicts = verdict !== null && !upholds(outcome, verdict) ? verdict : null;
  const isOpen = outcome === 'unknown' && verdict === null;
  const change = {
    in_doubt: contradicts === null ? (isOpen ? (1 as const) : null) : (CONTRADICTED as 2),
    ...createdIds(state.operation, details.serverId),
  };
  await db.updateTable('intents').set(change).where('id', '=', intentId).execute();
  const payments = await keepPayments(db, intentId, details.payments ?? []);
  await appendEntry(db, {
    kind: 'outcome',
    at,
    intentId,
    insert: { outcomes: [row] },
    update: { intents: change, ...(payments.length > 0 && { intent_payables: payments }) },
  });
  return { contradicts };
}

export type JudgedState = Pick<Intent, 'outcome' | 'verdict'>;

/** A verdict, and how it was found. */
interface VerdictFacts {
  readonly source: VerdictSource;
  readonly note: string | null;
  readonly serverId?: string | null | undefined;
  /** The payments of a batch that the records show. */
  readonly payments?: readonly PaidPayable[] | undefined;
  /** The state that was read when the verdict was found; not compared if `undefined`. */
  readonly judged?: JudgedState | undefined;
  readonly at: string;
  readonly findSender: FindSender;
}

/**
 * Inserts a verdict, which resolves the intent. A later verdict corrects an earlier one.
 *
 * @throws {NothingToResolveError} If the intent does not exist, has a known outcome that the verdict is not asked about or
 * contradicts, or is being sent.
 * @throws {VerdictOutdatedError} If the state of the intent is not what was judged, or if the records that prove it prove
 * another intent.
 */
export async function addVerdict(
  db: Transaction<JournalTables>,
  intentId: string,
  verdict: Verdict,
  { source, note, serverId = null, payments = [], judged, at, findSender }: VerdictFacts,
): Promise<void> {
  const row = await assertOpen(db, intentId, findSender);
  const { outcome, verdict: earlier, contradicted } = toListedIntent(row);
  if (judged && (judged.outcome !== outcome || judged.verdict !== earlier))
    throw new VerdictOutdatedError(intentId);
  if (contradicted) assertSettles(intentId, { outcome, verdict, source });
  if (source === 'records' && verdict === 'applied')
    await assertUnclaimed(db, intentId, [serverId, ...payments.map((it) => it.paymentId)]);
  const { last } = await db
    .selectFrom('verdicts')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  const found = { seq: Number(last ?? 0) + 1, intent_id: intentId, verdict, source, note, at };
  await db.insertInto('verdicts').values(found).execute();
  const change = { in_doubt: null, ...createdIds(row.operation, serverId) };
  await db.updateTable('intents').set(change).where('id', '=', intentId).execute();
  const paid = await keepPayments(db, intentId, payments);
  await appendEntry(db, {
    kind: 'verdict',
    at,
    intentId,
    insert: { verdicts: [found] },
    update: { intents: change, ...(paid.length > 0 && { intent_payables: paid }) },
  });
}

/**
 * Returns an intent that a verdict may be recorded of: it is unresolved, or was resolved by an earlier verdict.
 *
 * @throws {NothingToResolveError} If the intent does not exist, has a known outcome, or is being sent.
 */
export async function assertOpen(
  db: Transaction<JournalTables>,
  intentId: string,
  findSender: FindSender,
) {
  const row = await selectById(db, intentId);
  if (!row) throw new NothingToResolveError(`No intent ${intentId} in the journal.`);
  const isKnown = isOutcomeKnown({ outcome: row.outcome ?? 'sending' });
  const isOpen = row.in_doubt !== null || (row.verdict !== null && !isKnown);
  if (!isOpen)
    throw new NothingToResolveError(
      `Intent ${intentId} is not unresolved: its outcome is ${row.outcome}.`,
    );
  const sender = row.outcome === null && row.verdict === null ? findSender(row) : undefined;
  if (sender) throw createBeingSentError(intentId, sender);
  return row;
}

/** Throws `IntentDecidedError` if an intent has a verdict or an outcome, so that it may have been sent again. */
export async function assertUndecided(
  db: Transaction<JournalTables>,
  intentId: string,
): Promise<void> {
  const row = await selectById(db, intentId);
  const decision = row ? (row.outcome ?? row.verdict) : 'removed';
  if (decision !== null) throw new IntentDecidedError(intentId, decision);
}

/**
 * Checks a verdict on an intent whose outcome contradicts the one before: a person has to give it, and it agrees with what
 * is known.
 *
 * @throws {NothingToResolveError} If it does not settle the contradiction.
 */
function assertSettles(
  intentId: string,
  {
    outcome,
    verdict,
    source,
  }: Pick<VerdictFacts, 'source'> & { outcome: Intent['outcome']; verdict: Verdict },
): void {
  if (source !== 'person') {
    throw new NothingToResolveError(
      `The outcome of ${intentId} (${outcome}) contradicts an earlier verdict: a person has to look at it.`,
    );
  }
  if (isOutcomeKnown({ outcome }) && !upholds(outcome, verdict)) {
    throw new NothingToResolveError(
      `The outcome of ${intentId} is known: ${outcome}. Only --${outcome === 'applied' ? 'applied' : 'not-applied'} can be recorded.`,
    );
  }
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

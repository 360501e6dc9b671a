/** Journal status of the rows of a plan. */

import type { PlannedTransfer } from '../batches/planned-payment.ts';
import { GuardError, WriteError } from '../errors.ts';
import { effectiveOutcome } from '../journal/intent.ts';
import { paysOneRow } from '../journal/journaled-operations.ts';
import type { PlanIntent } from '../journal/plan-batches.ts';
import type { RunPort } from '../port.ts';
import type { PlanFile } from './plan.ts';

/** The journal's record of one row of a plan. `settledAt` is a UTC ISO timestamp, `batch` counts from 1. */
export interface RowJournalStatus {
  readonly outcome: 'applied' | 'unknown' | 'sending' | 'rejected' | 'throttled' | 'not-sent';
  readonly paymentId: string | null;
  readonly intentId: string;
  readonly batch: number;
  readonly settledAt: string | null;
}

/** The intents of a plan, and the journal's record of its rows. */
export interface PlanJournalStatus {
  readonly intents: readonly PlanIntent[];
  /** Returns the record of a row; `undefined` if it was never sent. */
  readonly of: (row: PlannedTransfer) => RowJournalStatus | undefined;
  /** Returns the latest intent of a row if a verdict alone says that it was not applied. */
  readonly attemptOf: (row: PlannedTransfer) => string | undefined;
}

/**
 * Returns the intents of a plan, and the journal's record of each row. The latest intent of a row counts, unless an earlier
 * one was applied.
 */
export async function journalStatusOf(
  context: RunPort,
  { hash }: PlanFile,
): Promise<PlanJournalStatus> {
  const intents = await (await context.journal()).listPlanIntents(hash);
  const records = new Map<string | number, RowJournalStatus>();
  for (const intent of intents) {
    const { id: intentId, batch, settledAt } = intent;
    const record = { outcome: effectiveOutcome(intent), intentId, batch, settledAt };
    for (const { key, paymentId } of rowsOf(intent)) {
      if (records.get(key)?.outcome !== 'applied') records.set(key, { ...record, paymentId });
    }
  }
  const of = ({ payableId, row }: PlannedTransfer) => records.get(payableId ?? row);
  const open = new Set(
    intents.filter(({ verdict }) => verdict === 'not-applied').map(({ id }) => id),
  );
  const attemptOf = (row: PlannedTransfer) => {
    const intentId = of(row)?.intentId;
    return intentId !== undefined && open.has(intentId) ? intentId : undefined;
  };
  return { intents, of, attemptOf };
}

/** Returns the rows that an intent pays: by their payables, or the one whose number is that of the batch. */
const rowsOf = (intent: PlanIntent) =>
  paysOneRow(intent.operation)
    ? [{ key: intent.batch, paymentId: intent.paymentId ?? intent.serverId }]
    : intent.paid.map(({ payableId, paymentId }) => ({ key: payableId, paymentId }));

/**
 * Checks that no batch of the run is unresolved.
 *
 * @throws {WriteError} If a batch has an unknown outcome; names the intent.
 * @throws {GuardError} If another process is sending a batch right now.
 */
export async function assertRunResolved(
  context: RunPort,
  intents: readonly PlanIntent[],
): Promise<void> {
  const unresolvedBatch = intents.find((intent) =>
    ['unknown', 'sending'].includes(effectiveOutcome(intent)),
  );
  if (!unresolvedBatch) return;
  const unresolved = await (await context.journal()).list({ unresolved: true });
  const { batch, paid } = unresolvedBatch;
  const subject = paysOneRow(unresolvedBatch.operation)
    ? `Row ${batch} of this run`
    : `Batch ${batch} of this run, ${paid.length} payables`;
  if (unresolved.some(({ id }) => id === unresolvedBatch.id)) {
    const message = `${subject}, was sent as ${unresolvedBatch.id}; its outcome is unknown.`;
    throw new WriteError('unknown', unresolvedBatch.id, new GuardError('in_doubt', message));
  }
  throw new GuardError(
    'in_progress',
    `${subject}, is being sent by another process as ${unresolvedBatch.id}. Wait for it to end.`,
    [`remit journal show ${unresolvedBatch.id}`],
  );
}

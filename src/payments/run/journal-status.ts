/** Journal status of the payables of a plan. */

import type { Context } from '../../cli/context.ts';
import { GuardError, WriteError } from '../../cli/errors.ts';
import type { PlanIntent } from '../../journal/plan-batches.ts';
import type { PlanFile } from './plan.ts';

/** The journal's record of one payable of a plan. `settledAt` is a UTC ISO timestamp, `batch` counts from 1. */
export interface RowJournalStatus {
  readonly outcome: 'applied' | 'unknown' | 'sending' | 'rejected' | 'throttled' | 'not-sent';
  readonly paymentId: string | null;
  readonly intentId: string;
  readonly batch: number;
  readonly settledAt: string | null;
}

/**
 * Returns the intents of a plan, and the journal's record of each payable by id. The latest intent of a payable counts.
 */
export async function journalStatusOf(
  context: Context,
  { hash }: PlanFile,
): Promise<{
  readonly intents: readonly PlanIntent[];
  readonly byPayable: ReadonlyMap<string, RowJournalStatus>;
}> {
  const intents = await (await context.journal()).listPlanIntents(hash);
  const byPayable = new Map<string, RowJournalStatus>();
  for (const intent of intents) {
    for (const { payableId, paymentId } of intent.paid) {
      byPayable.set(payableId, {
        outcome: outcomeOf(intent),
        paymentId,
        intentId: intent.id,
        batch: intent.batch,
        settledAt: intent.settledAt,
      });
    }
  }
  return { intents, byPayable };
}

/** Returns the outcome of an intent. The verdict of a person overrides the recorded outcome. */
const outcomeOf = ({ verdict, outcome }: PlanIntent): RowJournalStatus['outcome'] => {
  if (verdict === 'applied') return 'applied';
  return verdict === 'not-applied' ? 'not-sent' : outcome;
};

/**
 * Checks that no batch of the run is unresolved.
 *
 * @throws {WriteError} If a batch has an unknown outcome; names the intent.
 * @throws {GuardError} If another process is sending a batch right now.
 */
export async function assertRunResolved(
  context: Context,
  intents: readonly PlanIntent[],
): Promise<void> {
  const unresolvedBatch = intents.find((intent) =>
    ['unknown', 'sending'].includes(outcomeOf(intent)),
  );
  if (!unresolvedBatch) return;
  const unresolved = await (await context.journal()).list({ unresolved: true });
  const subject = `Batch ${unresolvedBatch.batch} of this run, ${unresolvedBatch.paid.length} payables`;
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

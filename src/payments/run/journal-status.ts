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
  const doubt = intents.find((intent) => ['unknown', 'sending'].includes(outcomeOf(intent)));
  if (!doubt) return;
  const unresolved = await (await context.journal()).list({ unresolved: true });
  const what = `Batch ${doubt.batch} of this run, ${doubt.paid.length} payables`;
  if (unresolved.some(({ id }) => id === doubt.id)) {
    const said = `${what}, was sent as ${doubt.id}; its outcome is unknown.`;
    throw new WriteError('unknown', doubt.id, new GuardError('in_doubt', said));
  }
  throw new GuardError('in_progress', `${what}, is being sent by another process as ${doubt.id}.`);
}

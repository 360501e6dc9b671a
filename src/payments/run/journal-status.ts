import type { Context } from '../../cli/context.ts';
import { GuardError, WriteError } from '../../cli/errors.ts';
import type { PlanIntent } from '../../journal/plan-batches.ts';
import type { PlanFile } from './plan.ts';

/** What the journal knows of one payable of a plan. */
export interface RowJournalStatus {
  readonly outcome: 'applied' | 'unknown' | 'sending' | 'rejected' | 'throttled' | 'not-sent';
  readonly paymentId: string | null;
  readonly intentId: string;
  readonly batch: number;
  readonly settledAt: string | null;
}

/** What the journal knows of the payables of a plan, by their id; the last word on each counts. */
export async function journalStatusOf(
  context: Context,
  { hash }: PlanFile,
): Promise<{
  readonly intents: readonly PlanIntent[];
  readonly byPayable: ReadonlyMap<string, RowJournalStatus>;
}> {
  const intents = await (await context.journal()).listPlanIntents(hash);
  const byPayable = new Map<string, RowJournalStatus>();
  for (const it of intents) {
    for (const { payableId, paymentId } of it.paid) {
      byPayable.set(payableId, {
        outcome: outcomeOf(it),
        paymentId,
        intentId: it.id,
        batch: it.batch,
        settledAt: it.settledAt,
      });
    }
  }
  return { intents, byPayable };
}

/** What a person found out counts more than what the program could tell. */
const outcomeOf = ({ verdict, outcome }: PlanIntent): RowJournalStatus['outcome'] => {
  if (verdict === 'applied') return 'applied';
  return verdict === 'not-applied' ? 'not-sent' : outcome;
};

/** Throws when a part of the run is in doubt, naming its intent, or is in flight. */
export async function assertRunResolved(
  context: Context,
  intents: readonly PlanIntent[],
): Promise<void> {
  const doubt = intents.find((it) => ['unknown', 'sending'].includes(outcomeOf(it)));
  if (!doubt) return;
  const unresolved = await (await context.journal()).list({ unresolved: true });
  const what = `Batch ${doubt.batch} of this run, ${doubt.paid.length} payables`;
  if (unresolved.some(({ id }) => id === doubt.id)) {
    const said = `${what}, was sent as ${doubt.id}; its outcome is unknown.`;
    throw new WriteError('unknown', doubt.id, new GuardError('in_doubt', said));
  }
  throw new GuardError('in_progress', `${what}, is being sent by another process as ${doubt.id}.`);
}

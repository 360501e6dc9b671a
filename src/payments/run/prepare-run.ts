/** Preparation of the rows of a plan that are left to pay, by its kind. */

import type { Context } from '../../cli/context.ts';
import { isPaid, lookUpPayables } from '../batches/fetch-payables.ts';
import type { PlannedTransfer } from '../batches/planned-payment.ts';
import { type PreparedBatch, prepareBatches } from '../batches/prepare-batches.ts';
import { assertPayablesAsPlanned } from '../changes.ts';
import { assertNotExpired } from './check-place.ts';
import type { PlanFile } from './plan.ts';
import { prepareQuickPayments } from './quick-payments.ts';
import { prepareWithdrawals } from './withdrawal.ts';

/** The state of a run that its preparation depends on. */
export interface RunState {
  /** Reports whether a row is left to pay. */
  readonly isLeft: (row: PlannedTransfer) => boolean;
  /** Returns the intent of a row that a verdict alone says was not applied; `undefined` for all others. */
  readonly attemptOf: (row: PlannedTransfer) => string | undefined;
  readonly approved: boolean;
  /** The number of batches that were sent before. */
  readonly batches: number;
  /** The largest number of payables in a batch. */
  readonly size: number;
}

/** The requests of a run. */
export interface PreparedRun {
  readonly batches: readonly PreparedBatch[];
  /** The payables that were paid in another way after planning. */
  readonly paidElsewhere: ReadonlySet<string>;
}

/**
 * Prepares the rows that are left, as batches of payables, or with a request for each row. A row that changed after planning
 * is refused.
 *
 * @throws {GuardError} If a row is outdated, or the plan expired (14).
 * @throws {PreconditionError} If a withdrawal is more than the balance.
 */
export async function prepareRun(
  context: Context,
  file: PlanFile,
  state: RunState,
): Promise<PreparedRun> {
  const { plan } = file;
  if (plan.kind === 'payables') return preparePayables(context, file, plan, state);
  const optionsOf = ({ row }: PlannedTransfer) => ({
    businessId: plan.businessId,
    approved: state.approved,
    mustBeKnown: true,
    // The journal knows a row by its number.
    plan: { plan: file.hash, batch: row },
  });
  const batches =
    plan.kind === 'quickPayments'
      ? await prepareQuickPayments(context, plan.payments.filter(state.isLeft), optionsOf)
      : await prepareWithdrawals(context, plan.payments.filter(state.isLeft), optionsOf);
  if (batches.length > 0) assertNotExpired(file, await context.serviceTime());
  return { batches, paidElsewhere: new Set() };
}

async function preparePayables(
  context: Context,
  file: PlanFile,
  { businessId, payments, totals }: Extract<PlanFile['plan'], { kind: 'payables' }>,
  { isLeft, attemptOf, size, approved, batches }: RunState,
): Promise<PreparedRun> {
  const looks = await lookUpPayables(context, payments.filter(isLeft), businessId);
  const readings = looks.map(({ input, payable }) => ({ planned: input, now: payable }));
  const open = readings.filter(({ now }) => !isPaid(now));
  if (open.length > 0) assertNotExpired(file, await context.serviceTime());
  assertPayablesAsPlanned(open);
  const paid = readings.filter(({ now }) => isPaid(now));
  return {
    batches: await prepareBatches(
      context,
      open.map(({ planned }) => planned),
      {
        businessId,
        size,
        run: { plan: file.hash, batches, totals, attemptOf },
        approved,
        mustBeKnown: true,
      },
    ),
    paidElsewhere: new Set(paid.map(({ planned }) => planned.payableId)),
  };
}

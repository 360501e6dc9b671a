/** Execution of a payment plan, `remit run apply`: again after an interruption, too. */

import { business } from '../../api/operations/business.ts';
import { isPaid, lookUpPayables } from '../batches/fetch-payables.ts';
import { payBatches } from '../batches/pay-batches.ts';
import type { PlannedTransfer } from '../batches/planned-payment.ts';
import { checkBatches, prepareBatches } from '../batches/prepare-batches.ts';
import { appliedRow, skippedRow } from '../batches/result-rows.ts';
import { paidSentence } from '../batches/summary.ts';
import { assertAsPlanned } from '../gate/changes.ts';
import { paidCountText } from '../gate/describe-run.ts';
import type { Expectations } from '../gate/expectations.ts';
import { assertCovered } from '../gate/withdrawal-amount.ts';
import type { RunPort } from '../port.ts';
import { approvalOf } from './approval.ts';
import { assertNotExpired, assertPlanHere } from './check-place.ts';
import { assertRunResolved, journalStatusOf } from './journal-status.ts';
import type { Plan } from './plan.ts';
import { readPlan } from './read-plan.ts';

/** Options of `applyPlan`: the expectations of the command line, and the batch size. */
export interface ApplyOptions extends Expectations {
  readonly batch: number;
  /** Whether a finished run is exit 15. */
  readonly exitCode: boolean;
}

/**
 * Pays the rows of a plan that are provably unpaid. Returns a result for every row, in the order of the plan.
 *
 * Skips rows of applied batches, and payables that were paid in another way after planning.
 *
 * @throws {GuardError} If the plan was modified, is out of date or expired, is for another service, profile, business,
 *   dialect or journal, is not approved, or exceeds a limit.
 * @throws {WriteError} If a batch has an unknown outcome; names the intent.
 * @throws {PartialFailureError} If not every row was paid.
 */
export async function applyPlan(context: RunPort, path: string, options: ApplyOptions) {
  const file = await readPlan(context, path);
  const { hash, plan } = file;
  const { kind, businessId, totals } = plan;
  await assertPlanHere(context, file);
  const approval = await approvalOf(context, file);
  const recorded = await journalStatusOf(context, file);
  await assertRunResolved(context, recorded.intents);

  const { left, paid, paidElsewhere } = await splitPaid(
    context,
    plan,
    (row) => recorded.of(row)?.outcome === 'applied',
  );
  const batches = await prepareBatches(context, {
    kind,
    rows: left,
    businessId,
    size: options.batch,
    approved: approval.isApproved,
    mustBeKnown: true,
    reauthorized: plan.reauthorized,
    plan: { hash, batches: recorded.intents.length },
    attemptOf: recorded.attemptOf,
  });
  if (batches.length > 0) assertNotExpired(file, await context.serviceTime());
  const current = batches.flatMap(({ rows, prepared }) => {
    const movements = prepared.movements.length > 0 ? prepared.movements : prepared.known();
    return rows.map((planned, at) => ({ planned, now: movements[at] ?? {} }));
  });
  assertAsPlanned(kind, current);
  await checkBatches(context, batches);
  for (const { payableId } of paidElsewhere) {
    context.notice(`Skipped: payable ${payableId} was paid separately meanwhile.`);
  }
  const before = paid.length + paidElsewhere.length;
  return payBatches(context, {
    kind,
    businessId,
    batches,
    others: [
      ...paid.map((it) => appliedRow(it, recorded.of(it)?.paymentId ?? null)),
      ...paidElsewhere.map(skippedRow),
    ],
    run: totals,
    lines: [
      approval.line,
      ...(before > 0 ? [`${paidCountText(before, kind)} of the plan already paid`] : []),
    ],
    expected: options,
    // The hash of the plan is its confirmation.
    isExpected: true,
    exitCode: options.exitCode,
    nothingLeft: (rows) => `The run is finished; nothing was sent. ${paidSentence(rows)}`,
  });
}

/**
 * Splits the rows of a plan into those that are left to pay, those that this run paid, and those whose payable was paid in
 * another way.
 *
 * @throws {PreconditionError} If a withdrawal that is left is more than the balance.
 */
async function splitPaid(
  context: RunPort,
  { kind, businessId, payments }: Plan,
  isApplied: (row: PlannedTransfer) => boolean,
) {
  const rows: readonly PlannedTransfer[] = payments;
  const paid = rows.filter(isApplied);
  const unpaid = rows.filter((row) => !isApplied(row));
  for (const { cents } of kind === 'withdrawal' ? unpaid : []) {
    const { available } = await context.call(business.balance, { params: { businessId } });
    assertCovered(cents, available);
  }
  if (kind !== 'payables') return { left: unpaid, paid, paidElsewhere: [] };
  const found = await lookUpPayables(context, unpaid, businessId);
  const rowsThat = (wanted: boolean) =>
    found.filter(({ payable }) => isPaid(payable) === wanted).map(({ input }) => input);
  return { left: rowsThat(false), paid, paidElsewhere: rowsThat(true) };
}

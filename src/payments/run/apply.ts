import type { Context } from '../../cli/context.ts';
import { GuardError, PartialFailureError, UsageError } from '../../cli/errors.ts';
import { describeBank } from '../../cli/payable/funding-source.ts';
import { lookUpPayables } from '../batches/fetch-payables.ts';
import type { PlannedPayment } from '../batches/planned-payment.ts';
import {
  checkBatches,
  deliverBatches,
  type PreparedBatch,
  paymentsIn,
  prepareBatches,
} from '../batches/prepare-batches.ts';
import { appliedRow, type PaymentRow, skippedRow } from '../batches/result-rows.ts';
import { totalsOf } from '../batches/totals.ts';
import { type PaymentRowWithStatus, readBack } from '../batches/verify-scheduled.ts';
import { assertExpectedTotals, type Expectations } from '../expectations.ts';
import { payableCountText, previewLines } from '../preview.ts';
import { accountsAt } from '../sending/draft-intent.ts';
import { approvalOf } from './approval.ts';
import { assertFresh, isPaid, type PlannedWithCurrent } from './check-stale.ts';
import { assertRunResolved, journalStatusOf, type RowJournalStatus } from './journal-status.ts';
import type { PlanFile } from './plan.ts';
import { readPlan } from './read-plan.ts';
import { assertWithinLimits } from './run-limits.ts';

export interface ApplyOptions extends Expectations {
  readonly batch: number;
  /** Whether something of it must have been sent before. */
  readonly mustHaveBegun: boolean;
}

/**
 * Pays what a plan says and what is provably not paid yet: rows of batches that were applied are left out, and so is what
 * was paid in another way meanwhile. Throws `GuardError` when the plan was changed, is out of date, not for here, not approved
 * or over its caps, `WriteError` naming the intent when a part of it is in doubt, `PartialFailureError` when not every row is paid.
 */
export async function applyPlan(context: Context, path: string, wishes: ApplyOptions) {
  refuseExtraFields(context);
  const file = await readPlan(context, path);
  await refuseElsewhere(context, file);
  const approved = await approvalOf(context, file);
  const { intents, byPayable } = await journalStatusOf(context, file);
  if (wishes.mustHaveBegun && intents.length === 0) throw notBegun(path);
  await assertRunResolved(context, intents);

  const { businessId, payments } = file.plan;
  const left = payments.filter(({ payableId }) => !isApplied(byPayable.get(payableId)));
  const looks = await lookUpPayables(context, left, businessId);
  const readings = looks.map(({ wanted, payable }) => ({ planned: wanted, now: payable }));
  const open = readings.filter(({ now }) => !isPaid(now));
  assertFresh(open);
  const run = { plan: file.hash, batches: intents.length, whole: file.plan.totals };
  const batches = await prepareBatches(
    context,
    open.map(({ planned }) => planned),
    { businessId, size: wishes.batch, run, approved, mustBeKnown: true },
  );
  const toPay = paymentsIn(batches);
  await assertWithinLimits(context, {
    totalCents: file.plan.totals.cents,
    leftCents: toPay.reduce((sum, { cents }) => sum + cents, 0),
  });
  await checkBatches(context, batches);
  for (const line of leftOut(readings)) context.notice(line);
  if (toPay.length === 0) context.notice('The plan is already paid. Nothing was sent.');
  else {
    assertExpectedTotals(wishes, totalsOf(toPay, new Map()));
    await ask(context, batches, toPay, file);
  }
  const sent = await deliverBatches(context, batches, run);
  const read = await readBack(context, sent.rows, businessId);
  return results(file, { readings, byPayable, read, failures: sent.failures });
}

/** Payables that were paid in another way meanwhile. */
const leftOut = (readings: readonly PlannedWithCurrent[]): readonly string[] =>
  readings
    .filter(({ now }) => isPaid(now))
    .map(({ planned }) => `Skipped: payable ${planned.payableId} was paid separately meanwhile.`);

/** A plan is sent as it was seen and signed. */
function refuseExtraFields({ extraFields }: Context): void {
  if (extraFields === 0) return;
  throw new UsageError('A plan cannot be changed by -F or --data.');
}

/** A plan is for one address, one profile and one business. */
async function refuseElsewhere(context: Context, { plan }: PlanFile): Promise<void> {
  const { profile, baseUrl } = await context.access.current();
  const differences = [
    ['service', plan.origin, new URL(baseUrl).origin],
    ['profile', plan.profile, profile],
    ['business', plan.businessId, context.business()],
  ].filter(([, planned, here]) => planned !== here);
  if (differences.length === 0) return;
  const why = differences.map(([what, planned, here]) => `${what} ${planned}, here ${here}`);
  throw new GuardError(
    'elsewhere',
    `The plan was made for another service, profile or business: ${why.join('; ')}.`,
    ['remit profile use <name>'],
  );
}

const notBegun = (path: string) =>
  new UsageError(`No payment of ${path} was sent yet: nothing to resume.`, {
    next: [`remit run apply ${path}`],
  });

const isApplied = (kept: RowJournalStatus | undefined): boolean => kept?.outcome === 'applied';

/** Shows what is left to be paid, and asks. The accounts are looked at again: one may have been removed since. */
async function ask(
  context: Context,
  batches: readonly PreparedBatch[],
  toPay: readonly PlannedPayment[],
  { plan }: PlanFile,
): Promise<void> {
  const ids = toPay.map(({ fundingSourceId }) => fundingSourceId);
  const accounts = await accountsAt(context, ids, plan.businessId);
  const names = new Map([...accounts.values()].map((it) => [it.id, describeBank(it)]));
  const before = plan.payments.length - toPay.length;
  await context.payments.confirm(
    batches.map(({ prepared }) => prepared),
    [
      ...previewLines(totalsOf(toPay, names)),
      ...(before > 0 ? [`${payableCountText(before)} of the plan already paid`] : []),
    ],
    'Pay them?',
    { isRun: true, isExpected: true },
  );
}

/** Every row of the plan in its order, whenever it was paid. */
function results(
  { plan }: PlanFile,
  {
    readings,
    byPayable,
    read,
    failures,
  }: {
    readonly readings: readonly PlannedWithCurrent[];
    readonly byPayable: ReadonlyMap<string, RowJournalStatus>;
    readonly read: readonly PaymentRowWithStatus[];
    readonly failures: readonly unknown[];
  },
): readonly PaymentRow[] {
  const sent = new Map(read.map((it) => [it.payableId, it]));
  const paid = new Set(readings.filter(({ now }) => isPaid(now)).map((it) => it.planned.payableId));
  const rows = plan.payments.map((it) => {
    if (paid.has(it.payableId)) return skippedRow(it);
    return sent.get(it.payableId) ?? appliedRow(it, byPayable.get(it.payableId)?.paymentId ?? null);
  });
  if (failures.length > 0) throw new PartialFailureError(rows, failures);
  return rows;
}

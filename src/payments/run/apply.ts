/** Execution of a payment plan: `remit run apply` and `remit run resume`. */

import type { Context } from '../../cli/context.ts';
import { PartialFailureError, UsageError } from '../../cli/errors.ts';
import { countExtraFields } from '../../cli/flags/global-flags.ts';
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
import { paidSentence } from '../batches/summary.ts';
import { totalsOf } from '../batches/totals.ts';
import { type PaymentRowWithStatus, readBack } from '../batches/verify-scheduled.ts';
import { assertExpectedTotals, type Expectations } from '../expectations.ts';
import { nothingToPayError } from '../nothing-to-pay.ts';
import { assertPolicyAllowsRun } from '../policy.ts';
import { payableCountText, previewLines } from '../preview.ts';
import { accountsAt } from '../sending/draft-intent.ts';
import { assertApproved } from './approval.ts';
import { assertNotExpired, assertPlanHere } from './check-place.ts';
import { assertFresh, isPaid, type PlannedWithCurrent } from './check-stale.ts';
import { assertRunResolved, journalStatusOf, type RowJournalStatus } from './journal-status.ts';
import type { PlanFile } from './plan.ts';
import { readPlan } from './read-plan.ts';

/** Options of `applyPlan`: the expectations of the command line, and the batch size. */
export interface ApplyOptions extends Expectations {
  readonly batch: number;
  /** Whether a finished run is exit 15. */
  readonly exitCode: boolean;
  /** True if at least one batch of the plan must have been sent before. */
  readonly mustHaveBegun: boolean;
}

/**
 * Pays the rows of a plan that are provably unpaid. Returns a result for every row, in the order of the plan.
 *
 * Skips rows of applied batches, and payables that were paid in another way after planning.
 *
 * @throws {GuardError} If the plan was modified, is out of date or expired, is for another service, profile, business or
 *   dialect, is not approved, or exceeds a limit.
 * @throws {WriteError} If a batch has an unknown outcome; names the intent.
 * @throws {PartialFailureError} If not every row was paid.
 */
export async function applyPlan(context: Context, path: string, wishes: ApplyOptions) {
  assertNoExtraFields(context);
  const file = await readPlan(context, path);
  await assertPlanHere(context, file);
  const approved = await assertApproved(context, file);
  const { intents, byPayable } = await journalStatusOf(context, file);
  if (wishes.mustHaveBegun && intents.length === 0) throw notBegun(path);
  await assertRunResolved(context, intents);

  const { businessId, payments } = file.plan;
  const left = payments.filter(({ payableId }) => !isApplied(byPayable.get(payableId)));
  const looks = await lookUpPayables(context, left, businessId);
  const readings = looks.map(({ input, payable }) => ({ planned: input, now: payable }));
  const open = readings.filter(({ now }) => !isPaid(now));
  if (open.length > 0) assertNotExpired(file, await context.serviceTime());
  assertFresh(open);
  const run = { plan: file.hash, batches: intents.length, totals: file.plan.totals };
  const batches = await prepareBatches(
    context,
    open.map(({ planned }) => planned),
    { businessId, size: wishes.batch, run, approved, mustBeKnown: true },
  );
  const toPay = paymentsIn(batches);
  await assertPolicyAllowsRun(context, {
    totalCents: file.plan.totals.cents,
    left: batches.map(({ prepared }) => prepared),
  });
  await checkBatches(context, batches);
  for (const line of leftOut(readings)) context.notice(line);
  if (toPay.length > 0) {
    assertExpectedTotals(wishes, totalsOf(toPay, new Map()));
    await ask(context, batches, toPay, file);
  }
  const sent = await deliverBatches(context, batches, run);
  const read = await readBack(context, sent.rows, businessId);
  const rows = results(file, { readings, byPayable, read, failures: sent.failures });
  if (toPay.length === 0 && wishes.exitCode) throw nothingToPayError(rows);
  const start = toPay.length === 0 ? 'The run is finished; nothing was sent. ' : '';
  context.notice(`${start}${paidSentence(rows)}`, { isLast: true });
  return rows;
}

/** Returns a notice for each payable that was paid in another way after planning. */
const leftOut = (readings: readonly PlannedWithCurrent[]): readonly string[] =>
  readings
    .filter(({ now }) => isPaid(now))
    .map(({ planned }) => `Skipped: payable ${planned.payableId} was paid separately meanwhile.`);

/** Throws `UsageError` for `-F` and `--data`: a plan is sent exactly as it was reviewed and signed. */
function assertNoExtraFields({ writeFlags }: Context): void {
  if (countExtraFields(writeFlags) === 0) return;
  throw new UsageError('A plan cannot be changed by -F or --data.');
}

const notBegun = (path: string) =>
  new UsageError(`No payment of ${path} was sent yet: nothing to resume.`, {
    next: [`remit run apply ${path}`],
  });

const isApplied = (kept: RowJournalStatus | undefined): boolean => kept?.outcome === 'applied';

/**
 * Shows the remaining payments and asks for confirmation. Reads the bank accounts again, since one may have been
 * removed.
 */
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
  await (await context.payments()).confirm(
    batches.map(({ prepared }) => prepared),
    [
      ...previewLines(totalsOf(toPay, names)),
      ...(before > 0 ? [`${payableCountText(before)} of the plan already paid`] : []),
    ],
    'Pay them?',
    { isRun: true, isExpected: true },
  );
}

/**
 * Returns the result of every row in the order of the plan, whichever batch paid it.
 *
 * @throws {PartialFailureError} If any row failed.
 */
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
  if (failures.length === 0) return rows;
  throw new PartialFailureError(rows, failures, paidSentence(rows, { reasonsFollow: true }));
}

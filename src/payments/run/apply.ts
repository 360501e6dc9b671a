/** Execution of a payment plan: `remit run apply` and `remit run resume`. */

import type { Context } from '../../cli/context.ts';
import { PartialFailureError, UsageError } from '../../cli/errors.ts';
import { countExtraFields } from '../../cli/flags/global-flags.ts';
import { describeBank } from '../../cli/payable/funding-source.ts';
import type { PlannedTransfer } from '../batches/planned-payment.ts';
import {
  checkBatches,
  deliverBatches,
  type PreparedBatch,
  paymentsIn,
} from '../batches/prepare-batches.ts';
import { appliedRow, type PaymentRow, skippedRow } from '../batches/result-rows.ts';
import { paidSentence } from '../batches/summary.ts';
import { totalsOf } from '../batches/totals.ts';
import { type PaymentRowWithStatus, readBack } from '../batches/verify-scheduled.ts';
import { describeRun, paidCountText } from '../describe-run.ts';
import { assertExpectedPayments, type Expectations } from '../expectations.ts';
import { nothingToPayError } from '../nothing-to-pay.ts';
import { assertPolicyAllowsRun } from '../policy.ts';
import { accountsAt } from '../sending/draft-intent.ts';
import { approvalOf, type PlanApproval } from './approval.ts';
import { assertPlanHere } from './check-place.ts';
import { assertRunResolved, journalStatusOf, type PlanJournalStatus } from './journal-status.ts';
import type { PlanFile } from './plan.ts';
import { prepareRun } from './prepare-run.ts';
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
 * @throws {GuardError} If the plan was modified, is out of date or expired, is for another service, profile, business,
 *   dialect or journal, is not approved, or exceeds a limit.
 * @throws {WriteError} If a batch has an unknown outcome; names the intent.
 * @throws {PartialFailureError} If not every row was paid.
 */
export async function applyPlan(context: Context, path: string, wishes: ApplyOptions) {
  assertNoExtraFields(context);
  const file = await readPlan(context, path);
  await assertPlanHere(context, file);
  const approval = await approvalOf(context, file);
  const recorded = await journalStatusOf(context, file);
  if (wishes.mustHaveBegun && recorded.intents.length === 0) throw notBegun(path);
  await assertRunResolved(context, recorded.intents);

  const { businessId, totals } = file.plan;
  const { attemptOf } = recorded;
  const run = { plan: file.hash, batches: recorded.intents.length, totals, attemptOf };
  const { batches, paidElsewhere } = await prepareRun(context, file, {
    isLeft: (row) => recorded.of(row)?.outcome !== 'applied',
    attemptOf,
    approved: approval.isApproved,
    batches: run.batches,
    size: wishes.batch,
  });
  const toPay = paymentsIn(batches);
  await assertPolicyAllowsRun(context, {
    totalCents: totals.cents,
    left: batches.map(({ prepared }) => prepared),
  });
  await checkBatches(context, batches);
  for (const id of paidElsewhere) {
    context.notice(`Skipped: payable ${id} was paid separately meanwhile.`);
  }
  if (toPay.length > 0) {
    for (const line of assertExpectedPayments(wishes, toPay)) context.notice(line);
    await ask(context, batches, toPay, { file, approval });
  }
  const sent = await deliverBatches(context, batches, run);
  const read = await readBack(context, sent.rows, businessId);
  const rows = results(file, { paidElsewhere, recorded, read, failures: sent.failures });
  if (toPay.length === 0 && wishes.exitCode) throw nothingToPayError(rows);
  const start = toPay.length === 0 ? 'The run is finished; nothing was sent. ' : '';
  context.notice(`${start}${paidSentence(rows)}`, { isLast: true });
  return rows;
}

/** Throws `UsageError` for `-F` and `--data`: a plan is sent exactly as it was reviewed and signed. */
function assertNoExtraFields({ writeFlags }: Context): void {
  if (countExtraFields(writeFlags) === 0) return;
  throw new UsageError('A plan cannot be changed by -F or --data.');
}

const notBegun = (path: string) =>
  new UsageError(`No payment of ${path} was sent yet: nothing to resume.`, {
    next: [`remit run apply ${path}`],
  });

/**
 * Shows the remaining payments and asks for confirmation. Reads the bank accounts again, since one may have been
 * removed.
 */
async function ask(
  context: Context,
  batches: readonly PreparedBatch[],
  toPay: readonly PlannedTransfer[],
  { file, approval }: { readonly file: PlanFile; readonly approval: PlanApproval },
): Promise<void> {
  const { kind, businessId, payments } = file.plan;
  const ids = toPay.map(({ fundingSourceId }) => fundingSourceId);
  const accounts = await accountsAt(context, ids, businessId);
  const names = new Map([...accounts.values()].map((it) => [it.id, describeBank(it)]));
  const before = payments.length - toPay.length;
  await (await context.payments()).confirm(
    batches.map(({ prepared }) => prepared),
    [
      ...describeRun({ kind, totals: totalsOf(toPay, names) }),
      approval.line,
      ...(before > 0 ? [`${paidCountText(before, kind)} of the plan already paid`] : []),
    ],
    kind === 'withdrawal' ? 'Withdraw?' : 'Pay them?',
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
    paidElsewhere,
    recorded,
    read,
    failures,
  }: {
    readonly paidElsewhere: ReadonlySet<string>;
    readonly recorded: PlanJournalStatus;
    readonly read: readonly PaymentRowWithStatus[];
    readonly failures: readonly unknown[];
  },
): readonly PaymentRow[] {
  const payments: readonly PlannedTransfer[] = plan.payments;
  const keyOf = ({ payableId, row }: PlannedTransfer | PaymentRow) => payableId ?? row;
  const sent = new Map(read.map((it) => [keyOf(it), it]));
  const rows = payments.map((it) => {
    if (paidElsewhere.has(it.payableId ?? '')) return skippedRow(it);
    return sent.get(keyOf(it)) ?? appliedRow(it, recorded.of(it)?.paymentId ?? null);
  });
  if (failures.length === 0) return rows;
  throw new PartialFailureError(rows, failures, paidSentence(rows, { reasonsFollow: true }));
}

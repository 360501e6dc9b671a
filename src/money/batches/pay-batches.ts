/** Payment of many rows, from `pay bulk` and `run apply`: checked, confirmed, sent and read back in one way. */

import { payable } from '../../api/operations/payable.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import type { QuestionLine } from '../../render/cuttable.ts';
import { PartialFailureError } from '../errors.ts';
import { describeRun } from '../gate/describe-run.ts';
import { assertExpectedPayments, type Expectations } from '../gate/expectations.ts';
import { nothingToPayError } from '../gate/nothing-to-pay.ts';
import { assertPolicyAllowsRun } from '../gate/policy.ts';
import { type Mark, withMarks } from '../marks/mark.ts';
import type { RunPort } from '../port.ts';
import type { PlanKind } from '../runs/plan.ts';
import { accountsAt, bankNamesOf } from './bank-accounts.ts';
import type { PlannedTransfer } from './planned-payment.ts';
import { type PreparedBatch, rowsAsPrepared } from './prepare-batches.ts';
import type { PaymentRow } from './result-rows.ts';
import { sendBatches } from './send-batches.ts';
import { type PaymentTotals, paidSentence, paymentTotalsOf } from './summary.ts';
import { totalsOf } from './totals.ts';

/** The payables that are read back at once. */
const CONCURRENCY = 8;

/** The rows of a file or a plan, and how they are confirmed. */
export interface RowsToPay {
  readonly kind: PlanKind;
  readonly businessId: string;
  /** The requests of the rows that are left to pay. */
  readonly batches: readonly PreparedBatch[];
  /** The results of the rows that are not sent. */
  readonly others: readonly PaymentRow[];
  /** The totals of the plan, with what was paid before; `undefined` for a file. */
  readonly run?: PaymentTotals;
  /** Display names of bank accounts, by id; without them, the accounts are read again, since one may be gone. */
  readonly bankNames?: ReadonlyMap<string, string>;
  /** Lines of the question after the description of the rows. */
  readonly lines?: readonly QuestionLine[];
  readonly expected: Expectations;
  /** Whether the amount is confirmed by what was given, so that `--yes` is enough. */
  readonly isExpected: boolean;
  /** Whether it is exit 15 that there is nothing to pay. */
  readonly exitCode: boolean;
  /** The notice if there is nothing to pay. */
  readonly nothingLeft: (rows: readonly PaymentRow[]) => string;
}

/**
 * Pays rows that were prepared. Returns a result for every row, in order.
 *
 * @throws {GuardError} If the policy, the journal or an expectation forbids it, or the answer is no (14).
 * @throws {PartialFailureError} If not every row was paid.
 * @throws {ConditionError} If there is nothing to pay, and that is exit 15.
 */
export async function payBatches(
  context: RunPort,
  toPay: RowsToPay,
): Promise<readonly PaymentRow[]> {
  const { batches, businessId, others, run } = toPay;
  const rows = rowsAsPrepared(batches);
  await assertPolicyAllowsRun(context, {
    totalCents: (run ?? paymentTotalsOf(rows)).cents,
    left: batches.map(({ prepared }) => prepared),
  });
  if (rows.length > 0) await confirm(context, rows, toPay);
  const sent = await sendBatches(context, batches, run);
  const marks = await marksByRow(context, batches);
  const all = [...(await readBack(context, sent.rows, businessId)), ...others]
    .map((row) => withMarks(row, marks.get(row.row) ?? []))
    .sort((left, right) => left.row - right.row);
  if (sent.failures.length > 0) {
    throw new PartialFailureError(all, sent.failures, paidSentence(all, { reasonsFollow: true }));
  }
  if (batches.length > 0) context.notice(paidSentence(all), { isLast: true });
  else if (toPay.exitCode) throw nothingToPayError(all);
  else context.notice(toPay.nothingLeft(all), { isLast: true });
  return all;
}

/** Returns the marks of the payments, by the number of their row. */
async function marksByRow(
  context: RunPort,
  batches: readonly PreparedBatch[],
): Promise<ReadonlyMap<number, readonly Mark[]>> {
  const found = new Map<number, readonly Mark[]>();
  for (const { rows, prepared } of batches) {
    const marks = await (await context.payments()).marksOf(prepared);
    for (const [at, { row }] of rows.entries()) found.set(row, marks[at] ?? []);
  }
  return found;
}

async function confirm(
  context: RunPort,
  rows: readonly PlannedTransfer[],
  { kind, businessId, batches, lines = [], expected, isExpected, ...given }: RowsToPay,
): Promise<void> {
  for (const line of assertExpectedPayments(expected, rows)) context.notice(line);
  const ids = rows.map(({ fundingSourceId }) => fundingSourceId);
  const bankNames = given.bankNames ?? bankNamesOf(await accountsAt(context, ids, businessId));
  await (await context.payments()).confirm(
    batches.map(({ prepared }) => prepared),
    [...describeRun({ kind, totals: totalsOf(rows, bankNames) }), ...lines],
    kind === 'withdrawal' ? 'Withdraw?' : 'Pay them?',
    { isRun: true, isExpected },
  );
}

/**
 * Reads the payable of every applied row again, 8 at a time.
 *
 * Prints a notice for a row with a scheduled date whose payable is not `SCHEDULED`: a service that ignores the date
 * field may be paying now. A payable that cannot be read has the status `null`; the payment itself is not affected.
 */
async function readBack(
  context: RunPort,
  rows: readonly PaymentRow[],
  businessId: string,
): Promise<PaymentRow[]> {
  const checked = await mapConcurrent(rows, CONCURRENCY, async (row) => ({
    ...row,
    payableStatus: row.outcome === 'applied' ? await statusOf(context, row, businessId) : null,
  }));
  for (const row of checked) {
    const { outcome, scheduledDate, payableStatus } = row;
    if (outcome !== 'applied' || scheduledDate === null || payableStatus === null) continue;
    if (payableStatus !== 'SCHEDULED') context.notice(paidEarly(row));
  }
  return checked;
}

async function statusOf(
  context: RunPort,
  { payableId }: PaymentRow,
  businessId: string,
): Promise<string | null> {
  if (payableId === null || context.system.interrupted.aborted) return null;
  try {
    const params = { businessId, payableId };
    const { client } = await context.connection();
    return (await client.call(payable.get, { params }, { sharesConnection: true })).status ?? null;
  } catch {
    return null;
  }
}

const paidEarly = ({ payableId, payableStatus, scheduledDate, paymentId }: PaymentRow) =>
  `Payable ${payableId} is ${payableStatus}, not SCHEDULED: it may be paid now instead of on ${scheduledDate}. To cancel the payment: remit pay cancel ${paymentId}`;

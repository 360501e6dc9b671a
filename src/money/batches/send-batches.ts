/** The loop that sends prepared batches one by one, and its progress. */

import { ApiError } from '../../api/http/api-error.ts';
import type { Payment } from '../../api/operations/pay.ts';
import { asRecord, isRecord } from '../../is-record.ts';
import {
  DryRunError,
  GuardError,
  type NotAsConfirmedError,
  type PlannedRequest,
  WriteError,
  type WriteOutcome,
} from '../errors.ts';
import type { RunPort } from '../port.ts';
import type { PreparedBatch } from './prepare-batches.ts';
import { appliedRow, failedRow, notSentRow, type PaymentRow, paidRow } from './result-rows.ts';
import { type PaymentTotals, paymentTotalsOf, progressBar, progressLine } from './summary.ts';

/** The rows of one request, in order. */
type Batch = PreparedBatch['rows'];

/** The result of every row, in order, and one error for each row that failed. */
export interface SendResult {
  readonly rows: readonly PaymentRow[];
  readonly failures: readonly unknown[];
}

/**
 * Sends batches sequentially, and shows progress. `all` are the totals of the run that they are part of, with the part that
 * was paid before; `undefined` if they are no run.
 *
 * Continues after a 4xx rejection, because a batch is all-or-nothing and none of it was applied. Stops at 401 and 403,
 * at any other failure, in particular an unknown outcome, and when the run is interrupted; the remaining rows are
 * `not-sent`.
 *
 * @throws {DryRunError} With all requests, under `--dry-run`.
 */
export async function sendBatches(
  context: RunPort,
  batches: readonly PreparedBatch[],
  all: PaymentTotals | undefined,
): Promise<SendResult> {
  const rows: PaymentRow[] = [];
  const failures: unknown[] = [];
  const planned: PlannedRequest[] = [];
  const showPaid = startProgress(context, batches, all);
  let end: unknown;
  try {
    for (const batch of batches) {
      end ??= context.system.interrupted.aborted ? interrupted() : undefined;
      const sent = end === undefined ? await sendOne(context, batch) : unsent(batch.rows, end);
      if (sent.isApplied) showPaid(batch.rows);
      if (sent.planned) planned.push(...sent.planned);
      rows.push(...sent.rows);
      failures.push(...sent.failures);
      end ??= sent.end;
    }
  } finally {
    context.progress.end();
  }
  if (planned.length > 0) throw new DryRunError(planned);
  return { rows, failures };
}

/**
 * Returns a function that is called with the rows of each batch that was paid, and shows the progress, if there are several
 * batches or they are part of a run. In a terminal it shows from the start.
 */
function startProgress(
  { progress }: RunPort,
  batches: readonly PreparedBatch[],
  run: PaymentTotals | undefined,
): (paid: Batch) => void {
  if (batches.length === 0 || (batches.length === 1 && run === undefined)) return () => {};
  const startedAt = performance.now();
  const left = paymentTotalsOf(batches.flatMap((batch) => batch.rows));
  const all = run ?? left;
  let now: PaymentTotals = { count: 0, cents: 0 };
  const show = (paid: Batch) => {
    const { count, cents } = paymentTotalsOf(paid);
    now = { count: now.count + count, cents: now.cents + cents };
    const state = {
      all,
      paid: {
        count: all.count - left.count + now.count,
        cents: all.cents - left.cents + now.cents,
      },
      now: {
        paid: now.count,
        left: left.count - now.count,
        seconds: (performance.now() - startedAt) / 1000,
      },
    };
    if (progress.isLive) progress.show(progressBar(state, progress.columns()));
    else if (paid.length > 0) progress.show(progressLine(state));
  };
  show([]);
  return show;
}

interface SentOne extends SendResult {
  readonly isApplied?: boolean;
  readonly planned?: readonly PlannedRequest[];
  /** The reason that no further batch may be sent. */
  readonly end?: unknown;
}

async function sendOne(context: RunPort, { rows, prepared }: PreparedBatch): Promise<SentOne> {
  let difference: NotAsConfirmedError | undefined;
  try {
    const answer = await (await context.payments()).send(prepared, (error) => {
      difference = error;
    });
    const paid = { rows: paidRows(rows, paymentsIn(prepared.id, answer)), isApplied: true };
    return difference
      ? { ...paid, failures: [difference], end: remainderNotSent }
      : { ...paid, failures: [] };
  } catch (error) {
    if (error instanceof DryRunError) return { rows: [], failures: [], planned: error.requests };
    const failures = rows.map((_, at) => reasonOfRow(error, at, rows.length));
    const failed = rows.map((row, at) => {
      const reason = failures[at];
      return failedRow(row, reason === otherRowRefused ? 'not-sent' : outcomeIn(error), reason);
    });
    return { rows: failed, failures, ...(!canContinue(error) && { end: error }) };
  }
}

/** Returns the payments that an answer names; none if it does not list them. The money has moved, whatever it looks like. */
function paymentsIn(operation: string | undefined, answer: unknown): readonly Payment[] {
  const made = asRecord(answer);
  if (operation === 'pay.bulkInitiate') {
    const { payments } = made;
    const all: readonly unknown[] = Array.isArray(payments) ? payments : [];
    return all.every(isRecord) ? (all as unknown as readonly Payment[]) : [];
  }
  if (operation === 'pay.quickPay') return [made as unknown as Payment];
  const { id, status, amount, estimatedArrivalDate } = made;
  const payment = { paymentId: id, status, amount, estimatedSettlementDate: estimatedArrivalDate };
  return [payment as unknown as Payment];
}

/**
 * Returns the rows of a batch that was applied, each with its payment: by payable id, or by position if the answer does not
 * name the payable. A batch is all-or-nothing, so an answer without payments means that all were made.
 */
function paidRows(rows: Batch, made: readonly Payment[]): readonly PaymentRow[] {
  const byPayable = new Map(made.map((payment) => [payment.payableId, payment]));
  return rows.map((row, at) => {
    const payment = byPayable.get(row.payableId) ?? made[at];
    return payment ? paidRow(row, payment) : appliedRow(row, null);
  });
}

/**
 * Returns the error of one of `count` rows. A problem of a refusal that the service reports by row index belongs to that
 * row; the other rows were refused because of it.
 */
function reasonOfRow(error: unknown, row: number, count: number): unknown {
  if (!(error instanceof WriteError && error.cause instanceof ApiError)) return error;
  // If the outcome is unknown, it is that of every row.
  if (error.outcome !== 'rejected') return error;
  const { status, code, problems, requestId } = error.cause;
  if (!problems.some(({ index = -1 }) => isRowOf(count, index))) return error;
  const ownProblems = problems.filter(({ index }) => index === row);
  if (ownProblems.length === 0) return otherRowRefused;
  const message = ownProblems.map((failure) => failure.message).join(' ');
  const reason = new ApiError(status, ownProblems[0]?.code ?? code, message, { requestId });
  return new WriteError(error.outcome, error.intentId, reason);
}

const isRowOf = (count: number, index: number): boolean =>
  Number.isInteger(index) && index >= 0 && index < count;

const otherRowRefused = new GuardError('not_sent', 'not sent (another row was refused)');

const unsent = (batch: Batch, end: unknown): SentOne => ({
  rows: batch.map(notSentRow),
  failures: batch.map(() => (isUnknownOutcome(end) ? remainderNotSent : end)),
});

/**
 * The error of the rows after a response that differs from the confirmed request, or after an unknown outcome: these rows
 * were not sent, so their own outcome is known.
 */
const remainderNotSent = new GuardError('not_sent', 'The remaining rows were not sent.');

const isUnknownOutcome = (error: unknown) =>
  error instanceof WriteError && error.outcome === 'unknown';

const outcomeIn = (error: unknown): WriteOutcome =>
  error instanceof WriteError ? error.outcome : 'not-sent';

/**
 * Reports whether the next batch may be sent after `error`: this batch broke a rule, which the next may not. Stops at
 * 401 and 403, which would repeat for every batch.
 */
const canContinue = (error: unknown): boolean =>
  error instanceof WriteError &&
  error.outcome === 'rejected' &&
  error.cause instanceof ApiError &&
  ![401, 403].includes(error.cause.status);

const interrupted = () => new GuardError('interrupted', 'Interrupted: the rest was not sent.');

/** Payments split into batches, and the loop that sends the batches one by one. */

import {
  DryRunError,
  GuardError,
  type NotAsConfirmedError,
  type PlannedRequest,
  WriteError,
  type WriteOutcome,
} from '../../cli/errors.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import type { Payment } from '../../contract/pay.ts';
import type { PlannedTransfer } from './planned-payment.ts';
import { appliedRow, failedRow, notSentRow, type PaymentRow, paidRow } from './result-rows.ts';

/** The largest number of payments that the service accepts in one request. */
export const MOST_IN_BATCH = 100;

/** The payments of one request, in the order of their rows. */
export type Batch = readonly PlannedTransfer[];

/** The callbacks of `sendBatches`. */
export interface SendOptions {
  /** Sends one batch; `number` counts from 0. */
  readonly send: (batch: Batch, number: number) => Promise<SentBatch>;
  readonly isInterrupted: () => boolean;
  /** Called after each batch that was applied. */
  readonly onPaid?: (batch: Batch) => void;
}

/** The response to one batch. */
export interface SentBatch {
  /** The payments that the service made; `undefined` if the response does not list them. */
  readonly payments: readonly Payment[] | undefined;
  /** The difference between the response and the confirmed request. If set, no further batch is sent. */
  readonly difference: NotAsConfirmedError | undefined;
}

/** The result of every row, in order, and one error for each row that failed. */
export interface SendResult {
  readonly rows: readonly PaymentRow[];
  readonly failures: readonly unknown[];
}

/**
 * Sends batches sequentially.
 *
 * Continues after a 4xx rejection, because a batch is all-or-nothing and none of it was applied. Stops at 401 and 403,
 * at any other failure, in particular an unknown outcome, and when the run is interrupted; the remaining rows are
 * `not-sent`.
 *
 * @throws {DryRunError} With all requests, under `--dry-run`.
 */
export async function sendBatches(
  batches: readonly Batch[],
  options: SendOptions,
): Promise<SendResult> {
  const rows: PaymentRow[] = [];
  const failures: unknown[] = [];
  const planned: PlannedRequest[] = [];
  let end: unknown;
  for (const [number, batch] of batches.entries()) {
    end ??= options.isInterrupted() ? interrupted() : undefined;
    const sent = end === undefined ? await sendOne(batch, number, options) : unsent(batch, end);
    if (sent.planned) planned.push(...sent.planned);
    rows.push(...sent.rows);
    failures.push(...sent.failures);
    end ??= sent.end;
  }
  if (planned.length > 0) throw new DryRunError(planned);
  return { rows, failures };
}

/**
 * Splits payments into batches of at most `size`, in order. Those of one earlier attempt stay one batch: a service
 * recognizes it only as it was.
 */
export function splitIntoBatches<Row>(
  payments: readonly Row[],
  size: number,
  attemptOf: (row: Row) => string | undefined = () => undefined,
): Row[][] {
  const batches: Row[][] = [];
  let attempt: string | undefined;
  for (const row of payments) {
    const last = batches.at(-1);
    const own = attemptOf(row);
    const fits = own === attempt && (own !== undefined || (last?.length ?? 0) < size);
    if (last && fits) last.push(row);
    else batches.push([row]);
    attempt = own;
  }
  return batches;
}

interface SentOne extends SendResult {
  readonly planned?: readonly PlannedRequest[];
  /** The reason that no further batch may be sent. */
  readonly end?: unknown;
}

async function sendOne(batch: Batch, number: number, options: SendOptions): Promise<SentOne> {
  try {
    const { payments, difference } = await options.send(batch, number);
    options.onPaid?.(batch);
    const sent = payments ? paid(batch, payments) : accepted(batch);
    return difference ? { ...sent, failures: [difference], end: afterDifference } : sent;
  } catch (error) {
    if (error instanceof DryRunError) return { rows: [], failures: [], planned: error.requests };
    const reasons = batch.map((_, at) => reasonOfRow(error, at));
    const rows = batch.map((payment, at) => {
      const reason = reasons[at];
      return failedRow(payment, reason === otherRowRefused ? 'not-sent' : outcomeIn(error), reason);
    });
    return canContinue(error)
      ? { rows, failures: reasons }
      : { rows, failures: reasons, end: error };
  }
}

/**
 * Returns the error of one row. A problem that the service reports by row index belongs to that row; the other rows
 * were refused because of it.
 */
function reasonOfRow(error: unknown, row: number): unknown {
  if (!(error instanceof WriteError && error.cause instanceof ApiError)) return error;
  const { status, code, problems, requestId } = error.cause;
  if (!problems.some(({ index }) => index !== undefined)) return error;
  const ownProblems = problems.filter(({ index }) => index === row);
  if (ownProblems.length === 0) return otherRowRefused;
  const message = ownProblems.map((failure) => failure.message).join(' ');
  const reason = new ApiError(status, ownProblems[0]?.code ?? code, message, { requestId });
  return new WriteError(error.outcome, error.intentId, reason);
}

const otherRowRefused = new GuardError('not_sent', 'not sent (another row was refused)');

/** Matches payments to rows by payable id, or by position if the response does not name the payable. */
function paid(batch: Batch, answer: readonly Payment[]): SentOne {
  const byPayable = new Map(answer.map((payment) => [payment.payableId, payment]));
  const rows = batch.map((row, at) => {
    const payment = byPayable.get(row.payableId) ?? answer[at];
    return payment ? paidRow(row, payment) : appliedRow(row, null);
  });
  return { rows, failures: [] };
}

/** Rows of a batch whose response lists no payments. A batch is all-or-nothing, so success means that all were made. */
const accepted = (batch: Batch): SentOne => ({
  rows: batch.map((payment) => appliedRow(payment, null)),
  failures: [],
});

const unsent = (batch: Batch, end: unknown): SentOne => ({
  rows: batch.map(notSentRow),
  failures: batch.map(() => (isUnknownOutcome(end) ? afterUnknown : end)),
});

/** The error of the rows after a batch whose response differs from the confirmed request. */
const afterDifference = new GuardError('not_sent', 'The remaining rows were not sent.');

/** The error of the rows after an unknown outcome: these rows were not sent, so their own outcome is known. */
const afterUnknown = new GuardError('not_sent', 'The remaining rows were not sent.');

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

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
import type { PlannedPayment } from './planned-payment.ts';
import { appliedRow, failedRow, notSentRow, type PaymentRow, paidRow } from './result-rows.ts';

/** How many payments the service takes in one request. */
export const MOST_IN_BATCH = 100;

export type Batch = readonly PlannedPayment[];

export interface SendOptions {
  /** Sends one batch; `number` counts from 0. */
  readonly send: (batch: Batch, number: number) => Promise<SentBatch>;
  readonly isInterrupted: () => boolean;
  /** Told after each batch that was paid. */
  readonly onPaid?: (batch: Batch) => void;
}

/** One batch that was sent. */
export interface SentBatch {
  /** The payments that the service made; undefined where it does not say. */
  readonly payments: readonly Payment[] | undefined;
  /** How the answer differs from what was confirmed: then nothing more is sent. */
  readonly difference: NotAsConfirmedError | undefined;
}

/** What became of every row, in their order, and what went wrong with each that failed. */
export interface SendResult {
  readonly rows: readonly PaymentRow[];
  readonly failures: readonly unknown[];
}

/**
 * Sends one batch after the other: goes on after a refusal by a rule, since nothing of that batch was applied, and stops
 * at everything else, above all at a doubt. Throws `DryRunError` with all requests where none is to be sent.
 */
export async function sendBatches(
  batches: readonly Batch[],
  how: SendOptions,
): Promise<SendResult> {
  const rows: PaymentRow[] = [];
  const failures: unknown[] = [];
  const planned: PlannedRequest[] = [];
  let end: unknown;
  for (const [number, batch] of batches.entries()) {
    end ??= how.isInterrupted() ? interrupted() : undefined;
    const sent = end === undefined ? await sendOne(batch, number, how) : leftOut(batch, end);
    if (sent.planned) planned.push(...sent.planned);
    rows.push(...sent.rows);
    failures.push(...sent.failures);
    end ??= sent.end;
  }
  if (planned.length > 0) throw new DryRunError(planned);
  return { rows, failures };
}

/** Payments in batches of at most `size`, in their order. */
export function splitIntoBatches(payments: readonly PlannedPayment[], size: number): Batch[] {
  const count = Math.ceil(payments.length / size);
  return Array.from({ length: count }, (_, at) => payments.slice(at * size, (at + 1) * size));
}

interface SentOne extends SendResult {
  readonly planned?: readonly PlannedRequest[];
  /** Why nothing more may be sent. */
  readonly end?: unknown;
}

async function sendOne(batch: Batch, number: number, how: SendOptions): Promise<SentOne> {
  try {
    const { payments, difference } = await how.send(batch, number);
    how.onPaid?.(batch);
    const sent = payments ? paid(batch, payments) : taken(batch);
    return difference ? { ...sent, failures: [difference], end: afterDifference } : sent;
  } catch (error) {
    if (error instanceof DryRunError) return { rows: [], failures: [], planned: error.requests };
    const reasons = batch.map((_, at) => reasonOfRow(error, at));
    const rows = batch.map((it, at) => {
      const reason = reasons[at];
      return failedRow(it, reason === anotherRow ? 'not-sent' : outcomeIn(error), reason);
    });
    return mayGoOn(error) ? { rows, failures: reasons } : { rows, failures: reasons, end: error };
  }
}

/** What the service says of a row by its number is the reason of that row; the others were refused because of it. */
function reasonOfRow(error: unknown, row: number): unknown {
  if (!(error instanceof WriteError && error.cause instanceof ApiError)) return error;
  const { status, code, problems, requestId } = error.cause;
  if (!problems.some(({ index }) => index !== undefined)) return error;
  const own = problems.filter(({ index }) => index === row);
  if (own.length === 0) return anotherRow;
  const message = own.map((it) => it.message).join(' ');
  const reason = new ApiError(status, own[0]?.code ?? code, message, { requestId });
  return new WriteError(error.outcome, error.intentId, reason);
}

const anotherRow = new GuardError('not_sent', 'not sent (another row was refused)');

/** The payment of each payable, by its name, or by its place where the answer names none. */
function paid(batch: Batch, answer: readonly Payment[]): SentOne {
  const byPayable = new Map(answer.map((it) => [it.payableId, it]));
  const rows = batch.map((it, at) => {
    const payment = byPayable.get(it.payableId) ?? answer[at];
    return payment ? paidRow(it, payment) : appliedRow(it, null);
  });
  return { rows, failures: [] };
}

/** A batch is taken as a whole or not at all: a success that says no more made every payment of it. */
const taken = (batch: Batch): SentOne => ({
  rows: batch.map((it) => appliedRow(it, null)),
  failures: [],
});

const leftOut = (batch: Batch, end: unknown): SentOne => ({
  rows: batch.map(notSentRow),
  failures: batch.map(() => (isDoubt(end) ? afterDoubt : end)),
});

/** Nothing is sent after a batch that was done in another way than confirmed. */
const afterDifference = new GuardError('not_sent', 'The remaining rows were not sent.');

/** Rows after a doubt are not in doubt themselves. */
const afterDoubt = new GuardError('not_sent', 'The remaining rows were not sent.');

const isDoubt = (error: unknown) => error instanceof WriteError && error.outcome === 'unknown';

const outcomeIn = (error: unknown): WriteOutcome =>
  error instanceof WriteError ? error.outcome : 'not-sent';

/** A rule was against this batch, and may not be against the next. Who may not pay at all is told so once. */
const mayGoOn = (error: unknown): boolean =>
  error instanceof WriteError &&
  error.outcome === 'rejected' &&
  error.cause instanceof ApiError &&
  ![401, 403].includes(error.cause.status);

const interrupted = () => new GuardError('interrupted', 'Interrupted: the rest was not sent.');

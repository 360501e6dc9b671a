import { ApiError } from '../../api/http/api-error.ts';
import { payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import {
  asWriteError,
  type CreatedRow,
  createdRowOf,
  type FileProgress,
} from '../../cli/input/file-progress.ts';
import { DryRunError, GuardError, type PlannedRequest, WriteError } from '../../money/errors.ts';
import type { InvoiceRow } from './invoice-file.ts';
import { type RowResult, rowResult } from './row-result.ts';

export const isInterruption = (error: unknown) =>
  error instanceof GuardError && error.code === 'interrupted';

/** Results, their errors, and the requests that `--dry-run` would have sent. */
export interface InvoiceOutcome {
  readonly results: RowResult[];
  readonly failures: unknown[];
  readonly planned: PlannedRequest[];
}

interface CreateInvoicesOptions {
  readonly allowDuplicate?: string | undefined;
  /** Returns the idempotency key of a row; new ones are used without it. */
  readonly keyOf?: (row: InvoiceRow) => string;
}

/**
 * Creates invoices in order, and returns a result for each. Skips rows that an earlier run created, continues after a
 * refusal, and stops at an interrupt and any other failure, in particular an unknown outcome.
 */
export async function createInvoices(
  context: Context,
  rows: readonly InvoiceRow[],
  progress: FileProgress,
  options: CreateInvoicesOptions,
): Promise<InvoiceOutcome> {
  const { interrupted } = context.system;
  const stop = () =>
    context.notice('Stopping after this row. Press Ctrl-C again to stop immediately.');
  interrupted.addEventListener('abort', stop);
  const send = sender(context, progress, options);
  let end = progress.refusal;
  const all: InvoiceOutcome = {
    results: [],
    failures: end === undefined ? [] : [end],
    planned: [],
  };
  for (const [at, row] of rows.entries()) {
    if (interrupted.aborted)
      end ??= new GuardError('interrupted', 'The remaining rows were not sent.');
    const before = progress.created(at);
    const left = end === undefined ? undefined : unsent(row, end);
    const done = before ? skipped(row, before) : (left ?? (await send(row, at)));
    all.results.push(...done.results);
    all.failures.push(...done.failures);
    all.planned.push(...done.planned);
    end ??= done.end;
  }
  interrupted.removeEventListener('abort', stop);
  return all;
}

interface RowOutcome extends InvoiceOutcome {
  /** The reason why nothing more may be sent. */
  readonly end?: unknown;
}

function sender(
  context: Context,
  progress: FileProgress,
  { allowDuplicate, keyOf }: CreateInvoicesOptions,
) {
  const params = { businessId: context.business() };
  return async (row: InvoiceRow, at: number): Promise<RowOutcome> => {
    try {
      const fileRow = await progress.rowOf(at);
      const options = { allowDuplicate, fileRow, idempotencyKey: keyOf?.(row) };
      const { id } = await context.call(payable.create, { params, body: row.body }, options);
      return rowOutcome(rowResult(row, 'created', id));
    } catch (error) {
      if (error instanceof DryRunError) {
        return { results: [], failures: [], planned: [...error.requests] };
      }
      const before = createdRowOf(error);
      return before ? skipped(row, before) : failed(row, asWriteError(error));
    }
  };
}

const rowOutcome = (row: RowResult, failures: unknown[] = []): RowOutcome => ({
  results: [row],
  failures,
  planned: [],
});

const failed = (row: InvoiceRow, error: unknown): RowOutcome => ({
  ...rowOutcome(rowResult(row, statusOf(error), null, error), [error]),
  end: canContinue(error) ? undefined : error,
});

const skipped = (row: InvoiceRow, { intentId, payableId }: CreatedRow): RowOutcome =>
  rowOutcome(rowResult(row, 'skipped', payableId, `created by ${intentId}`));

const unsent = (row: InvoiceRow, end: unknown): RowOutcome =>
  rowOutcome(rowResult(row, 'not-sent', null, null), [isUnknown(end) ? afterUnknown : end]);

const afterUnknown = new GuardError('not_sent', 'The remaining rows were not sent.');

const isUnknown = (error: unknown): boolean =>
  error instanceof WriteError && error.outcome === 'unknown';

function statusOf(error: unknown): RowResult['status'] {
  if (isUnknown(error)) return 'unknown';
  return error instanceof WriteError && error.outcome === 'rejected' ? 'refused' : 'not-sent';
}

/**
 * Reports whether the next row may be sent after an error: a rule of the service rejected this row and may accept the
 * next. 401 and 403 concern all rows, and are reported once.
 */
const canContinue = (error: unknown): boolean =>
  error instanceof WriteError &&
  error.outcome === 'rejected' &&
  error.cause instanceof ApiError &&
  ![401, 403].includes(error.cause.status);

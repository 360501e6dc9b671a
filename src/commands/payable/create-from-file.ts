/** Creates the invoices of a file. */

import type { Context } from '../../cli/context.ts';
import {
  DryRunError,
  GuardError,
  PartialFailureError,
  type PlannedRequest,
  WriteError,
} from '../../cli/errors.ts';
import {
  asWriteError,
  type CreatedRow,
  createdRowOf,
  type FileProgress,
  openFileProgress,
} from '../../cli/input/file-progress.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import { payable } from '../../contract/payable.ts';
import { contentOf, type InvoiceRow, readInvoices } from './invoice-file.ts';

/** The result of one row of the file; `skipped` if an earlier run of the file created it. */
export interface RowResult {
  readonly row: number;
  readonly status: 'created' | 'skipped' | 'refused' | 'unknown' | 'not-sent';
  readonly id: string | null;
  readonly invoiceNumber: string | null;
  readonly error: unknown;
}

interface Wishes {
  readonly connection: string | undefined;
  readonly submit: boolean;
  readonly allowDuplicate: string | undefined;
  /** Whether rows that were created before are created again. */
  readonly again: boolean;
}

/**
 * Creates every invoice of a file in order, and returns a result for each row. Skips rows that an earlier run of the
 * file created, continues after a refusal, and stops at an interrupt and any other failure, in particular an unknown
 * outcome. The whole file is checked first.
 *
 * @throws {UsageError} with all problems of the file.
 * @throws {PartialFailureError} with the results.
 * @throws {DryRunError} with all planned requests.
 */
export async function createFromFile(
  context: Context,
  path: string,
  wishes: Wishes,
): Promise<RowResult[]> {
  const rows = await readInvoices(await context.files.readText(path), path, wishes);
  const businessId = context.business();
  const contents = rows.map(({ body }) => ({ businessId, ...contentOf(body) }));
  const progress = await openFileProgress(context, contents, wishes);
  const { results, failures, planned } = await createRows(context, rows, progress, wishes);
  if (planned.length > 0) throw new DryRunError(planned);

  const isDone = results.every(({ status }) => status === 'created' || status === 'skipped');
  const isNews = results.some(({ status }) => status === 'created');
  if (isDone) await progress.end({ renew: isNews });
  const said = tally(results);
  if (isDone && !isNews) {
    const known = new GuardError('already_created', 'Nothing was sent.', [
      'add --again to create all of it again',
    ]);
    throw new PartialFailureError(
      results,
      results.map(() => known),
      said,
    );
  }
  // An interrupt has its own message, and a run without failures prints no error that would contain the counts.
  if (failures.some(isInterruption) || (isDone && results.some(isSkipped))) context.notice(said);
  if (failures.length > 0) throw new PartialFailureError(results, failures, said);
  return results;
}

const isInterruption = (error: unknown) =>
  error instanceof GuardError && error.code === 'interrupted';

const isSkipped = ({ status }: RowResult) => status === 'skipped';

interface Outcome {
  readonly results: RowResult[];
  readonly failures: unknown[];
  readonly planned: PlannedRequest[];
}

async function createRows(
  context: Context,
  rows: readonly InvoiceRow[],
  progress: FileProgress,
  { allowDuplicate }: Wishes,
): Promise<Outcome> {
  const { interrupted } = context.host;
  const stop = () =>
    context.notice('Stopping after this row. Press Ctrl-C again to stop immediately.');
  interrupted.addEventListener('abort', stop);
  const send = sender(context, progress, allowDuplicate);
  let end = progress.obstacle;
  const all: Outcome = { results: [], failures: end === undefined ? [] : [end], planned: [] };
  for (const [at, row] of rows.entries()) {
    if (interrupted.aborted)
      end ??= new GuardError('interrupted', 'The remaining rows were not sent.');
    const before = progress.created(at);
    const left = end === undefined ? undefined : leftOut(row, end);
    const done = before ? skipped(row, before) : (left ?? (await send(row, at)));
    all.results.push(...done.results);
    all.failures.push(...done.failures);
    all.planned.push(...done.planned);
    end ??= done.end;
  }
  interrupted.removeEventListener('abort', stop);
  return all;
}

/** The result of one row. */
interface Done extends Outcome {
  /** The reason why nothing more may be sent. */
  readonly end?: unknown;
}

/** Returns a function that sends one row and returns its result. */
function sender(context: Context, progress: FileProgress, allowDuplicate: string | undefined) {
  const params = { businessId: context.business() };
  return async (row: InvoiceRow, at: number): Promise<Done> => {
    try {
      const options = { allowDuplicate, fileRow: await progress.rowOf(at) };
      const { id } = await context.call(payable.create, { params, body: row.body }, options);
      return done(result(row, 'created', id, null));
    } catch (error) {
      if (error instanceof DryRunError) {
        return { results: [], failures: [], planned: [...error.requests] };
      }
      const before = createdRowOf(error);
      return before ? skipped(row, before) : failed(row, asWriteError(error));
    }
  };
}

const done = (row: RowResult, failures: unknown[] = []): Done => ({
  results: [row],
  failures,
  planned: [],
});

const failed = (row: InvoiceRow, error: unknown): Done => ({
  ...done(result(row, statusOf(error), null, error), [error]),
  end: mayGoOn(error) ? undefined : error,
});

const skipped = (row: InvoiceRow, { intentId, payableId }: CreatedRow): Done =>
  done(result(row, 'skipped', payableId, `created by ${intentId}`));

const leftOut = (row: InvoiceRow, end: unknown): Done =>
  done(result(row, 'not-sent', null, null), [isUnknown(end) ? afterUnknown : end]);

const afterUnknown = new GuardError('not_sent', 'The remaining rows were not sent.');

const isUnknown = (error: unknown): boolean =>
  error instanceof WriteError && error.outcome === 'unknown';

function statusOf(error: unknown): RowResult['status'] {
  if (isUnknown(error)) return 'unknown';
  return error instanceof WriteError && error.outcome === 'rejected' ? 'refused' : 'not-sent';
}

/**
 * Reports whether the next row may be sent after an error: a rule of the service refused this row and may accept the
 * next. 401 and 403 concern all rows, and are reported once.
 */
const mayGoOn = (error: unknown): boolean =>
  error instanceof WriteError &&
  error.outcome === 'rejected' &&
  error.cause instanceof ApiError &&
  ![401, 403].includes(error.cause.status);

const result = (
  { row, body }: InvoiceRow,
  status: RowResult['status'],
  id: string | null,
  error: unknown,
): RowResult => ({ row, status, id, invoiceNumber: body.invoiceNumber ?? null, error });

/** Returns the counts of the results in one line. */
function tally(results: readonly RowResult[]): string {
  const parts = words.flatMap(([status, word]) => {
    const count = results.filter((result) => result.status === status).length;
    return count > 0 || status === 'created' ? [`${count.toLocaleString('en-US')} ${word}`] : [];
  });
  return `${parts.join(', ')}.`;
}

const words: readonly (readonly [RowResult['status'], string])[] = [
  ['created', 'created'],
  ['skipped', 'already created, skipped'],
  ['refused', 'refused'],
  ['unknown', 'unresolved'],
  ['not-sent', 'not sent'],
];

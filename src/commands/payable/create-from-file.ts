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

/** What became of one row of the file: `skippedResult` was created by an earlier run of it. */
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
  /** Creates rows anew that were created before. */
  readonly again: boolean;
}

/**
 * Creates every invoice of a file, in order, and says of every row what became of it: leaves out what an earlier run of the
 * file created, goes on after a refusal, and stops at an interrupt and at everything else, above all at an unknown outcome.
 * The whole file is checked first. Throws `UsageError` with all that is wrong with it, `PartialFailureError` with the results.
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
  // An interrupt has words of its own, and no failure none.
  if (failures.some(isInterruption) || (isDone && results.some(isSkipped))) context.notice(said);
  if (failures.length > 0) throw new PartialFailureError(results, failures, said);
  return results;
}

const isInterruption = (it: unknown) => it instanceof GuardError && it.code === 'interrupted';

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

/** What became of one row. */
interface Done extends Outcome {
  /** Why nothing more may be sent. */
  readonly end?: unknown;
}

/** Sends one row and says what became of it. */
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

/** A rule was against this row, and may not be against the next. Who may not create at all is told so once. */
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

/** The results in one line. */
function tally(results: readonly RowResult[]): string {
  const parts = words.flatMap(([status, word]) => {
    const count = results.filter((it) => it.status === status).length;
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

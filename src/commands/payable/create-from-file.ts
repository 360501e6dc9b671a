import type { Context } from '../../cli/context.ts';
import { Attempted, DryRun, PartlyDone, type PlannedRequest, Stopped } from '../../cli/errors.ts';
import { payable } from '../../contract/payable.ts';
import { Refused } from '../../contract/refusal.ts';
import type { InDoubt, RowAlreadyCreatedError } from '../../journal/errors.ts';
import { openProgress } from './file-progress.ts';
import { type InvoiceRow, readInvoices } from './invoice-file.ts';

/** What became of one row of the file: `skipped` was created by an earlier run of it. */
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
 * The whole file is checked first. Throws `UsageError` with all that is wrong with it, `PartlyDone` with the results.
 */
export async function createFromFile(
  context: Context,
  path: string,
  wishes: Wishes,
): Promise<RowResult[]> {
  const rows = await readInvoices(await context.text(path), path, wishes);
  const progress = await openProgress(context, rows, wishes);
  const { results, failures, planned } = await createRows(context, rows, progress, wishes);
  if (planned.length > 0) throw new DryRun(planned);

  const isDone = results.every(({ status }) => status === 'created' || status === 'skipped');
  const isNews = results.some(({ status }) => status === 'created');
  if (isDone) await progress.end({ renew: isNews });
  const said = tally(results);
  if (isDone && !isNews) {
    const known = new Stopped('already_created', 'Nothing was sent.', [
      'add --again to create all of it anew',
    ]);
    throw new PartlyDone(
      results,
      results.map(() => known),
      said,
    );
  }
  const wasInterrupted = failures.some((it) => it instanceof Stopped && it.code === 'interrupted');
  if (wasInterrupted || results.some(({ status }) => status === 'skipped')) context.notice(said);
  if (failures.length > 0) throw new PartlyDone(results, failures, said);
  return results;
}

interface Outcome {
  readonly results: RowResult[];
  readonly failures: unknown[];
  readonly planned: PlannedRequest[];
}

async function createRows(
  context: Context,
  rows: readonly InvoiceRow[],
  { created, stray, rowOf }: Awaited<ReturnType<typeof openProgress>>,
  { allowDuplicate }: Wishes,
): Promise<Outcome> {
  const { interrupted } = context.host;
  const params = { businessId: context.business() };
  const all: Outcome = { results: [], failures: [], planned: [] };
  const stop = () => context.notice('Stopping after this row. Ctrl-C again stops at once.');
  interrupted.addEventListener('abort', stop);
  let end: unknown = stray === null ? undefined : endOf(stray);
  if (end !== undefined) all.failures.push(end);
  for (const [at, row] of rows.entries()) {
    const before = created(at);
    if (before) {
      all.results.push(result(row, 'skipped', before.payableId, `created by ${before.intentId}`));
      continue;
    }
    end ??= interrupted.aborted ? new Stopped('interrupted', 'The rest was not sent.') : undefined;
    if (end !== undefined) {
      all.results.push(result(row, 'not-sent', null, null));
      all.failures.push(isUnknown(end) ? afterUnknown : end);
      continue;
    }
    try {
      const options = { allowDuplicate, fileRow: await rowOf(at) };
      const { id } = await context.call(payable.create, { params, body: row.body }, options);
      all.results.push(result(row, 'created', id, null));
    } catch (thrown) {
      if (thrown instanceof DryRun) {
        all.planned.push(...thrown.requests);
      } else if (isNamed<RowAlreadyCreatedError>(thrown, 'RowAlreadyCreatedError')) {
        const { id, payableId } = thrown.intent;
        all.results.push(result(row, 'skipped', payableId, `created by ${id}`));
      } else {
        const error = endOf(thrown);
        all.results.push(result(row, statusOf(error), null, error));
        all.failures.push(error);
        if (!mayGoOn(error)) end = error;
      }
    }
  }
  interrupted.removeEventListener('abort', stop);
  return all;
}

/** What an earlier run left unresolved is as unknown as if it had been sent now. */
function endOf(error: unknown): unknown {
  if (!isNamed<InDoubt>(error, 'InDoubt') || error.isBeingSent) return error;
  const { id } = error.intent;
  const said = `It was sent before, as ${id}, and its answer never came.`;
  return new Attempted('unknown', id, new Stopped('in_doubt', said));
}

const afterUnknown = new Stopped('not_sent', 'The rest was not sent.');

const isUnknown = (error: unknown): boolean =>
  error instanceof Attempted && error.outcome === 'unknown';

function statusOf(error: unknown): RowResult['status'] {
  if (isUnknown(error)) return 'unknown';
  return error instanceof Attempted && error.outcome === 'rejected' ? 'refused' : 'not-sent';
}

/** A rule was against this row, and may not be against the next. Who may not create at all is told so once. */
const mayGoOn = (error: unknown): boolean =>
  error instanceof Attempted &&
  error.outcome === 'rejected' &&
  error.cause instanceof Refused &&
  ![401, 403].includes(error.cause.status);

/** An error of the journal, whose classes are loaded with the journal alone. */
const isNamed = <Kind extends Error>(error: unknown, name: Kind['name']): error is Kind =>
  error instanceof Error && error.name === name;

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
  ['skipped', 'created before and skipped'],
  ['refused', 'refused'],
  ['unknown', 'unresolved'],
  ['not-sent', 'not sent'],
];

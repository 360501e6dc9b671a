import type { Context } from '../../cli/context.ts';
import { DryRunError, GuardError, PartialFailureError } from '../../cli/errors.ts';
import { openFileProgress } from '../../cli/input/file-progress.ts';
import { createInvoices, type RowResult, tallyOfInvoices } from './create-invoices.ts';
import { contentOf, readInvoices } from './invoice-file.ts';

interface CreateOptions {
  readonly connection: string | undefined;
  readonly submit: boolean;
  readonly allowDuplicate: string | undefined;
  readonly dateFormat: string | undefined;
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
  options: CreateOptions,
): Promise<RowResult[]> {
  const rows = await readInvoices(context, path, options);
  const businessId = context.business();
  const contents = rows.map(({ body }) => ({ businessId, ...contentOf(body) }));
  const progress = await openFileProgress(context, contents, options);
  const { results, failures, planned } = await createInvoices(context, rows, progress, options);
  if (planned.length > 0) throw new DryRunError(planned);

  const isDone = results.every(({ status }) => status === 'created' || status === 'skipped');
  const hasCreated = results.some(({ status }) => status === 'created');
  if (isDone) await progress.end({ renew: hasCreated });
  const message = tallyOfInvoices(results);
  if (isDone && !hasCreated) {
    const known = new GuardError('already_created', 'Nothing was sent.', [
      'add --again to create all of it again',
    ]);
    throw new PartialFailureError(
      results,
      results.map(() => known),
      message,
    );
  }
  // An interrupt has its own message, and a run without failures prints no error that would contain the counts.
  if (failures.some(isInterruption) || (isDone && results.some(isSkipped))) context.notice(message);
  if (failures.length > 0) throw new PartialFailureError(results, failures, message);
  return results;
}

const isInterruption = (error: unknown) =>
  error instanceof GuardError && error.code === 'interrupted';

const isSkipped = ({ status }: RowResult) => status === 'skipped';

import { GuardError, WriteError } from '../../money/errors.ts';
import type { RowAlreadyCreatedError, UnknownOutcomeError } from '../../money/journal/errors.ts';
import type { FileRow, KnownRow, RowContent } from '../../money/journal/file-rows.ts';
import type { Context } from '../context.ts';

/** The progress of a file in this run and earlier ones. Rows are given by index, from 0. */
export interface FileProgress {
  /** Returns the intent that created a row before, or `null` if the row is not created yet. */
  readonly created: (at: number) => CreatedRow | null;
  /**
   * The error that prevents sending: an earlier run left a row unresolved that is no longer in the file, and another
   * row may be a duplicate of it. `undefined` if there is no such row.
   */
  readonly refusal: unknown;
  /** Returns a row for the journal, which first records that the file is started; `undefined` under `--dry-run`. */
  readonly rowOf: (at: number) => Promise<FileRow | undefined>;
  /**
   * Ends the file once nothing is left to do. With `renew`, rows that were created before are remembered as long as new
   * ones.
   */
  readonly end: (options: { readonly renew: boolean }) => Promise<void>;
}

export type CreatedRow = NonNullable<KnownRow['created']>;

/**
 * Reads the journal's rows of a file by their content, whatever the file's name. Writes nothing under `--dry-run`. With
 * `again`, no row counts as created.
 */
export async function openFileProgress(
  context: Context,
  rows: readonly RowContent[],
  { again }: { readonly again: boolean },
): Promise<FileProgress> {
  const to = context.destination();
  const journal = await context.journal();
  const known = await journal.knownFile(rows, to);
  let file: Promise<string> | undefined;
  return {
    created: (at) => (again ? null : (known.rows[at]?.created ?? null)),
    refusal: known.unlisted === null ? undefined : asWriteError(known.unlisted),
    async rowOf(at) {
      if (context.writeFlags?.dryRun) return undefined;
      file ??= journal.startFile(known, { again, to });
      return { file: await file, hash: known.rows[at]?.hash ?? '' };
    },
    async end(options) {
      if (context.writeFlags?.dryRun) return;
      const files = file === undefined ? known.files : [...known.files, await file];
      // Every row was created: if this cannot be written, the rows are only remembered for longer.
      await journal.endFiles(files, options).catch(() => {});
    },
  };
}

/**
 * Converts the error about an intent that an earlier run left unresolved to a `WriteError` with an unknown outcome, as
 * if it had been sent now. Returns other errors unchanged, and so that of an intent that is being sent right now.
 */
export function asWriteError(error: unknown): unknown {
  if (!isNamed<UnknownOutcomeError>(error, 'UnknownOutcomeError') || error.isBeingSent)
    return error;
  const { id } = error.intent;
  const message = `Already sent as ${id}; its outcome is unknown.`;
  return new WriteError('unknown', id, new GuardError('in_doubt', message));
}

/** Returns the row that another run has created, if `error` reports that, otherwise `undefined`. */
export const createdRowOf = (error: unknown): CreatedRow | undefined =>
  isNamed<RowAlreadyCreatedError>(error, 'RowAlreadyCreatedError')
    ? { intentId: error.intent.id, payableId: error.intent.payableId }
    : undefined;

/** Compares errors by name: the classes of the journal are loaded with the journal only. */
const isNamed = <Kind extends Error>(error: unknown, name: Kind['name']): error is Kind =>
  error instanceof Error && error.name === name;

import type { RowAlreadyCreatedError, UnknownOutcomeError } from '../../journal/errors.ts';
import type { FileRow, KnownRow, RowContent } from '../../journal/file-rows.ts';
import type { Context } from '../context.ts';
import { GuardError, WriteError } from '../errors.ts';

/** The progress of a file, in this run and in those before. Rows are named by their place, from 0. */
export interface FileProgress {
  /** The intent that created a row before; null for one that is to be created. */
  readonly created: (at: number) => CreatedRow | null;
  /** Why nothing may be sent: an earlier run left a row unresolved that is not in the file any more, and another may be the same. */
  readonly obstacle: unknown;
  /** A row for the journal, which is told once that the file is begun. */
  readonly rowOf: (at: number) => Promise<FileRow | undefined>;
  /** Nothing is left to do; rows that were created before are known for as long as those of now where something was. */
  readonly end: (how: { readonly renew: boolean }) => Promise<void>;
}

export type CreatedRow = NonNullable<KnownRow['created']>;

/** Reads what the journal knows of a file, whatever it is called. With --dry-run nothing is written. */
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
    obstacle: known.stray === null ? undefined : asWriteError(known.stray),
    async rowOf(at) {
      if (context.writeFlags?.dryRun) return undefined;
      file ??= journal.startFile(known, { again, to });
      return { file: await file, hash: known.rows[at]?.hash ?? '' };
    },
    async end(how) {
      if (context.writeFlags?.dryRun) return;
      const files = file === undefined ? known.files : [...known.files, await file];
      // Everything was created: where this cannot be written down, it is known for longer.
      await journal.endFiles(files, how).catch(() => {});
    },
  };
}

/** What an earlier run left unresolved is as unknown as if it had been sent now; every other error stays as it is. */
export function asWriteError(error: unknown): unknown {
  if (!isNamed<UnknownOutcomeError>(error, 'UnknownOutcomeError') || error.isBeingSent)
    return error;
  const { id } = error.intent;
  const said = `Already sent as ${id}; its outcome is unknown.`;
  return new WriteError('unknown', id, new GuardError('in_doubt', said));
}

/** What created a row meanwhile, where that is what an error says. */
export const createdRowOf = (error: unknown): CreatedRow | undefined =>
  isNamed<RowAlreadyCreatedError>(error, 'RowAlreadyCreatedError')
    ? { intentId: error.intent.id, payableId: error.intent.payableId }
    : undefined;

/** The journal's classes are loaded with the journal alone. */
const isNamed = <Kind extends Error>(error: unknown, name: Kind['name']): error is Kind =>
  error instanceof Error && error.name === name;

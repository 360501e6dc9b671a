import type { Context } from '../../cli/context.ts';
import type { InDoubt } from '../../journal/errors.ts';
import type { FileRow, KnownRow } from '../../journal/file-rows.ts';
import { contentOf, type InvoiceRow } from './invoice-file.ts';

/** How far a file has come, in this run and in those before. Rows are named by their place, from 0. */
interface FileProgress {
  /** What created a row before; null for one that is to be created. */
  readonly created: (at: number) => KnownRow['created'];
  /** What an earlier run left unresolved and is not in the file any more: the row that took its place may be the same. */
  readonly stray: InDoubt | null;
  /** A row for the journal, which is told once that the file is begun. */
  readonly rowOf: (at: number) => Promise<FileRow | undefined>;
  /** Nothing is left to do; rows that were created before are known for as long as those of now where something was. */
  readonly end: (how: { readonly renew: boolean }) => Promise<void>;
}

/** What the journal knows of a file, whatever it is called. With --dry-run nothing is written down. */
export async function openProgress(
  context: Context,
  rows: readonly InvoiceRow[],
  { again }: { readonly again: boolean },
): Promise<FileProgress> {
  const businessId = context.business();
  const to = context.destination();
  const journal = await context.journal();
  const contents = rows.map(({ body }) => ({ businessId, ...contentOf(body) }));
  const known = await journal.knownFile(contents, to);
  let file: Promise<string> | undefined;
  return {
    created: (at) => (again ? null : (known.rows[at]?.created ?? null)),
    stray: known.stray,
    async rowOf(at) {
      if (context.dryRun) return undefined;
      file ??= journal.startFile(known, { again, to });
      return { file: await file, hash: known.rows[at]?.hash ?? '' };
    },
    async end(how) {
      if (context.dryRun) return;
      const files = file === undefined ? known.files : [...known.files, await file];
      // Everything was created: where this cannot be written down, it is known for longer.
      await journal.endFiles(files, how).catch(() => {});
    },
  };
}

/** The result of verifying a journal. */

/** Entries and a head of a journal that were kept elsewhere. */
export interface KnownEntries {
  /** A head that was printed earlier; without `seq` only its hash is known. */
  readonly head?: { readonly seq: number | null; readonly hash: string };
  /** Entries that were printed earlier. */
  readonly entries?: readonly KnownEntry[];
}

/** An entry that was printed earlier. */
export interface KnownEntry {
  readonly seq: number;
  readonly hash: string;
  readonly content: string;
}

/** A place where the journal is not what was written. */
export interface Finding {
  readonly table: string;
  /** The number of the entry, if it is about one. */
  readonly entry: number | null;
  readonly intentId: string | null;
  /** The changed column, if it is one. */
  readonly column: string | null;
  readonly message: string;
}

/** The largest number of findings that are listed; all are counted. */
export const MAX_FINDINGS = 100;

/** The result of verifying a journal. */
export interface Verification {
  readonly journal: string;
  /** The last entry, as printed: `12:9f86d0…`. */
  readonly head: string;
  readonly entries: number;
  readonly intents: number;
  /** The first hundred findings; none if the journal is consistent. */
  readonly findings: readonly Finding[];
  readonly findingCount: number;
}

/** The columns that no entry records, each with its use. */
export const notCovered: readonly string[] = [
  'files (all columns): how long the rows of an input file are remembered',
  'file_rows (missing rows): which rows of an input file were created',
];

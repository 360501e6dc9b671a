import type { ColumnMapping } from './column-mapping.ts';

/** The content of a row: cells as text by column. */
export interface InputRow {
  /** The row as a spreadsheet numbers it: the header is row 1. In a JSON file, its place from 1. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
  /** All cells of the row as written, those of columns that are not read included. */
  readonly texts: readonly string[];
}

/** The column of a file of rejected rows that has the reason; it is not read. */
export const REASON_COLUMN = 'reason';

export interface InputTable {
  /** The cells of the header as written; empty for JSON. */
  readonly header: readonly string[];
  readonly rows: readonly InputRow[];
  /** Problems that were found before any cell was parsed. */
  readonly problems: readonly RowProblem[];
  /** The character between cells; `null` for JSON. */
  readonly delimiter: string | null;
  /** The mapping of its columns, if it was read by one. */
  readonly mapping?: ColumnMapping | undefined;
  /** Sentences about what was read differently than it is written. */
  readonly notices: readonly string[];
}

export interface RowProblem {
  /** `null` for a problem of the whole row. */
  readonly column: string | null;
  /** The row as a spreadsheet numbers it. */
  readonly row: number;
  readonly message: string;
  /** The quoted value of the cell, if the message does not contain it. */
  readonly value?: string;
}

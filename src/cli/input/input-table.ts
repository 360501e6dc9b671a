/** The content of a row: cells as text by column. */
export interface InputRow {
  /** Counted from 1, without the header. */
  readonly row: number;
  /** The row as a spreadsheet numbers it: the header is row 1. In a JSON file equal to `row`. */
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface InputTable {
  readonly rows: readonly InputRow[];
  /** Problems that were found before any cell was parsed. */
  readonly problems: readonly RowProblem[];
  /** The character between cells; `null` for JSON. */
  readonly delimiter: string | null;
  /** Sentences about what was read differently than it is written. */
  readonly notices: readonly string[];
}

export interface RowProblem {
  /** `null` for a problem of the whole row. */
  readonly column: string | null;
  /** Counted from 1, without the header. */
  readonly row: number;
  /** The row as a spreadsheet numbers it. */
  readonly number: number;
  readonly message: string;
  /** The quoted value of the cell, if the message does not contain it. */
  readonly value?: string;
}

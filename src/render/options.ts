import type { BarStyle } from './bars.ts';
import type { Columns, TerminalColumn } from './view.ts';

/** The formats that every result of records can have, by their names for `-o`; `writers` has the function of each. */
export const RECORD_FORMATS = ['table', 'json', 'ndjson', 'csv', 'tsv', 'markdown'] as const;

export interface RenderOptions {
  readonly format: (typeof RECORD_FORMATS)[number];
  /** False omits the header. TSV never has one. */
  readonly header?: boolean;
  /** CSV without the formula guard, with control characters kept. */
  readonly rawCsv?: boolean;
  /** The width of the terminal in columns; output is not fitted without it. */
  readonly width?: number;
  readonly color?: boolean;
  /** The characters of bars; block elements by default. */
  readonly barStyle?: BarStyle;
  readonly utc?: boolean;
  readonly timeZone?: string;
  /** The field paths to print, in this order; `[ALL_COLUMNS]` for every documented column. */
  readonly columns?: readonly string[];
  /** Called after a table with the number of documented columns that it had no room for, unless that is 0. */
  readonly onColumnsLeftOut?: (count: number) => void;
  /** Returns the service's original record, which JSON prints. */
  readonly source?: (record: unknown) => unknown;
}

/** Records, possibly streamed. */
export type Rows = Iterable<unknown> | AsyncIterable<unknown>;

/** The value of `--columns` for every documented column, however wide. */
export const ALL_COLUMNS = 'all';

/** A result to print: its records, whether they are a list, and the columns to print. */
export interface Result {
  readonly rows: Rows;
  readonly isList: boolean;
  readonly columns: Columns;
  /** The columns of a table in a terminal, of which it may leave some out; `undefined` if all are printed. */
  readonly fitted: readonly TerminalColumn[] | undefined;
}

/** Options of rendering. */

import type { Columns } from './view.ts';

/** The format of the output. */
export interface RenderOptions {
  readonly format: 'table' | 'json' | 'ndjson' | 'csv' | 'tsv';
  /** False omits the header. TSV never has one. */
  readonly header?: boolean;
  /** CSV without the formula guard, with control characters kept. */
  readonly rawCsv?: boolean;
  /** The width of the terminal in columns; output is not fitted without it. */
  readonly width?: number;
  readonly color?: boolean;
  readonly utc?: boolean;
  readonly timeZone?: string;
  /** The field paths to print, in this order. */
  readonly columns?: readonly string[];
  /** Returns the service's original record, which JSON prints. */
  readonly source?: (record: unknown) => unknown;
}

/** Records, possibly streamed. */
export type Rows = Iterable<unknown> | AsyncIterable<unknown>;

/** A result to print: its records, whether they are a list, and the columns to print. */
export interface Result {
  readonly rows: Rows;
  readonly isList: boolean;
  readonly columns: Columns;
}

import type { Columns } from './view.ts';

/** How a result shall look. */
export interface RenderOptions {
  readonly format: 'table' | 'json' | 'ndjson' | 'csv' | 'tsv';
  /** False leaves the header out. TSV never has one. */
  readonly header?: boolean;
  /** CSV as it is: no guard against formulas, control characters kept. */
  readonly rawCsv?: boolean;
  /** Columns of the terminal; nothing is fitted without it. */
  readonly width?: number;
  readonly color?: boolean;
  readonly utc?: boolean;
  readonly timeZone?: string;
  /** Field paths to print, in this order. */
  readonly columns?: readonly string[];
  /** The service's own record behind one that was adapted: what JSON shows. */
  readonly source?: (record: unknown) => unknown;
}

/** Records that may come one by one. */
export type Rows = Iterable<unknown> | AsyncIterable<unknown>;

/** A result ready to be written: its records, whether they are a list, and what is printed of each. */
export interface Result {
  readonly rows: Rows;
  readonly many: boolean;
  readonly columns: Columns;
}

/** Views: the layout of a command's result, independent of the format. */

import type { BarStyle } from './bars.ts';

/**
 * The meaning of a field: `money` is a number of dollars, `date` a calendar date, `time` a timestamp, `share` a number
 * from 0 to 1, `level` one from -1 to 1, drawn as bars; `below` is printed under its row in a table, `command` too, and so that it can be copied; `prose` is
 * wrapped at words in a terminal.
 */
export type Kind =
  | 'text'
  | 'money'
  | 'date'
  | 'time'
  | 'number'
  | 'boolean'
  | 'state'
  | 'share'
  | 'level'
  | 'below'
  | 'command'
  | 'prose'
  | 'json';

/** One field of a record. The key is its path (`settings.netTerms`), and its name in every format. */
export interface Column {
  readonly key: string;
  readonly kind: Kind;
  /**
   * The importance of the column where a terminal is too narrow for all: 1 is left out last. By default its position,
   * from 1.
   */
  readonly rank?: number;
  /** The width in columns to which a terminal may shorten its cells; they are not shortened without it. */
  readonly shortensTo?: number;
}

/**
 * Formats a calendar date, or a timestamp in the zone of the table, without its year if that is `year`: `Mar 5`, `Mar 5,
 * 2027`. Returns `undefined` for any other value.
 */
export type DayText = (value: unknown, year: string) => string | undefined;

/** A column of a table in a terminal, which may combine several fields of a record for people. */
export interface TerminalColumn extends Column {
  readonly heading?: string;
  /** Returns the text of its cell, if that is not the field. */
  readonly text?: (row: unknown, dayOf: DayText) => string;
  /** Further documented columns that it shows. */
  readonly covers?: readonly string[];
}

/** The rows of a table in a terminal, and the lines above them. */
export interface TerminalParts {
  /** Reports whether a row is shown; by default each is. */
  readonly shows?: (row: unknown) => boolean;
  /** Returns lines to print above the table, at most `width` wide; an empty array for none. */
  readonly above?: (
    rows: readonly unknown[],
    style: { readonly barStyle: BarStyle; readonly width: number },
  ) => Promise<readonly string[]>;
}

/** The columns of a result, in order. */
export type Columns = readonly Column[];

/**
 * The shape of a command's result, from which any format is rendered.
 *
 * - `list`: rows, possibly streamed.
 * - `record`: one record.
 * - `either`: one record, or an array if several ids were given.
 * - `text`: lines that are printed unchanged.
 * - `json`: printed as JSON in every format.
 * - `bytes`: a file from the service, passed through.
 */
export type View =
  | {
      readonly kind: 'list';
      readonly columns: Columns;
      /** Fields of a row that are printed only on request. */
      readonly also?: readonly string[];
      /** The message for an empty result. */
      readonly empty: string;
      /** The columns in a terminal, if they differ. */
      readonly terminal?: readonly TerminalColumn[];
      /** The parts of a table that only a terminal shows, or that it leaves out. */
      readonly atTerminal?: TerminalParts;
      /** The only format that it has, whatever the settings say. */
      readonly only?: 'csv';
    }
  | {
      readonly kind: 'record';
      readonly columns: Columns;
      /** The field whose items are the rows of the record, each with these columns. JSON prints the whole record. */
      readonly rows?: string;
      /** Returns the record as an HTML document, if it can be printed as one. */
      readonly html?: (record: unknown) => Promise<string>;
    }
  | {
      readonly kind: 'either';
      readonly columns: Columns;
      readonly prose?: true;
      /** The columns of several records in a terminal, if they differ. */
      readonly terminal?: readonly TerminalColumn[];
    }
  /**
   * `lasts` is true for output that runs until interrupted: it is never complete, so it cannot be written with `--out`.
   */
  | { readonly kind: 'text'; readonly lasts?: true }
  /** `hasRows` is true if its records can be printed as rows, where columns or a format of rows are chosen. */
  | { readonly kind: 'json'; readonly hasRows?: true }
  | { readonly kind: 'bytes' };

/** A view with columns; the other views are printed unchanged. */
export type Tabular = Extract<View, { readonly columns: Columns }>;

/**
 * Parses column specs: `key`, or `key:kind` for a kind other than text; `#3` after it is the rank, and `~20` the width
 * that a terminal may shorten it to. Example: `columns('id #2', 'amount:money', 'memo #3 ~20')`.
 */
export function columns(...specs: readonly string[]): Columns {
  return specs.map((spec) => {
    const [field = '', ...marks] = spec.split(' ');
    const [key = '', kind = 'text'] = field.split(':');
    const markOf = (sign: string) => marks.find((it) => it.startsWith(sign))?.slice(1);
    const [rank, width] = [markOf('#'), markOf('~')].map((it) => it && Number(it));
    return { key, kind: kind as Kind, ...(rank && { rank }), ...(width && { shortensTo: width }) };
  });
}

/** Returns the view of a list. `also` names fields that are printed only on request. */
export const listOf = (
  columns: Columns,
  empty: string,
  {
    also = [],
    ...more
  }: {
    readonly also?: readonly string[];
    readonly terminal?: readonly TerminalColumn[];
    readonly atTerminal?: TerminalParts;
  } = {},
): Tabular => ({ kind: 'list', columns, empty, also, ...more });
export const recordOf = (columns: Columns): Tabular => ({ kind: 'record', columns });
/** Returns the view of a record whose field `rows` has its rows. `html` prints it as an HTML document. */
export const recordOfRows = (
  rows: string,
  columns: Columns,
  html?: (record: unknown) => Promise<string>,
): Tabular => ({ kind: 'record', columns, rows, ...(html && { html }) });
/** Returns the view of one record, or of an array if several ids were given. */
export const eitherOf = (columns: Columns, terminal?: readonly TerminalColumn[]): Tabular => ({
  kind: 'either',
  columns,
  ...(terminal && { terminal }),
});
export const text: View = { kind: 'text' };

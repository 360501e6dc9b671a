/** How a field is meant: money is a number of dollars, a date a calendar date, a time a moment, a share a part of 1, and what is below stands under its row in a table. */
export type Kind =
  | 'text'
  | 'money'
  | 'date'
  | 'time'
  | 'number'
  | 'boolean'
  | 'state'
  | 'share'
  | 'below'
  | 'json';

/** One field of a record. The key is its path in the record (`settings.netTerms`), and its name in every format. */
export interface Column {
  readonly key: string;
  readonly kind: Kind;
}

export type Columns = readonly Column[];

/**
 * What a command's result is, so that any format can show it:
 * `list`: rows that may come one by one · `record`: one · `either`: one record, or an array where several ids were given ·
 * `text`: lines to print as they are · `json`: printed as JSON whatever the format · `bytes`: a file that the service made, passed through.
 */
export type View =
  | {
      readonly kind: 'list';
      readonly columns: Columns;
      /** Members of a row that are printed only where they are asked for. */
      readonly also?: readonly string[];
      /** What a person is told when there is nothing. */
      readonly empty: string;
    }
  | {
      readonly kind: 'record';
      readonly columns: Columns;
      /** The member whose items are the rows of the record, each with these columns; JSON shows the whole record. */
      readonly rows?: string;
    }
  /** `prose` is a table in a pipe too: it is read by people. */
  | { readonly kind: 'either'; readonly columns: Columns; readonly prose?: true }
  /** What lasts goes on until it is interrupted: it is never complete, so it cannot go into a file of --out. */
  | { readonly kind: 'text'; readonly lasts?: true }
  | { readonly kind: 'json' }
  | { readonly kind: 'bytes'; readonly fileName: string };

/** The results that are laid out in columns; the others are printed as they are. */
export type Tabular = Extract<View, { readonly columns: Columns }>;

/** Column keys, `key:kind` where the kind is not text: `columns('id', 'amount:money', 'dueDate:date')`. */
export function columns(...specs: readonly string[]): Columns {
  return specs.map((spec) => {
    const [key = '', kind = 'text'] = spec.split(':');
    return { key, kind: kind as Kind };
  });
}

export const listOf = (columns: Columns, empty: string, also: readonly string[] = []): Tabular => ({
  kind: 'list',
  columns,
  empty,
  also,
});
export const recordOf = (columns: Columns): Tabular => ({ kind: 'record', columns });
export const recordOfRows = (rows: string, columns: Columns): Tabular => ({
  kind: 'record',
  columns,
  rows,
});
export const eitherOf = (columns: Columns): Tabular => ({ kind: 'either', columns });
export const text: View = { kind: 'text' };

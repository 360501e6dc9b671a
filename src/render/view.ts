/** Views: the layout of a command's result, independent of the format. */

/**
 * The meaning of a field: `money` is a number of dollars, `date` a calendar date, `time` a timestamp, `share` a number
 * from 0 to 1; `below` is printed under its row in a table.
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
  | 'below'
  | 'json';

/** One field of a record. The key is its path (`settings.netTerms`), and its name in every format. */
export interface Column {
  readonly key: string;
  readonly kind: Kind;
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
      readonly extraFields?: readonly string[];
      /** The message for an empty result. */
      readonly empty: string;
    }
  | {
      readonly kind: 'record';
      readonly columns: Columns;
      /** The field whose items are the rows of the record, each with these columns. JSON prints the whole record. */
      readonly rows?: string;
    }
  | { readonly kind: 'either'; readonly columns: Columns; readonly prose?: true }
  /**
   * `lasts` is true for output that runs until interrupted: it is never complete, so it cannot be written with `--out`.
   */
  | { readonly kind: 'text'; readonly lasts?: true }
  | { readonly kind: 'json' }
  | { readonly kind: 'bytes'; readonly fileName: string };

/** A view with columns; the other views are printed unchanged. */
export type Tabular = Extract<View, { readonly columns: Columns }>;

/**
 * Parses column specs: `key`, or `key:kind` for a kind other than text. Example: `columns('id', 'amount:money',
 * 'dueDate:date')`.
 */
export function columns(...specs: readonly string[]): Columns {
  return specs.map((spec) => {
    const [key = '', kind = 'text'] = spec.split(':');
    return { key, kind: kind as Kind };
  });
}

/** Returns the view of a list. `extraFields` names fields that are printed only on request. */
export const listOf = (
  columns: Columns,
  empty: string,
  extraFields: readonly string[] = [],
): Tabular => ({
  kind: 'list',
  columns,
  empty,
  extraFields,
});
/** Returns the view of one record. */
export const recordOf = (columns: Columns): Tabular => ({ kind: 'record', columns });
/** Returns the view of a record whose field `rows` has its rows. */
export const recordOfRows = (rows: string, columns: Columns): Tabular => ({
  kind: 'record',
  columns,
  rows,
});
/** Returns the view of one record, or of an array if several ids were given. */
export const eitherOf = (columns: Columns): Tabular => ({ kind: 'either', columns });
/** The view of plain text. */
export const text: View = { kind: 'text' };

/** The notation of the specification's tables. */

/** A type, or the values of an enum. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'file'
  | readonly string[];

/** Fields by name: `name?` if optional, dotted inside an object, `[]` for the items of a list. */
export type Fields = Readonly<Record<string, Kind>>;

/** One row of the specification's tables. */
export interface Row {
  readonly method: string;
  readonly path: string;
  readonly request: Fields;
  /** Request fields that the specification describes without a name. */
  readonly unnamed: readonly string[];
  /** `null` if the response, or its field names, are not specified. */
  readonly response: Fields | null;
  readonly list: boolean;
  readonly csv: boolean;
  readonly upload: boolean;
}

interface Cells {
  readonly request?: Fields;
  readonly unnamed?: readonly string[];
  readonly response?: Fields;
  readonly list?: true;
  readonly csv?: true;
  readonly upload?: true;
}

/** Creates a row. */
export const row = (method: string, path: string, cells: Cells = {}): Row => ({
  method,
  path,
  request: cells.request ?? {},
  unnamed: cells.unnamed ?? [],
  response: cells.response ?? null,
  list: cells.list ?? false,
  csv: cells.csv ?? false,
  upload: cells.upload ?? false,
});

/** A type, or the values of an enum. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'file'
  | readonly string[];

/** By name: `name?` when it is optional, dotted inside an object, `[]` for the items of a list. */
export type Fields = Readonly<Record<string, Kind>>;

/** One row of the specification's tables. */
export interface Row {
  readonly method: string;
  readonly path: string;
  readonly request: Fields;
  /** Request fields that are described in words, without a name. */
  readonly unnamed: readonly string[];
  /** `null` where the answer, or the names in it, are not stated. */
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

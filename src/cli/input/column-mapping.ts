/** The columns of a CSV file whose header has names of its own: given once, then remembered for its header. */

import { UsageError } from '../../money/errors.ts';
import { InvalidValueError, type Parse } from '../flags/flag.ts';
import type { CsvRow } from './csv-rows.ts';
import { dateFormatPattern, ISO_DATE_FORMAT } from './date-format.ts';
import { DECIMALS, type Decimal } from './decimal.ts';
import { quoted, unreadable } from './file-problems.ts';
import { REASON_COLUMN } from './input-table.ts';

/** A column for a field: `description=Payee`. Columns are given by name, or by number from 1. */
export type MappedColumn<Field extends string = string> = readonly [field: Field, column: string];

export interface ColumnMapping<Field extends string = string> {
  /** The header row that it is for; without one, the number of columns. */
  readonly header: readonly string[] | number;
  readonly columns: readonly MappedColumn<Field>[];
  /** Such as `MM/DD/YYYY`. */
  readonly dateFormat: string;
  /** Unless the amounts say it themselves. */
  readonly decimal?: Decimal | undefined;
}

/** The fields that a file may have. */
export interface MappedFields<Field extends string = string> {
  readonly fields: readonly Field[];
  /** Returns the problem of a set of columns; `undefined` if it is complete. */
  problemIn(columns: readonly MappedColumn<Field>[]): string | undefined;
}

/** The columns that the command line gives, and the mappings that the profile remembers. */
export interface MappingChoice<Field extends string = string> {
  readonly columns: readonly MappedColumn<Field>[];
  readonly dateFormat: string | undefined;
  readonly decimal?: Decimal | undefined;
  readonly remembered: readonly ColumnMapping<Field>[];
}

/** No mapping is known for a CSV file; `header` has the columns of the file. */
export class UnknownColumnsError extends Error {
  override readonly name = 'UnknownColumnsError';
  readonly header: readonly string[];
  /** The problem of the columns that were given; `undefined` if none were. */
  readonly problem: string | undefined;

  constructor(header: readonly string[], problem?: string) {
    super('the columns are not known');
    this.header = header;
    this.problem = problem;
  }
}

/** Converts the error about a header without a mapping to one of the file at `path`. */
export function unknownColumnsError(
  { header, problem }: UnknownColumnsError,
  path: string,
  next: readonly string[],
): UsageError {
  const columns = header.map((it, at) => it || String(at + 1)).join(', ');
  const message = problem ?? 'no columns are remembered for this header';
  return new UsageError([`${path}: ${message}.`, `Its columns: ${columns}`], {
    problems: [{ field: 'map', message }],
    next,
  });
}

/** Returns the parser of `field=column`, such as `date=Posting Date` or `amount=4`. */
export const columnChoiceOf =
  <Field extends string>(fields: readonly Field[]): Parse<MappedColumn<Field>> =>
  (text) => {
    const [, name = '', column = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/s.exec(text) ?? [];
    const field = fields.find((it) => it.toLowerCase() === name.toLowerCase());
    if (field !== undefined && column !== '') return [field, column];
    throw new InvalidValueError(
      `must be field=column, where the field is ${fields.slice(0, -1).join(', ')} or ${fields.at(-1)}`,
    );
  };

/** Returns the mapping stored for a header row or a number of columns; `undefined` if there is none. */
const findMapping = <Field extends string>(
  stored: readonly ColumnMapping<Field>[],
  header: ColumnMapping['header'],
): ColumnMapping<Field> | undefined => stored.find((it) => isSameHeader(it.header, header));

/** Returns the stored mappings with a new one, which replaces that for the same header. */
export const addMapping = <Field extends string>(
  stored: readonly ColumnMapping<Field>[],
  mapping: ColumnMapping<Field>,
): readonly ColumnMapping<Field>[] => [
  mapping,
  ...stored.filter((it) => !isSameHeader(it.header, mapping.header)),
];

const isSameHeader = (one: ColumnMapping['header'], other: ColumnMapping['header']): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Converts a stored value to mappings; `undefined` if it is damaged. */
export function parseMappings<Field extends string>(
  value: unknown,
  known: MappedFields<Field>,
): readonly ColumnMapping<Field>[] | undefined {
  if (value === undefined || value === null) return [];
  const isMapping = (it: unknown) => isMappingOf(it, known);
  return Array.isArray(value) && value.every(isMapping) ? value : undefined;
}

function isMappingOf<Field extends string>(
  value: unknown,
  { fields, problemIn }: MappedFields<Field>,
): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { header, columns, dateFormat, decimal } = value as Partial<Record<string, unknown>>;
  return (
    (typeof header === 'number' || isTexts(header)) &&
    Array.isArray(columns) &&
    columns.every((it) => isTexts(it) && it.length === 2 && fields.some((one) => one === it[0])) &&
    problemIn(columns) === undefined &&
    typeof dateFormat === 'string' &&
    dateFormatPattern(dateFormat) !== undefined &&
    (decimal === undefined || DECIMALS.some((it) => it === decimal))
  );
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((it) => typeof it === 'string');

/** The rows in which a header is looked for: some files have a title or a summary before it. */
export const HEADER_WITHIN = 50;

/** The rows below a header, and the mapping of their columns. */
export interface MappedRows<Field extends string = string> {
  readonly mapping: ColumnMapping<Field>;
  readonly body: readonly CsvRow[];
  /** The number of rows before the header. */
  readonly before: number;
}

/**
 * Finds the header of a file by the columns that are given, otherwise by the headers that are remembered. Cells have no
 * spaces around them, and blank rows are left out.
 *
 * @throws {UnknownColumnsError} if no mapping fits.
 */
export function mapColumns<Field extends string>(
  rows: readonly CsvRow[],
  choice: MappingChoice<Field>,
  problemIn: MappedFields<Field>['problemIn'],
): MappedRows<Field> {
  const [first] = rows;
  if (!first) throw unreadable(1, 'has no rows');
  if (choice.columns.length > 0) return mappedByChoice(rows, choice, problemIn);
  const found = rememberedColumns(rows, choice);
  if (!found) throw new UnknownColumnsError(widest(rows));
  return found;
}

/** Returns the rows of a file whose header, or number of columns, is remembered; otherwise `undefined`. */
export function rememberedColumns<Field extends string>(
  rows: readonly CsvRow[],
  choice: MappingChoice<Field>,
): MappedRows<Field> | undefined {
  const found = rows
    .slice(0, HEADER_WITHIN)
    .map(({ cells }, at) => ({ at, mapping: mappingOf(cells, choice.remembered) }))
    .find(({ mapping }) => mapping !== undefined);
  const byWidth = findMapping(choice.remembered, rows[0]?.cells.length ?? 0);
  const mapping = found?.mapping ?? byWidth;
  if (!mapping) return undefined;
  const own = {
    ...mapping,
    dateFormat: choice.dateFormat ?? mapping.dateFormat,
    decimal: choice.decimal ?? mapping.decimal,
  };
  return found
    ? { mapping: own, body: rows.slice(found.at + 1), before: found.at }
    : { mapping: own, body: rows, before: 0 };
}

/** Returns the mapping of a header, which may be that of a file of rejected rows. */
const mappingOf = <Field extends string>(
  header: readonly string[],
  stored: readonly ColumnMapping<Field>[],
): ColumnMapping<Field> | undefined =>
  findMapping(stored, header) ??
  (header.at(-1) === REASON_COLUMN ? findMapping(stored, header.slice(0, -1)) : undefined);

function mappedByChoice<Field extends string>(
  rows: readonly CsvRow[],
  { columns, dateFormat = ISO_DATE_FORMAT, decimal }: MappingChoice<Field>,
  problemIn: MappedFields<Field>['problemIn'],
): MappedRows<Field> {
  const problem = problemIn(columns);
  if (problem !== undefined) throw new UnknownColumnsError(widest(rows), problem);
  const formats = { dateFormat, ...(decimal !== undefined && { decimal }) };
  const at = rows
    .slice(0, HEADER_WITHIN)
    .findIndex(({ cells }) => columns.every(([, name]) => columnIn(cells, name) !== undefined));
  const header = rows[at];
  if (header && columns.some(([, name]) => isNamed(header.cells, name))) {
    return {
      mapping: { header: header.cells, columns, ...formats },
      ...{ body: rows.slice(at + 1), before: at },
    };
  }
  const [first] = rows;
  const width = first?.cells.length ?? 0;
  const missing = columns.filter(([, name]) => !(Number(name) >= 1 && Number(name) <= width));
  if (missing.length > 0 || !first) {
    const names = missing.map(([, name]) => quoted(name)).join(', ');
    throw new UnknownColumnsError(widest(rows), `no row has the columns ${names}`);
  }
  return { mapping: { header: width, columns, ...formats }, body: rows, before: 0 };
}

/** Returns the cells of the row with the most cells among the first ones: most likely the header. */
const widest = (rows: readonly CsvRow[]): readonly string[] =>
  rows
    .slice(0, HEADER_WITHIN)
    .reduce<readonly string[]>(
      (best, { cells }) => (cells.length > best.length ? cells : best),
      [],
    );

const isNamed = (header: readonly string[], name: string): boolean =>
  header.some((it) => it.toLowerCase() === name.toLowerCase());

/** Returns the index of a column by its name, or by its number from 1. */
export function columnIn(header: readonly string[], name: string): number | undefined {
  const at = header.findIndex((it) => it.toLowerCase() === name.toLowerCase());
  if (at >= 0) return at;
  return /^\d{1,3}$/.test(name) && Number(name) >= 1 && Number(name) <= header.length
    ? Number(name) - 1
    : undefined;
}

/** Says how many rows were left out before a header. */
export const beforeNotice = (before: number): readonly string[] =>
  before === 0 ? [] : [`${before} row${before === 1 ? '' : 's'} before the header left out.`];

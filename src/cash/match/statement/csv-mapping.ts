import { InvalidValueError, type Parse } from '../../../cli/flags/flag.ts';
import { dateFormatPattern } from '../../../cli/input/date-format.ts';

const CSV_FIELDS = [
  'date',
  'amount',
  'debit',
  'credit',
  'sign',
  'description',
  'id',
  'balance',
  'currency',
] as const;
type CsvField = (typeof CSV_FIELDS)[number];

/** A column for a field: `description=Payee`. Columns are given by name, or by number from 1. */
export type ColumnChoice = readonly [field: CsvField, column: string];

export interface CsvMapping {
  /** The header row that it is for; without one, the number of columns. */
  readonly header: readonly string[] | number;
  readonly columns: readonly ColumnChoice[];
  /** Such as `MM/DD/YYYY`. */
  readonly dateFormat: string;
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

/** `field=column`, such as `date=Posting Date` or `amount=4`. */
export const columnChoice: Parse<ColumnChoice> = (text) => {
  const [, name = '', column = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/s.exec(text) ?? [];
  const field = CSV_FIELDS.find((it) => it === name.toLowerCase());
  if (field !== undefined && column !== '') return [field, column];
  throw new InvalidValueError(
    `must be field=column, where the field is ${CSV_FIELDS.slice(0, -1).join(', ')} or ${CSV_FIELDS.at(-1)}`,
  );
};

/** Returns the problem of a set of columns; `undefined` if it is complete. */
export function findColumnProblem(columns: readonly ColumnChoice[]): string | undefined {
  const count = (field: CsvField) => columns.filter(([it]) => it === field).length;
  const twice = CSV_FIELDS.find((it) => it !== 'description' && count(it) > 1);
  if (twice !== undefined) return `${twice} is mapped twice`;
  if (count('date') === 0) return 'date is not mapped';
  const isSplit = count('debit') + count('credit') > 0;
  if (count('amount') > 0 === isSplit) return 'either amount, or debit and credit must be mapped';
  if (isSplit && count('sign') > 0) return 'sign belongs to amount, not to debit and credit';
  return undefined;
}

/** Returns the mapping stored for a header row or a number of columns; `undefined` if there is none. */
export const findMapping = (
  stored: readonly CsvMapping[],
  header: CsvMapping['header'],
): CsvMapping | undefined => stored.find((it) => isSameHeader(it.header, header));

/** Returns the stored mappings with a new one, which replaces that for the same header. */
export const addMapping = (
  stored: readonly CsvMapping[],
  mapping: CsvMapping,
): readonly CsvMapping[] => [
  mapping,
  ...stored.filter((it) => !isSameHeader(it.header, mapping.header)),
];

const isSameHeader = (one: CsvMapping['header'], other: CsvMapping['header']): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Converts a stored value to mappings; `undefined` if it is damaged. */
export function parseMappings(value: unknown): readonly CsvMapping[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every(isMapping) ? value : undefined;
}

function isMapping(value: unknown): value is CsvMapping {
  if (typeof value !== 'object' || value === null) return false;
  const { header, columns, dateFormat: format } = value as Partial<Record<string, unknown>>;
  return (
    (typeof header === 'number' || isTexts(header)) &&
    Array.isArray(columns) &&
    columns.every(isChoice) &&
    findColumnProblem(columns) === undefined &&
    typeof format === 'string' &&
    dateFormatPattern(format) !== undefined
  );
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((it) => typeof it === 'string');

const isChoice = (value: unknown): value is ColumnChoice =>
  Array.isArray(value) &&
  value.length === 2 &&
  CSV_FIELDS.some((it) => it === value[0]) &&
  typeof value[1] === 'string';

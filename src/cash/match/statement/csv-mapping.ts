import {
  type ColumnMapping,
  columnChoiceOf,
  type MappedColumn,
} from '../../../cli/input/column-mapping.ts';

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

export type ColumnChoice = MappedColumn<CsvField>;
export type CsvMapping = ColumnMapping<CsvField>;

/** `field=column`, such as `date=Posting Date` or `amount=4`. */
export const columnChoice = columnChoiceOf(CSV_FIELDS);

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

export const statementFields = { fields: CSV_FIELDS, problemIn: findColumnProblem };

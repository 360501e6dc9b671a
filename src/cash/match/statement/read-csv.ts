import {
  beforeNotice,
  columnIn,
  type MappingChoice,
  mapColumns,
} from '../../../cli/input/column-mapping.ts';
import { type CsvRow, readCsvRows } from '../../../cli/input/csv-rows.ts';
import { dateParser } from '../../../cli/input/date-format.ts';
import { findDecimal, withDecimalPoint } from '../../../cli/input/decimal.ts';
import { type FileProblem, quoted, unreadable } from '../../../cli/input/file-problems.ts';
import { groupBy } from '../../../group-by.ts';
import { usd } from '../../../render/money.ts';
import { parseSignedCents } from './amounts-and-dates.ts';
import { type BankLine, type BankStatement, joinTexts, ProblemList } from './bank-statement.ts';
import { type ColumnChoice, type CsvMapping, findColumnProblem } from './csv-mapping.ts';

export type CsvChoice = MappingChoice<ColumnChoice[0]>;

/** The statement of a CSV file, and the mapping that it was read by. */
export interface CsvContent {
  readonly statement: BankStatement;
  readonly mapping: CsvMapping;
  readonly mismatches: readonly FileProblem[];
  readonly notices: readonly string[];
}

/**
 * Reads a CSV statement by the columns that are given, or those remembered for its header. Amounts without a currency
 * column are dollars. Rows without an amount, such as a balance, are left out.
 *
 * @throws {UnknownColumnsError} if no mapping fits.
 * @throws {UnreadableFileError} with all problems of its rows.
 */
export function readCsv(text: string, choice: CsvChoice): CsvContent {
  const { rows: all, delimiter } = readCsvRows(text);
  const rows = all.map(trimmed).filter(hasText);
  const { mapping, body: written, before } = mapColumns(rows, choice, findColumnProblem);
  const columnOf = columnFinder(mapping);
  const body = pointed(written, columnOf, delimiter, mapping);
  const problems = new ProblemList();
  const debitSign = debitsAreNegative(body, columnOf('debit')) ? 1 : -1;
  const toDate = statementDate(mapping.dateFormat);
  const read = body.map((row) =>
    problems.attempt(() => lineOf(row, { columnOf, toDate, debitSign })),
  );
  problems.throwIfAny();
  const lines = read.filter((it) => it !== undefined && it !== null);
  const empty = read.filter((it) => it === null).length;
  return {
    statement: {
      ...{ account: null, routingNumber: null, from: null, to: null },
      ...{ opening: null, closing: null, lines },
    },
    mapping,
    mismatches: balanceMismatches(body, read, columnOf('balance')),
    notices: [
      ...beforeNotice(before),
      ...(empty > 0 ? [`${empty} row${empty === 1 ? '' : 's'} without an amount left out.`] : []),
    ],
  };
}

const trimmed = (row: CsvRow): CsvRow => ({ ...row, cells: row.cells.map((it) => it.trim()) });

const hasText = ({ cells }: CsvRow): boolean => cells.some((it) => it !== '');

/** Returns the rows with decimal points in their amounts, if the mapping or all amounts say that they have commas. */
function pointed(
  rows: readonly CsvRow[],
  columnOf: ColumnOf,
  delimiter: string,
  { decimal }: CsvMapping,
): readonly CsvRow[] {
  const columns = (['amount', 'debit', 'credit', 'balance'] as const).flatMap(columnOf);
  const texts = () => rows.flatMap(({ cells }) => columns.map((at) => cells[at] ?? ''));
  if ((decimal ?? findDecimal(texts(), delimiter)) !== 'comma') return rows;
  const asPoint = (cell: string, { line }: CsvRow) => {
    const found = cell === '' ? '' : withDecimalPoint(cell);
    if (found !== undefined) return found;
    throw unreadable(line, `the amount ${quoted(cell)} is not a number with a decimal comma`);
  };
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => (columns.includes(at) ? asPoint(cell, row) : cell)),
  }));
}

type ColumnOf = (field: ColumnChoice[0]) => readonly number[];

/** Returns a function that finds the columns of a field: several for a description, otherwise one or none. */
function columnFinder({ header, columns }: CsvMapping): ColumnOf {
  const names = typeof header === 'number' ? Array.from({ length: header }, () => '') : header;
  const found = groupBy(columns, ([field]) => field);
  const known = new Map(
    [...found].map(([field, own]) => [
      field,
      own.map(([, name]) => columnIn(names, name)).filter((it) => it !== undefined),
    ]),
  );
  return (field) => known.get(field) ?? [];
}

/** Returns a parser of dates in a format. It throws `UnreadableFileError`; a time after a date is left out. */
function statementDate(format: string): LineReading['toDate'] {
  const parse = dateParser(format);
  return (text, line) => {
    const found = parse(text);
    if (!found) throw unreadable(line, `${quoted(text)} is not a date as ${format}`);
    if (found.date === undefined) throw unreadable(line, `${quoted(text)} is not a date`);
    return found.date;
  };
}

interface LineReading {
  readonly columnOf: ColumnOf;
  readonly toDate: (text: string, line: number) => string;
  /** The sign that makes an amount in the debit column negative. */
  readonly debitSign: 1 | -1;
}

/** Returns the line of a row; `null` for a row without an amount. */
function lineOf(row: CsvRow, { columnOf, toDate, debitSign }: LineReading): BankLine | null {
  const { line } = row;
  const cell = (field: ColumnChoice[0]) => cellOf(row, columnOf(field));
  const cents = centsOf(cell, line, debitSign);
  if (cents === undefined) return null;
  return {
    line,
    date: toDate(cell('date'), line),
    cents,
    currency: cell('currency').toUpperCase() || 'USD',
    transactionId: cell('id') || null,
    text: joinTexts(...columnOf('description').map((at) => row.cells[at])),
  };
}

const cellOf = ({ cells }: CsvRow, [at]: readonly number[]): string =>
  at === undefined ? '' : (cells[at] ?? '');

/** Returns the cents of a row, negative out of the account; `undefined` if it has no amount. */
function centsOf(
  cell: (field: ColumnChoice[0]) => string,
  line: number,
  debitSign: 1 | -1,
): number | undefined {
  const [amount, debit, credit] = (['amount', 'debit', 'credit'] as const).map((it) =>
    centsIn(cell(it), line),
  );
  if (amount !== undefined) return withSign(amount, cell('sign'), line);
  if (debit && credit) throw unreadable(line, 'a row has both a debit and a credit');
  if (debit) return debit * debitSign;
  return credit ?? debit;
}

/** Parses an amount as banks and spreadsheets write it: `$`, thousands separators, `(5.00)`, `5.00-`, `5.00 DR`. */
function centsIn(text: string, line: number): number | undefined {
  if (text === '') return undefined;
  const plain = text.replaceAll(/[\u2212\u2013]/g, '-').trim();
  if (plain === '') return undefined;
  const [, inside] = /^\((.*)\)$/.exec(plain) ?? [];
  const [, trailed] = /^([^-].*?)\s*(?:-|DR)$/i.exec(inside ?? plain) ?? [];
  const isNegative = inside !== undefined || trailed !== undefined;
  const digits = (trailed ?? inside ?? plain)
    .replace(/\s*CR$/i, '')
    .replace(/^([+-]?)\s*(?:US)?\$\s*/i, '$1')
    .replace(/^\$\s*-/, '-');
  const cents = parseSignedCents(digits, line);
  if (!isNegative) return cents;
  if (cents < 0) throw unreadable(line, `the amount ${quoted(text)} has two signs`);
  return cents === 0 ? 0 : -cents;
}

function withSign(cents: number, sign: string, line: number): number {
  if (sign === '') return cents;
  if (/^(C|CR|CRDT|CREDIT|\+)$/i.test(sign)) return Math.abs(cents);
  if (/^(D|DR|DBIT|DEBIT|-)$/i.test(sign)) return cents === 0 ? 0 : -Math.abs(cents);
  throw unreadable(line, `the sign ${quoted(sign)} is neither a credit nor a debit`);
}

/** Reports whether a bank writes debits with a minus: all of them are. */
function debitsAreNegative(rows: readonly CsvRow[], column: readonly number[]): boolean {
  const texts = rows.map((it) => cellOf(it, column)).filter((it) => /[1-9]/.test(it));
  return texts.length > 0 && texts.every((it) => /^[(-]|-$/.test(it));
}

/** Compares the running balance with the amounts, from the oldest row or from the newest. */
function balanceMismatches(
  rows: readonly CsvRow[],
  read: readonly (BankLine | null | undefined)[],
  column: readonly number[],
): readonly FileProblem[] {
  if (column.length === 0) return [];
  const steps = rows.flatMap((row, at) => {
    const line = read[at];
    const balance = centsIn(cellOf(row, column), row.line);
    return line && balance !== undefined ? [{ line: row.line, cents: line.cents, balance }] : [];
  });
  const breaks = (isAscending: boolean) =>
    steps.flatMap((step, at) => {
      const before = steps[at - 1];
      if (!before) return [];
      const [older, newer] = isAscending ? [before, step] : [step, before];
      if (older.balance + newer.cents === newer.balance) return [];
      const sum = usd(older.balance + newer.cents);
      return [{ line: newer.line, what: `the balance is ${usd(newer.balance)}, not ${sum}` }];
    });
  const [ascending, descending] = [breaks(true), breaks(false)];
  return ascending.length <= descending.length ? ascending : descending;
}

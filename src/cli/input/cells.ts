import { parseAmount } from '../../api/money.ts';
import { InvalidValueError, type Parse } from '../flags/flag.ts';
import { parseFileDate } from './date-format.ts';
import { type Decimal, withDecimalPoint, withoutSpacers } from './decimal.ts';
import { quoted } from './file-problems.ts';
import type { InputRow, RowProblem } from './input-table.ts';

/** The format of dates and amounts in a file, and whether its letters are certain. */
export interface FileDialect {
  readonly dateFormat: string | undefined;
  /** The decimals of its amounts; `undefined` if they are not known. */
  readonly decimal?: Decimal | undefined;
  /** The character between cells; `null` for JSON. */
  readonly delimiter: string | null;
  /** Whether the encoding is a guess, so that letters outside ASCII may be others. */
  readonly isGuess: boolean;
}

/** The cells of one row of an input file. Problems are collected in the file. */
export class Cells {
  /** The row as a spreadsheet numbers it: the header is row 1. */
  readonly row: number;
  /** All cells of the row as written, those of columns that are not read included. */
  readonly texts: readonly string[];
  readonly #cells: Readonly<Record<string, string>>;
  readonly #dialect: FileDialect;
  readonly #problems: RowProblem[];
  /** The columns that have a problem. */
  readonly #refused = new Set<string>();

  constructor({ row, cells, texts }: InputRow, dialect: FileDialect, problems: RowProblem[]) {
    this.row = row;
    this.texts = texts;
    this.#cells = cells;
    this.#dialect = dialect;
    this.#problems = problems;
  }

  /**
   * Parses a cell without the spaces around it. Returns `undefined` if it is empty or invalid; an invalid one is added
   * to the problems, and so is one that a spreadsheet or a wrong encoding has changed.
   */
  read<Value>(column: string, parse: Parse<Value>): Value | undefined {
    const text = this.written(column);
    if (text === '') return undefined;
    const damage = damageOf(text) ?? (this.#dialect.isGuess ? uncertainty(text) : undefined);
    if (damage !== undefined) {
      this.addProblem(column, damage, text);
      return undefined;
    }
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      this.addProblem(column, error.message);
      return undefined;
    }
  }

  /** Returns the text of a cell without the spaces around it. */
  written(column: string): string {
    return this.#cells[column]?.trim() ?? '';
  }

  /** Parses a cell that must not be empty, otherwise a problem is added. */
  need<Value>(column: string, parse: Parse<Value>): Value | undefined {
    if (this.written(column) === '') this.addProblem(column, 'is missing');
    return this.read(column, parse);
  }

  /** Returns an amount in integer cents above zero: `1234.5`, `1,234.50` or `$1,234.50`. */
  amount(column: string): number | undefined {
    const text = this.written(column);
    if (text === '') return undefined;
    const cents = parseFileAmount(text, this.#dialect.delimiter, this.#dialect.decimal);
    if (typeof cents === 'number') return cents;
    this.addProblem(column, damageOf(text) ?? amountProblem(cents), text);
    return undefined;
  }

  /** Returns the amount of a cell that must not be empty, otherwise a problem is added. */
  neededAmount(column: string): number | undefined {
    if (this.written(column) === '') this.addProblem(column, 'is missing');
    return this.amount(column);
  }

  /** Returns a date in the format of the file. */
  date(column: string): string | undefined {
    const { dateFormat } = this.#dialect;
    const text = this.written(column);
    if (text === '') return undefined;
    const found = parseFileDate(text, dateFormat);
    if ('date' in found) return found.date;
    this.addProblem(column, damageOf(text) ?? found.problem, text);
    return undefined;
  }

  /** Returns free text as it is written; `undefined` if the cell is empty or damaged. */
  text(column: string): string | undefined {
    const text = this.#cells[column] ?? '';
    if (text === '') return undefined;
    const damage = damageOf(text.trim());
    if (damage === undefined) return text;
    this.addProblem(column, damage, text);
    return undefined;
  }

  /**
   * Adds a problem of a cell, `null` for the whole row, unless the cell has one. `value` is the text of the cell, if the
   * message lacks it.
   */
  addProblem(column: string | null, message: string, value?: string): void {
    if (column !== null && this.#refused.has(column)) return;
    if (column !== null) this.#refused.add(column);
    this.#problems.push({
      column,
      row: this.row,
      message,
      ...(value !== undefined && { value: quoted(value) }),
    });
  }
}

/** Returns what a spreadsheet has done to a text; `undefined` if it is whole. */
function damageOf(text: string): string | undefined {
  if (text.includes('\uFFFD')) return 'has a character that was lost when the file was saved';
  if (/^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/.test(text)) {
    return 'is an error of the spreadsheet';
  }
  if (/^#+$/.test(text)) return 'is cut off by the spreadsheet: widen the column';
  if (/^\d(\.\d+)?E[+-]?\d+$/i.test(text)) {
    return 'was shortened by the spreadsheet: format the column as text';
  }
  return undefined;
}

/** Returns the problem of letters that are others in another encoding. */
const uncertainty = (text: string): string | undefined =>
  /\P{ASCII}/u.test(text)
    ? 'has letters that are not certain, since the file is not UTF-8: save it as CSV UTF-8'
    : undefined;

const problems = {
  ambiguous: 'may be thousands or a fraction: write it with two decimals, such as 1234.00',
  comma: 'has a comma that separates no thousands: write 1234.56 or 1,234.56',
  currency: 'is not in US dollars',
  fraction: 'has a fraction of a cent',
  negative: 'must be greater than zero',
  point: 'has no decimal comma: write 1234,56 or 1.234,56',
  number: 'must be an amount in dollars, such as 1250.00, 1,250.00 or $1,250.00',
  zero: 'must be greater than zero',
} as const;

/** A reason why a text is not an amount. */
type AmountProblem = keyof typeof problems;

/** Returns a problem in words that continue a sentence that begins with the amount. */
const amountProblem = (problem: AmountProblem): string => problems[problem];

/**
 * Parses an amount of a file to integer cents above zero: `1234.5`, `1,234.50`, `$1,234.50`, or with a decimal comma
 * `1.234,50`. Nothing is guessed: unless `decimal` says how the file writes amounts, a comma separates thousands, and
 * `1,234` is an amount only in a file whose cells are separated by commas, since a spreadsheet that writes other files
 * may write a decimal comma.
 */
function parseFileAmount(
  text: string,
  delimiter: string | null,
  decimal?: Decimal,
): number | AmountProblem {
  const plain = withoutSpacers(text.replaceAll(/[\u2212\u2013]/g, '-')).trim();
  const [, inside] = /^\((.*)\)$/s.exec(plain) ?? [];
  const [, sign = '', number = '', trailing = ''] =
    /^([+-]?)\s*(.*?)\s*(-?)$/s.exec(withoutDollar(inside ?? plain)) ?? [];
  const digits = withoutDollar(number);
  if (/[€£¥]|\b(AUD|CAD|CHF|CNY|EUR|GBP|JPY|MXN)\b/i.test(digits)) return 'currency';
  if (!/^[\d.,]*\d[\d.,]*$/.test(digits) || sign === '+') return 'number';
  if (inside !== undefined || sign === '-' || trailing === '-') return 'negative';
  if (decimal === undefined && isAmbiguous(digits, delimiter)) return 'ambiguous';
  if (decimal !== 'comma') return centsIn(digits);
  const pointed = withDecimalPoint(digits);
  return pointed === undefined ? 'point' : centsIn(pointed);
}

const withoutDollar = (text: string): string => text.replace(/^(US)?\$\s*|\s*(US)?\$$/, '').trim();

const isAmbiguous = (digits: string, delimiter: string | null): boolean =>
  /^\d{1,3}[,.]\d{3}$/.test(digits) && (digits.includes('.') || delimiter !== ',');

function centsIn(digits: string): number | AmountProblem {
  const isGrouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(digits);
  if (digits.includes(',') && !isGrouped) return 'comma';
  const plain = digits.replaceAll(',', '');
  if (/^\d+\.\d{3,}$/.test(plain)) return 'fraction';
  const cents = parseAmount(plain);
  if (cents === undefined) return 'number';
  return cents > 0 ? cents : 'zero';
}

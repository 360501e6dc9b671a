import { CsvError, parse } from 'csv-parse/sync';
import { unreadable } from './bank-statement.ts';

/** A row of a CSV statement: its trimmed cells, and the line of the file that it begins on, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The characters that separate cells. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The largest row in characters: a quote that is not closed is found before the whole file is one cell. */
const LARGEST_ROW = 100_000;

/**
 * Returns the rows of a CSV text that have a cell with text. The delimiter is that of a first line `sep=;`, else the one
 * that most of the first lines have most of.
 *
 * @throws {StatementError} for a quote that is not closed or not at the end of a cell.
 */
export function readCsvRows(text: string): readonly CsvRow[] {
  const [first = '', separator] = /^\uFEFF?sep=(.)(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const skipped = separator === undefined ? 0 : 1;
  const body = text.slice(first.length);
  const delimiter = separator ?? delimiterOf(body);
  return parsed(body, delimiter, skipped)
    .map(({ record, info }) => {
      // A quoted cell may hold line breaks.
      const within = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0;
      return { line: info.lines - within + skipped, cells: record.map((it) => it.trim()) };
    })
    .filter(({ cells }) => cells.some((it) => it !== ''));
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parsed(text: string, delimiter: string, skipped: number): readonly ParsedRow[] {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: LARGEST_ROW,
    }) as unknown as ParsedRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, lines } = error as CsvError & { readonly lines?: number };
    throw unreadable((lines ?? 1) + skipped, problems[code] ?? `is not CSV (${code})`);
  }
}

/** The library's error codes in words. */
const problems: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and not closed',
  CSV_MAX_RECORD_SIZE: `a row is longer than ${LARGEST_ROW} characters: is a quote not closed?`,
  INVALID_OPENING_QUOTE: 'a quote is within a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'a quote ends before its cell does',
};

function delimiterOf(text: string): string {
  const lines = text.slice(0, 20_000).split(/\r\n|\r|\n/, 30);
  const score = (delimiter: string) =>
    lines.reduce((sum, it) => sum + it.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1, 0);
  return DELIMITERS.reduce((best, it) => (score(it) > score(best) ? it : best));
}

import { CsvError, parse } from 'csv-parse/sync';
import { unreadable } from './file-problems.ts';

/** A row of a CSV file: its cells as written, and where it begins. */
export interface CsvRow {
  /** The line of the file, from 1. */
  readonly line: number;
  /** The row as a spreadsheet numbers it, from 1: a cell with line breaks does not count as several. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** The rows of a CSV file, blank ones included, and the character between their cells. */
export interface CsvTable {
  readonly delimiter: string;
  readonly rows: readonly CsvRow[];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The largest row in characters: a quote that is not closed is found before the whole file is one cell. */
const LARGEST_ROW = 100_000;

/**
 * Returns the rows of a CSV text. The delimiter is that of a first line `sep=;`, otherwise the one that `score` rates
 * highest for the first line; of equals the one that most of the first lines have most of.
 *
 * @throws {UnreadableFileError} for a quote that is not closed or not at the end of a cell.
 */
export function readCsvRows(
  text: string,
  score: (cells: readonly string[]) => number = () => 0,
): CsvTable {
  const [first = '', separator] = /^\uFEFF?sep=(.)(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const skipped = separator === undefined ? 0 : 1;
  const body = text.slice(first.length);
  const delimiter = separator ?? delimiterOf(body, score);
  const rows = parsed(body, delimiter, skipped).map(({ record, info }, at) => {
    // A quoted cell may hold line breaks.
    const within = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0;
    return { line: info.lines - within + skipped, number: at + 1, cells: record };
  });
  return { delimiter, rows };
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
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: LARGEST_ROW,
    }) as unknown as ParsedRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, lines = 1, records = 0 } = error as CsvError & Partial<Record<string, number>>;
    // A quote that is not closed is found at the end of the file: the row after the last whole one opened it.
    const line = code === 'CSV_QUOTE_NOT_CLOSED' ? records + 1 : lines;
    throw unreadable(line + skipped, problems[code] ?? 'is not CSV');
  }
}

const problems: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'not a valid CSV file: unclosed quote',
  CSV_MAX_RECORD_SIZE: `a row is longer than ${LARGEST_ROW} characters: a quote may be unclosed`,
  INVALID_OPENING_QUOTE: 'not a valid CSV file: unexpected quote',
  CSV_INVALID_CLOSING_QUOTE: 'not a valid CSV file: unexpected quote',
};

function delimiterOf(text: string, score: (cells: readonly string[]) => number): string {
  const lines = text.slice(0, 20_000).split(/\r\n|\r|\n/, 30);
  const header = (lines.find((it) => it.trim() !== '') ?? '').replace(/^\uFEFF/, '');
  const cellsOf = (delimiter: string) =>
    header.split(delimiter).map((it) => it.trim().replace(/^"(.*)"$/, '$1'));
  const count = (delimiter: string) =>
    lines.reduce((sum, it) => sum + it.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1, 0);
  const rated = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: score(cellsOf(delimiter)),
    count: count(delimiter),
  }));
  return rated.reduce((best, it) =>
    it.score > best.score || (it.score === best.score && it.count > best.count) ? it : best,
  ).delimiter;
}

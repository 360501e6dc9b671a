import { UsageError } from '../../money/errors.ts';
import { type CsvRow, readCsvRows } from './csv-rows.ts';
import { unreadable } from './file-problems.ts';
import type { InputRow, InputTable, RowProblem } from './input-table.ts';

/**
 * Parses a CSV text with a header. Names of known columns may differ in case, spaces, `_` and `-`; blank rows and empty
 * columns without a name are left out.
 *
 * @throws {UnreadableFileError} if it is not CSV, or if its last row is cut off.
 */
export function parseCsvTable(text: string, known: readonly string[]): InputTable {
  const names = new Map(known.map((it) => [normalized(it), it]));
  const knownIn = (cells: readonly string[]) =>
    cells.filter((it) => names.has(normalized(it))).length;
  const { rows, delimiter } = readCsvRows(text, knownIn);
  const [header, ...body] = rows.filter(({ cells }) => cells.some((it) => it.trim() !== ''));
  if (!header) return { rows: [], problems: [], delimiter, notices: [] };
  const columns = header.cells.map((it) => names.get(normalized(it)) ?? it.trim());
  assertUnique(columns);
  const problems = body.flatMap((row) => problemsOf(row, columns));
  const short = body.filter(({ cells }) => cells.length < columns.length);
  assertComplete(text, body.at(-1), short);
  return {
    rows: body.map((row) => inputRow(row, columns)),
    problems,
    delimiter,
    notices: short.length === 0 ? [] : [shortNotice(short.length)],
  };
}

const normalized = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const inputRow = ({ number: row, cells }: CsvRow, columns: readonly string[]): InputRow => ({
  row,
  cells: Object.fromEntries(
    columns.flatMap((name, at) => (name === '' ? [] : [[name, cells[at] ?? '']])),
  ),
});

function assertUnique(columns: readonly string[]): void {
  const twice = columns.find((it, at) => it !== '' && columns.indexOf(it) !== at);
  if (twice === undefined) return;
  throw new UsageError(`The column ${twice} is there twice.`, {
    problems: [{ field: twice, message: 'is there twice' }],
  });
}

/** Returns a problem for a row with more cells than the header, and for a cell below an empty header. */
function problemsOf({ number: row, cells }: CsvRow, columns: readonly string[]): RowProblem[] {
  const at = cells.findIndex((it, index) => it.trim() !== '' && !columns[index]);
  if (at < 0) return [];
  const message =
    at >= columns.length
      ? 'has more cells than the header: is a comma in a cell without quotes?'
      : `has a cell in column ${at + 1}, which has no name`;
  return [{ column: null, row, message }];
}

/**
 * Refuses a file whose last row is short and has no line break at its end: the rest may be missing. Other short rows
 * are those of a spreadsheet, which may leave out empty cells at the end.
 */
function assertComplete(text: string, last: CsvRow | undefined, short: readonly CsvRow[]): void {
  if (last === undefined || !short.includes(last) || /[\r\n]\s*$/.test(text)) return;
  throw unreadable(
    last.number,
    'has fewer cells than the header and no line break at its end: the file may be cut off',
  );
}

const shortNotice = (count: number): string =>
  count === 1
    ? '1 row has fewer cells than the header; the missing ones are read as empty.'
    : `${count} rows have fewer cells than the header; the missing ones are read as empty.`;

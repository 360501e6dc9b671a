import { UsageError } from '../../money/errors.ts';
import {
  beforeNotice,
  type ColumnMapping,
  columnIn,
  HEADER_WITHIN,
  type MappingChoice,
  mapColumns,
  rememberedColumns,
} from './column-mapping.ts';
import { type CsvRow, readCsvRows } from './csv-rows.ts';
import { unreadableRow } from './file-problems.ts';
import { type InputRow, type InputTable, REASON_COLUMN, type RowProblem } from './input-table.ts';

/**
 * Parses a CSV text with a header. Names of known columns may differ in case, spaces, `_` and `-`; blank rows, rows
 * before the header and empty columns without a name are left out. With a mapping, so are columns that it does not name.
 *
 * @throws {UnreadableFileError} if it is not CSV, or if its last row is cut off.
 * @throws {UnknownColumnsError} if no row has the columns of `choice`.
 */
export function parseCsvTable(
  text: string,
  known: readonly string[],
  choice?: MappingChoice,
): InputTable {
  const names = new Map([...known, REASON_COLUMN].map((it) => [normalized(it), it]));
  const knownIn = (cells: readonly string[]) =>
    cells.filter((it) => names.has(normalized(it))).length;
  const { rows: all, delimiter } = readCsvRows(text, knownIn);
  const rows = all.filter(({ cells }) => cells.some((it) => it.trim() !== ''));
  const { header, body, before, mapping } = layoutOf(rows, names, choice);
  const own = header.map((it) => names.get(normalized(it)) ?? it.trim());
  const columns = mapping ? mappedNames(header, own, mapping, new Set(names.values())) : own;
  assertUnique(columns.map((it) => it ?? ''));
  const problems = body.flatMap((row) => problemsOf(row, columns, mapping !== undefined));
  const short = body.filter(({ cells }) => cells.length < columns.length);
  assertComplete(text, body.at(-1), short);
  return {
    header,
    rows: body.map((row) => inputRow(row, columns)),
    problems,
    delimiter,
    mapping,
    notices: [
      ...beforeNotice(before),
      ...ignoredNotice(own, columns),
      ...(short.length === 0 ? [] : [shortNotice(short.length)]),
    ],
  };
}

const normalized = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

interface Layout {
  readonly header: readonly string[];
  readonly body: readonly CsvRow[];
  readonly before: number;
  readonly mapping?: ColumnMapping | undefined;
}

/** Finds the header: by a mapping, or the first row of known names alone; without one, the first row of several cells. */
function layoutOf(
  rows: readonly CsvRow[],
  names: ReadonlyMap<string, string>,
  choice: MappingChoice | undefined,
): Layout {
  const plain = rows.map((row) => ({ ...row, cells: row.cells.map((it) => it.trim()) }));
  const mapped =
    choice && choice.columns.length > 0
      ? mapColumns(plain, choice, () => undefined)
      : choice && rememberedColumns(plain, choice);
  if (mapped) {
    const { mapping, before, body } = mapped;
    const { header } = mapping;
    const whole = rows.slice(rows.length - body.length);
    // The columns of a file without a header are its numbers.
    const cells =
      typeof header === 'number'
        ? Array.from({ length: header }, (_, at) => String(at + 1))
        : (plain[before]?.cells ?? header);
    return { header: cells, body: whole, before, mapping };
  }
  const isHeader = ({ cells }: CsvRow) =>
    cells.every((it) => it.trim() === '' || names.has(normalized(it)));
  const isRow = ({ cells }: CsvRow) => cells.filter((it) => it.trim() !== '').length > 1;
  const first = rows.slice(0, HEADER_WITHIN);
  const at = [first.findIndex(isHeader), first.findIndex(isRow), 0].find((it) => it >= 0) ?? 0;
  return { header: rows[at]?.cells ?? [], body: rows.slice(at + 1), before: at };
}

/** Returns the name of each column that is read; `undefined` for the others. */
function mappedNames(
  header: readonly string[],
  own: readonly string[],
  { columns }: ColumnMapping,
  known: ReadonlySet<string>,
): readonly (string | undefined)[] {
  const written = header.map((it) => it.trim());
  const chosen = new Map(columns.map(([field, name]) => [columnIn(written, name), field]));
  const taken = new Set<string>(columns.map(([field]) => field));
  return own.map((name, at) => {
    const field = chosen.get(at);
    return field ?? (known.has(name) && !taken.has(name) ? name : undefined);
  });
}

function ignoredNotice(
  own: readonly string[],
  columns: readonly (string | undefined)[],
): readonly string[] {
  const ignored = own.filter((name, at) => name !== '' && columns[at] === undefined);
  return ignored.length === 0 ? [] : [`columns not read: ${ignored.join(', ')}.`];
}

const inputRow = (
  { number: row, cells }: CsvRow,
  columns: readonly (string | undefined)[],
): InputRow => ({
  row,
  texts: cells,
  cells: Object.fromEntries(columns.flatMap((name, at) => (name ? [[name, cells[at] ?? '']] : []))),
});

function assertUnique(columns: readonly string[]): void {
  const twice = columns.find((it, at) => it !== '' && columns.indexOf(it) !== at);
  if (twice === undefined) return;
  throw new UsageError(`The column ${twice} is there twice.`, {
    problems: [{ field: twice, message: 'is there twice' }],
  });
}

/** Returns a problem for a row with more cells than the header, and without a mapping for a cell below an empty header. */
function problemsOf(
  { number: row, cells }: CsvRow,
  columns: readonly (string | undefined)[],
  isMapped: boolean,
): RowProblem[] {
  const isUnnamed = (index: number) => (isMapped ? index >= columns.length : !columns[index]);
  const at = cells.findIndex((it, index) => it.trim() !== '' && isUnnamed(index));
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
  throw unreadableRow(
    last.number,
    'has fewer cells than the header and no line break at its end: the file may be cut off',
  );
}

const shortNotice = (count: number): string =>
  count === 1
    ? '1 row has fewer cells than the header; the missing ones are read as empty.'
    : `${count} rows have fewer cells than the header; the missing ones are read as empty.`;

import { UsageError } from '../../money/errors.ts';
import { DuplicateKeyError, parseStrictJson } from '../../strict-json.ts';
import { closestMatches } from '../closest-match.ts';
import type { CommandFiles } from '../context.ts';
import { Cells, type FileDialect } from './cells.ts';
import {
  type ColumnMapping,
  type MappingChoice,
  UnknownColumnsError,
  unknownColumnsError,
} from './column-mapping.ts';
import { type AmountColumn, decideDecimal } from './decide-decimal.ts';
import { type DecodedText, decodeText } from './decode-text.ts';
import {
  problemLines,
  quoted,
  UnreadableFileError,
  unreadable,
  unreadableRow,
} from './file-problems.ts';
import { type InputRow, type InputTable, REASON_COLUMN, type RowProblem } from './input-table.ts';

/** The columns that a file may have, and how it writes dates. */
export interface InputColumns {
  readonly columns: readonly string[];
  /** Such as `MM/DD/YYYY`; ISO dates if it is not given. */
  readonly dateFormat?: string | undefined;
  /** Whether the caller itself checks which columns the file has. */
  readonly mayHaveOthers?: true;
  /** The columns of a CSV file with a header of its own. */
  readonly mapping?: MappingChoice | undefined;
  /** The column whose amounts may have decimal commas; without it, amounts have decimal points. */
  readonly amounts?: AmountColumn | undefined;
  /** Lines to print after an error about the columns. */
  readonly columnHints?: readonly string[];
}

export interface InputReader {
  readonly files: Pick<CommandFiles, 'readFile'>;
  readonly notice: (line: string) => void;
}

export class InputFile {
  readonly name: string;
  readonly rows: readonly Cells[];
  readonly columns: ReadonlySet<string>;
  /** The cells of the header as written, and the character between cells; empty and `null` for JSON. */
  readonly header: readonly string[];
  readonly delimiter: string | null;
  /** The mapping of its columns, if it was read by one. */
  readonly mapping: ColumnMapping | undefined;
  readonly #problems: RowProblem[];

  constructor(name: string, table: InputTable, dialect: Omit<FileDialect, 'delimiter'>) {
    this.name = name;
    this.columns = columnsOf(table);
    this.#problems = [...table.problems];
    const { delimiter, header, mapping } = table;
    this.header = header;
    this.delimiter = delimiter;
    this.mapping = mapping;
    this.rows = table.rows.map((row) => new Cells(row, { ...dialect, delimiter }, this.#problems));
  }

  /** Returns the problems of a row that were found so far, one of each cell. */
  problemsIn(row: number): readonly string[] {
    return this.#problems
      .filter((it) => it.row === row)
      .map(({ column, message, value }) =>
        [column, value === undefined ? message : `${value} ${message}`].filter(Boolean).join(': '),
      );
  }

  /** Forgets the problems of a row that is left out. */
  leaveOut(row: number): void {
    const others = this.#problems.filter((it) => it.row !== row);
    this.#problems.splice(0, this.#problems.length, ...others);
  }

  /**
   * Does nothing if every cell that was parsed is valid.
   *
   * @throws {UsageError} with all problems, by row.
   */
  assertValid(): void {
    if (this.#problems.length === 0) return;
    const sorted = this.#problems.toSorted((left, right) => left.row - right.row);
    const count = sorted.length === 1 ? '1 problem' : `${sorted.length} problems`;
    throw new UsageError(
      [`${this.name} has ${count}; nothing was sent.`, ...problemLines(this.name, sorted)],
      {
        problems: sorted.map(({ column, row, message, value }) => ({
          field: column,
          row,
          message: value === undefined ? message : `${value} ${message}`,
        })),
      },
    );
  }
}

/**
 * Reads an input file (`-` is standard input). Prints a notice if it was read as Windows-1252.
 *
 * @throws {UsageError} if it is neither CSV nor JSON, has an unknown column, or has no rows.
 */
export async function readInputFile(
  context: InputReader,
  path: string,
  options: InputColumns,
): Promise<InputFile> {
  const { bytes } = await context.files.readFile(path);
  const name = path === '-' ? 'standard input' : path;
  const { file, notices } = await parseInputFile(bytes, name, options);
  for (const it of notices) context.notice(`${name}: ${it}`);
  return file;
}

/** Parses the bytes of an input file. Throws what `readInputFile` throws. */
async function parseInputFile(
  bytes: Uint8Array,
  name: string,
  { columns, dateFormat, mayHaveOthers, mapping, amounts, columnHints = [] }: InputColumns,
): Promise<{ readonly file: InputFile; readonly notices: readonly string[] }> {
  try {
    const decoded = decodeText(bytes);
    const read = await tableOf(decoded, columns, mapping);
    if (!mayHaveOthers) assertFileColumns({ name, columns: columnsOf(read) }, columns, columnHints);
    const decimal = amounts && (await decideDecimal(read, name, amounts));
    const table = read.mapping ? { ...read, mapping: { ...read.mapping, decimal } } : read;
    if (table.rows.length === 0) throw new UsageError(`${name} has no rows.`);
    const isGuess = decoded.encoding === 'windows-1252';
    const notices = [...(isGuess ? [guessNotice(decoded.text)] : []), ...table.notices];
    const dialect = { dateFormat: dateFormat ?? table.mapping?.dateFormat, decimal, isGuess };
    return { file: new InputFile(name, table, dialect), notices };
  } catch (error) {
    if (error instanceof UnknownColumnsError) throw unknownColumnsError(error, name, columnHints);
    if (!(error instanceof UnreadableFileError)) throw error;
    throw asUsageError(error, name);
  }
}

const asUsageError = ({ problems }: UnreadableFileError, name: string): UsageError =>
  new UsageError(
    problems.map(({ line, what }) => `${name}${line > 0 ? `:${line}` : ''}: ${what}`),
    {
      problems: problems.map(({ line, what, isRow }) => ({
        field: null,
        ...(isRow && { row: line }),
        message: what,
      })),
    },
  );

async function tableOf(
  { text }: DecodedText,
  columns: readonly string[],
  mapping: MappingChoice | undefined,
): Promise<InputTable> {
  const plain = text.replace(/^\uFEFF/, '');
  if (/^\s*[[{]/.test(plain)) return parseJsonRows(plain);
  const { parseCsvTable } = await import('./csv-table.ts');
  return parseCsvTable(plain, columns, mapping);
}

const columnsOf = ({ rows }: InputTable): ReadonlySet<string> =>
  new Set(rows.flatMap(({ cells }) => Object.keys(cells)));

/**
 * Checks that a file has none but these columns.
 *
 * @throws {UsageError} If it has, with the nearest of them.
 */
export function assertFileColumns(
  { name, columns: found }: Pick<InputFile, 'name' | 'columns'>,
  columns: readonly string[],
  hints: readonly string[] = [],
): void {
  const unknown = [...found].filter(
    (column) => column !== REASON_COLUMN && !columns.includes(column),
  );
  if (unknown.length === 0) return;
  const [near] = closestMatches(unknown[0] ?? '', columns);
  const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
  throw new UsageError(`${name} has the unknown column ${unknown.join(', ')}${hint}.`, {
    problems: unknown.map((field) => ({ field, message: 'is not a column' })),
    next: [`the columns are ${columns.join(', ')}`, ...hints],
  });
}

/** Says that a file is read as Windows-1252, with the first word that would differ in another encoding. */
function guessNotice(text: string): string {
  const [word = ''] = /[^\s",;|]*\P{ASCII}[^\s",;|]*/u.exec(text) ?? [];
  return `not UTF-8: read as Windows-1252, for example ${quoted(word)}. If that is wrong, save it as CSV UTF-8.`;
}

/**
 * Parses a JSON array of objects.
 *
 * @throws {UnreadableFileError} for anything else, and for an object with a key twice.
 */
function parseJsonRows(text: string): InputTable {
  const parsed = parseJson(text);
  if (!Array.isArray(parsed)) throw unreadable(1, 'is not an array of objects');
  const rows = parsed.map((item: unknown, at) => rowOf(item, at + 1));
  return { header: [], rows, problems: [], delimiter: null, notices: [] };
}

function rowOf(item: unknown, row: number): InputRow {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    throw unreadableRow(row, 'is not an object');
  }
  const cells = Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, cellText(value, row)]),
  );
  return { row, cells, texts: Object.values(cells) };
}

/** Returns numbers and booleans as text; line items, an array of texts or of objects, as one line each. */
function cellText(value: unknown, row: number): string {
  if (value === null || value === undefined) return '';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw unreadableRow(
      row,
      `has a number that is too large to be exact (${value}): write it as text`,
    );
  }
  if (Array.isArray(value)) return value.map(lineText).join('\n');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function lineText(line: unknown): string {
  if (typeof line !== 'object' || line === null) return String(line);
  const { description = '', quantity = '', unitPrice = '' } = line as Record<string, unknown>;
  return `${String(description).replaceAll('|', '\\|')}|${quantity}|${unitPrice}`;
}

function parseJson(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof DuplicateKeyError) {
      throw unreadableRow(error.item, `has '${error.key}' twice`);
    }
    if (/end of JSON input/.test(String(error))) {
      throw unreadable(lineAt(text, text.length), 'is JSON that ends too early');
    }
    // Not every version of V8 says where it stopped.
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const line = position === undefined ? 0 : lineAt(text, Number(position));
    throw unreadable(line, 'is not valid JSON');
  }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

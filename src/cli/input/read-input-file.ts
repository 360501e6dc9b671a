/** Reads the rows of CSV and JSON input files. */

import { UsageError } from '../errors.ts';

/** A row of an input file: its cells as text by column, and their position. Rows, lines and columns count from 1. */
export interface SourceRow {
  readonly row: number;
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, number>>;
}

/**
 * Returns the rows of a CSV file (with a header) or of a JSON array of objects, in order.
 *
 * @throws {UsageError} if the text is neither, has an unknown column, or holds no rows.
 */
export async function readRows(
  text: string,
  path: string,
  known: readonly string[],
): Promise<SourceRow[]> {
  const json = /^\s*[[{]/.test(text);
  const rows = json ? jsonRows(text, path) : await csvRows(text, path);
  const unknown = new Set(
    rows.flatMap(({ cells }) => Object.keys(cells)).filter((column) => !known.includes(column)),
  );
  if (unknown.size > 0) {
    throw new UsageError(`${path} has the unknown column ${[...unknown].join(', ')}.`, {
      problems: [...unknown].map((field) => ({ field, message: 'is not a column' })),
      next: [`the columns are ${known.join(', ')}`],
    });
  }
  if (rows.length === 0) throw new UsageError(`${path} has no rows.`);
  return rows;
}

function jsonRows(text: string, path: string): SourceRow[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (!Array.isArray(parsed)) throw new UsageError(`${path} must be an array of objects.`);
  return parsed.map((item: unknown, at) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      throw new UsageError(`${path}: item ${at + 1} is not an object.`);
    }
    const cells = Object.fromEntries(
      Object.entries(item).map(([key, value]) => [key, cellText(value)]),
    );
    return { row: at + 1, line: at + 1, cells, columns: {} };
  });
}

/** Returns numbers and booleans as text; line items, an array of texts or of objects, as one line each. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(lineText).join('\n');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function lineText(line: unknown): string {
  if (typeof line !== 'object' || line === null) return String(line);
  const { description = '', quantity = '', unitPrice = '' } = line as Record<string, unknown>;
  return `${String(description).replaceAll('|', '\\|')}|${quantity}|${unitPrice}`;
}

async function csvRows(text: string, path: string): Promise<SourceRow[]> {
  const { CsvError, parse } = await import('csv-parse/sync');
  try {
    const lastLines: number[] = [];
    const [header, ...rows] = parse(text, {
      bom: true,
      relax_column_count: false,
      skip_empty_lines: true,
      on_record: (record, { lines }) => {
        lastLines.push(lines);
        return record;
      },
    });
    if (!header) return [];
    const names = header.map((name) => name.trim());
    return rows.map((record, at) => sourceRow(record, names, at + 1, (lastLines[at] ?? 0) + 1));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UsageError(`${path}: ${error.message}`);
  }
}

function sourceRow(
  record: readonly string[],
  names: readonly string[],
  row: number,
  line: number,
): SourceRow {
  const cells: Record<string, string> = {};
  const columns: Record<string, number> = {};
  let column = 1;
  for (const [at, name] of names.entries()) {
    const cell = record[at] ?? '';
    cells[name] = cell;
    columns[name] = column;
    column += cell.length + (/[",\n\r]/.test(cell) ? 2 + (cell.match(/"/g)?.length ?? 0) : 0) + 1;
  }
  return { row, line, cells, columns };
}

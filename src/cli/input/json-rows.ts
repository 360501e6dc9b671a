import { DuplicateKeyError, parseStrictJson } from '../../strict-json.ts';
import { unreadable, unreadableRow } from './file-problems.ts';
import type { InputRow, InputTable } from './input-table.ts';

/**
 * Parses a JSON array of objects.
 *
 * @throws {UnreadableFileError} for anything else, and for an object with a key twice.
 */
export function parseJsonRows(text: string): InputTable {
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

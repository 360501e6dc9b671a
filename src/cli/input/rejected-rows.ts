import type { InputFile } from './input-file.ts';
import { REASON_COLUMN } from './input-table.ts';

/** A row of a file that was not used, and why. */
export interface RejectedRow {
  readonly texts: readonly string[];
  readonly reason: string;
}

/**
 * Returns rows of a CSV file as a file of its own that can be corrected and read again: the same header and cells, and a
 * column with the reasons, which is not read. It begins with a byte order mark, by which spreadsheets know UTF-8.
 */
export function rejectedRowsText(
  { header, delimiter }: Pick<InputFile, 'header' | 'delimiter'>,
  rows: readonly RejectedRow[],
): string {
  const separator = delimiter ?? ',';
  const own = header.at(-1)?.trim() === REASON_COLUMN ? header.slice(0, -1) : header;
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => quotedCell(cell, separator)).join(separator)}\r\n`;
  const lines = rows.map(({ texts, reason }) =>
    line([...own.map((_, at) => texts[at] ?? ''), asText(reason)]),
  );
  return `\uFEFF${line([...own, REASON_COLUMN])}${lines.join('')}`;
}

const quotedCell = (cell: string, separator: string): string =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Returns a text that a spreadsheet does not run as a formula. */
const asText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

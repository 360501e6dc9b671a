/** CSV output (RFC 4180) with a formula guard. */

import { machineText, valueAtPath } from './format-cell.ts';
import { sanitizeQuotedCell } from './sanitize.ts';
import type { Column, Columns } from './view.ts';

/**
 * Returns one row of RFC 4180, ended by LF. A text cell that a spreadsheet would run as a formula gets a leading `'`,
 * unless `raw`.
 */
export const csvRow = (columns: Columns, record: unknown, raw: boolean): string =>
  line(columns, (column) => cell(column, valueAtPath(record, column.key), raw));

/** Returns the header row with the column keys. */
export const csvHeader = (columns: Columns, raw: boolean): string =>
  line(columns, ({ key }) => cell({ key, kind: 'text' }, key, raw));

/** Returns a row. A row of one empty cell is quoted, since readers skip empty lines. */
function line(columns: Columns, cellOf: (column: Column) => string): string {
  let [text, mark] = ['', ''];
  for (const column of columns) {
    text += mark + cellOf(column);
    mark = ',';
  }
  return text === '' && columns.length === 1 ? '""\n' : `${text}\n`;
}

function cell({ kind }: Column, value: unknown, raw: boolean): string {
  const text = machineText(kind, value);
  const care = careFor(text);
  if (care === 0) return text;
  const safe = raw || isNumber(value, kind, text) ? text : defused(text, care);
  return care & QUOTE ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a safe cell: a formula becomes text, and control characters are shown as escapes. */
function defused(text: string, care: number): string {
  const shown = care & SHOW ? sanitizeQuotedCell(text) : text;
  return (marks[text.charCodeAt(0)] ?? 0) & LEAD ? `'${shown}` : shown;
}

/** Reports whether a cell is a number, even if sent as text: a number is never treated as a formula. */
const isNumber = (value: unknown, kind: Column['kind'], text: string): boolean =>
  typeof value === 'number' || ((kind === 'money' || kind === 'number') && number.test(text));

const number = /^-?\d+(\.\d+)?$/;

/** Returns the flags of a cell in one scan; 0 for most cells. */
function careFor(text: string): number {
  let care = 0;
  for (let at = 0; at < text.length; at++) care |= marks[text.charCodeAt(at)] ?? 0;
  return care;
}

/** Flags: must be quoted; may need to be shown as an escape; may start a formula. */
const QUOTE = 1;
const SHOW = 2;
const LEAD = 4;

/** The flags of every UTF-16 code unit. One array lookup per character keeps a million rows fast. */
const marks = new Uint8Array(65_536);
marks.fill(SHOW, 0x00, 0x20).fill(SHOW, 0x7f, 0xa0);
marks.fill(SHOW, 0x200e, 0x2010).fill(SHOW, 0x2028, 0x202f).fill(SHOW, 0x2066, 0x206a);
marks.fill(SHOW, 0x061c, 0x061d).fill(SHOW, 0xd800, 0xe000);
for (const character of '",') marks[character.charCodeAt(0)] = QUOTE;
for (const character of '\t\r\n') marks[character.charCodeAt(0)] = QUOTE | LEAD;
for (const character of '=+-@') marks[character.charCodeAt(0)] = LEAD;
marks[0] = SHOW | LEAD;

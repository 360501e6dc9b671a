/** CSV output (RFC 4180) with a formula guard. */

import { machineText, valueAtPath } from './format-cell.ts';
import { sanitizeQuotedCell } from './sanitize.ts';
import type { Column, Columns } from './view.ts';

/**
 * Returns the writer of rows of RFC 4180, each ended by LF. A text cell that a spreadsheet would run as a formula gets a
 * leading `'`, unless `raw`.
 */
export function csvRowWriter(columns: Columns, raw: boolean): (record: unknown) => string {
  const cells = columns.map((column) => cellWriter(column, raw));
  return (record) => line(cells, (write) => write(record));
}

export const csvHeader = (columns: Columns, raw: boolean): string =>
  line(columns, ({ key }) => cell({ key, kind: 'text' }, key, raw));

/** Returns a row. A row of one empty cell is quoted, since readers skip empty lines. */
function line<Item>(items: readonly Item[], cellOf: (item: Item) => string): string {
  let [text, separator] = ['', ''];
  for (const item of items) {
    text += separator + cellOf(item);
    separator = ',';
  }
  return text === '' && items.length === 1 ? '""\n' : `${text}\n`;
}

/** Returns the writer of a column's cells. Text that repeats that of the row above, as most does, is not examined again. */
function cellWriter(column: Column, raw: boolean): (record: unknown) => string {
  let above: string | undefined;
  let written = '';
  return (record) => {
    const value = valueAtPath(record, column.key);
    if (typeof value !== 'string') return cell(column, value, raw);
    if (value !== above) {
      written = cell(column, value, raw);
      above = value;
    }
    return written;
  };
}

function cell({ kind }: Column, value: unknown, raw: boolean): string {
  const text = machineText(kind, value);
  const actions = actionsFor(text);
  if (actions === 0) return text;
  const safe = raw || isNumber(value, kind, text) ? text : escapeCell(text, actions);
  return actions & QUOTE ? `"${safe.includes('"') ? safe.replaceAll('"', '""') : safe}"` : safe;
}

/** Returns a safe cell: a formula becomes text, and control characters are shown as escapes. */
function escapeCell(text: string, actions: number): string {
  const sanitized = actions & SHOW ? sanitizeQuotedCell(text) : text;
  return (characterActions[text.charCodeAt(0)] ?? 0) & FORMULA ? `'${sanitized}` : sanitized;
}

/** Reports whether a cell is a number, even if sent as text: a number is never treated as a formula. */
const isNumber = (value: unknown, kind: Column['kind'], text: string): boolean =>
  typeof value === 'number' || ((kind === 'money' || kind === 'number') && number.test(text));

const number = /^-?\d+(\.\d+)?$/;

/** Returns the flags of a cell in one scan; 0 for most cells. */
function actionsFor(text: string): number {
  let actions = 0;
  for (let at = 0; at < text.length; at++) actions |= characterActions[text.charCodeAt(at)] ?? 0;
  return actions;
}

/** Flags: must be quoted; may need to be shown as an escape; may start a formula. */
const QUOTE = 1;
const SHOW = 2;
const FORMULA = 4;

/** The flags of every UTF-16 code unit. One array lookup per character keeps a million rows fast. */
const characterActions = new Uint8Array(65_536);
characterActions.fill(SHOW, 0x00, 0x20).fill(SHOW, 0x7f, 0xa0);
characterActions.fill(SHOW, 0x200e, 0x2010).fill(SHOW, 0x2028, 0x202f).fill(SHOW, 0x2066, 0x206a);
characterActions.fill(SHOW, 0x061c, 0x061d).fill(SHOW, 0xd800, 0xe000);
for (const character of '",') characterActions[character.charCodeAt(0)] = QUOTE;
for (const character of '\t\r\n') characterActions[character.charCodeAt(0)] = QUOTE | FORMULA;
for (const character of '=+-@') characterActions[character.charCodeAt(0)] = FORMULA;
characterActions[0] = SHOW | FORMULA;

/** Pages of text: paragraphs, lists, tables and command lines, wrapped at a width. */

import { wrapCommandLine, wrapTable, wrapText } from './wrap-text.ts';

/**
 * Returns a page wrapped at `width`. Its blocks are separated by empty lines: paragraphs, lists (`- `), and lines that are
 * indented, which are tables or command lines and stay as they are if they fit.
 */
export const wrapPage = (page: string, width: number): string =>
  page
    .trim()
    .split(/\n{2,}/)
    .map((block) => wrapBlock(block, width).join('\n'))
    .join('\n\n');

function wrapBlock(block: string, width: number): string[] {
  if (block.startsWith('- '))
    return block.split(/\n(?=- )/).flatMap((item) => wrapText(item, width, '  '));
  return groupsOf(block.split('\n')).flatMap((lines) =>
    isIndented(lines[0]) ? wrapIndented(lines, width) : wrapText(lines.join(' '), width),
  );
}

const isIndented = (line = '') => line.startsWith('  ');

/** Splits lines where indented ones follow others, and the other way round. */
function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && isIndented(last[0]) === isIndented(line)) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function wrapIndented(lines: readonly string[], width: number): string[] {
  if (lines.every((line) => line.length <= width)) return [...lines];
  const starts = columnStarts(lines);
  if (starts.length > 1) return wrapColumns(rowsOf(lines, starts), width);
  return lines.flatMap((line) => {
    if (line.length <= width) return [line];
    const [indent = ''] = /^ */.exec(line) ?? [];
    const wrap = line.startsWith('  remit ') ? wrapCommandLine : wrapText;
    return wrap(line.trim(), width - indent.length).map((part) => `${indent}${part}`);
  });
}

interface Cell {
  readonly start: number;
  readonly text: string;
}

/** Returns the cells of a line: what two spaces or more separate. */
const cellsOf = (line: string): Cell[] =>
  [...line.matchAll(/\S+(?: \S+)*/g)].map(({ index, 0: text }) => ({ start: index, text }));

/** Returns the positions at which the columns of a table begin: the first, and those at which several cells begin. */
function columnStarts(lines: readonly string[]): number[] {
  const rows = lines.map(cellsOf);
  const starts = rows.flat().map(({ start }) => start);
  const later = new Set(rows.flatMap(([, ...cells]) => cells.map(({ start }) => start)));
  const isCommon = (start: number) => starts.filter((it) => it === start).length > 1;
  return [Math.min(...starts), ...[...later].filter(isCommon).sort((a, b) => a - b)];
}

/** Returns the cells of each row, by column. A line that begins under a later column continues the row above. */
function rowsOf(lines: readonly string[], starts: readonly number[]): string[][] {
  const rows: string[][] = [];
  for (const line of lines) {
    const cells = cellsOf(line);
    const isNew = (cells[0]?.start ?? 0) < (starts[1] ?? 0);
    if (isNew) rows.push([cells.shift()?.text ?? '']);
    const row = rows.at(-1) ?? [];
    for (const { start, text } of cells) {
      const column = starts.findLastIndex((it) => it <= start);
      row[column] = join(row[column], text);
    }
  }
  return rows;
}

const join = (text = '', more: string) => [text, more].filter(Boolean).join(' ');

/** Sets a table in two columns. Those after the second follow it, with their headings where the table has any. */
function wrapColumns(rows: readonly (readonly string[])[], width: number): string[] {
  const hasHeadings = rows[1]?.every((cell) => /^-+$/.test(cell)) ?? false;
  const headings = hasHeadings ? rows[0] : undefined;
  const body = hasHeadings ? rows.slice(2) : rows;
  const pairs = body.map(([name = '', about = '', ...others]): [string, string] => [
    name,
    others.reduce((text, cell, at) => {
      const heading = headings?.[at + 2]?.replace(/\?$/, '');
      if (cell === '') return text;
      return heading ? `${text} (${heading}: ${cell})` : `${text} ${cell}`;
    }, about),
  ]);
  const maxLabelWidth = Math.floor(width / 2);
  return wrapTable(pairs, width - 2, maxLabelWidth).map((line) => `  ${line}`.trimEnd());
}

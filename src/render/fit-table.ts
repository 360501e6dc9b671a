/** Fits a table to the width of a terminal: leaves out columns and shortens cells. */

import { GAP, type Grid, grid } from './grid.ts';
import type { Column, Columns } from './view.ts';
import { wrapText } from './wrap-text.ts';

/** The rows of a table as far as they fit. */
export interface FittedTable {
  readonly text: string;
  readonly shown: readonly FittedColumn[];
  /** The width of every column, by position; 1 for one that is left out. */
  readonly widths: readonly number[];
}

/** A column that is shown: its position, and its width if its cells are shortened or wrapped to it. */
export interface FittedColumn {
  readonly at: number;
  readonly width?: number;
}

/** The number of columns, by rank, without which a table says too little. */
const LEAST_COLUMNS = 3;

/** The width at which prose can still be read. */
const LEAST_PROSE = 24;

const isProse = (column: Column | undefined): boolean => column?.kind === 'prose';

/**
 * Draws rows in the columns that fit `width`. `first` holds the headings, or the widths of rows drawn before, which are
 * minimums. Returns `undefined` if too few columns fit for a table.
 */
export function fitTable(
  first: readonly (string | number)[],
  rows: readonly string[][],
  columns: Columns,
  width: number,
): FittedTable | undefined {
  const whole = grid(first, rows, columns);
  const shown = fitColumns(columns, whole.widths, width);
  if (shown === undefined) return undefined;
  const isWhole = shown.length === columns.length && shown.every((it) => it.width === undefined);
  return { shown, ...(isWhole ? whole : drawPart(shown, first, rows, columns)) };
}

function drawPart(
  shown: readonly FittedColumn[],
  first: readonly (string | number)[],
  rows: readonly string[][],
  columns: Columns,
): Grid {
  const part = grid(
    first.length === 0 ? [] : shown.map(({ at }) => first[at] ?? 1),
    rows.map((row) =>
      shown.map(({ at, width }) => {
        const cell = row[at] ?? '';
        if (width === undefined) return cell;
        return isProse(columns[at]) ? wrapText(cell, width).join('\n') : shorten(cell, width);
      }),
    ),
    shown.flatMap(({ at }) => columns[at] ?? []),
  );
  const widths = columns.map(() => 1);
  shown.forEach(({ at }, nth) => {
    widths[at] = part.widths[nth] ?? 1;
  });
  return { text: part.text, widths };
}

/**
 * Returns the columns to show, in their order, so that the table is at most `width` columns wide: the least important
 * ones are left out, and columns that may be shortened or wrapped take the space that is left. `natural` are the widths of the
 * whole columns. Returns `undefined` if not even the three most important fit.
 */
export function fitColumns(
  columns: readonly Column[],
  natural: readonly number[],
  width: number,
): readonly FittedColumn[] | undefined {
  const byRank = columns
    .map((column, at) => {
      const full = natural[at] ?? 0;
      const least = Math.min(full, column.shortensTo ?? (isProse(column) ? LEAST_PROSE : full));
      return { at, rank: column.rank ?? at + 1, full, least };
    })
    .toSorted((a, b) => a.rank - b.rank);
  let left = width + GAP;
  const shown = [];
  for (const column of byRank) {
    if (column.least + GAP > left) break;
    left -= column.least + GAP;
    shown.push(column);
  }
  if (shown.length < Math.min(LEAST_COLUMNS, columns.length)) return undefined;
  const fitted = shown.map(({ at, full, least }) => {
    const more = Math.min(full - least, left);
    left -= more;
    return least + more < full ? { at, width: least + more } : { at };
  });
  return fitted.toSorted((a, b) => a.at - b.at);
}

/** Cuts a text to at most `width` columns of a terminal; the last of them is `…`. A shorter text is unchanged. */
export function shorten(text: string, width: number): string {
  if (/^[ -~]*$/.test(text)) {
    return text.length <= width ? text : `${text.slice(0, width - 1).trimEnd()}…`;
  }
  if (widthOfText(text) <= width) return text;
  // Cut between characters as people see them, never inside an emoji or before an accent.
  const letters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (widthOfText(letters.slice(0, middle).join('')) < width) fits = middle;
    else tooMany = middle;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`;
}

/** Returns the number of columns that a text takes in a terminal. */
export const widthOfText = (text: string): number =>
  /^[ -~]*$/.test(text)
    ? text.length
    : (grid([], [[text]], [{ key: '', kind: 'text' }]).widths[0] ?? 0);

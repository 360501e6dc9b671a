import { groupBy } from '../../group-by.ts';
import { MAX_PROBLEM_LINES } from '../../money/errors.ts';
import type { RowProblem } from './input-table.ts';

/** A file that cannot be read; lines count from 1, and 0 is the whole file. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems[0]?.what ?? 'cannot be read');
    this.problems = problems;
  }
}

/** A problem of a file, such as `the amount '1,2' is not a number`. */
export interface FileProblem {
  readonly line: number;
  readonly what: string;
  /** Whether the number is that of a row: JSON may have many in one line. */
  readonly isRow?: true;
}

export const unreadable = (line: number, what: string): UnreadableFileError =>
  new UnreadableFileError([{ line, what }]);

export const unreadableRow = (row: number, what: string): UnreadableFileError =>
  new UnreadableFileError([{ line: row, what, isRow: true }]);

/** Replaces control, format and line-breaking characters and runs of spaces with one space each. */
export const cleanText = (text: string): string =>
  text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Shows a value in a message: cleaned, quoted, at most 40 characters. */
export function quoted(value: string): string {
  const letters = [...cleanText(value)];
  return `'${letters.length > 40 ? `${letters.slice(0, 39).join('')}…` : letters.join('')}'`;
}

const MAX_ROWS = 5;

/**
 * Returns a line for each problem of a file, `file:row: column: what`. Equal problems of several rows are one line; at
 * most 20 lines, and one that counts the rest.
 */
export function problemLines(name: string, problems: readonly RowProblem[]): readonly string[] {
  const groups = groupBy(
    problems,
    ({ column, message }) => `${column}
${message}`,
  );
  const lines = [...groups.values()].map((group) => lineOf(name, group));
  const rest = [...groups.values()].slice(MAX_PROBLEM_LINES).flat().length;
  const more = rest === 1 ? 'and 1 more problem' : `and ${rest} more problems`;
  return [...lines.slice(0, MAX_PROBLEM_LINES), ...(rest > 0 ? [more] : [])];
}

function lineOf(name: string, [first, ...others]: readonly RowProblem[]): string {
  if (!first) return '';
  const { column, row, message, value } = first;
  const what = value === undefined ? message : `${value} ${message}`;
  const line = [`${name}:${row}`, column, what].filter(Boolean).join(': ');
  return others.length === 0 ? line : `${line} (${otherRows(others)})`;
}

function otherRows(others: readonly RowProblem[]): string {
  const named = others.slice(0, MAX_ROWS).map(({ row }) => row);
  const more = others.length - named.length;
  const word = others.length === 1 ? 'also row' : 'also rows';
  return more > 0 ? `${word} ${named.join(', ')} and ${more} more` : `${word} ${named.join(', ')}`;
}

import type { RowProblem } from './input-table.ts';

export const MOST_PROBLEM_LINES = 20;

const MOST_ROWS = 5;

/**
 * Returns a line for each problem of a file, `file:row: column: what`. Equal problems of several rows are one line; at
 * most 20 lines, and one that counts the rest.
 */
export function problemLines(name: string, problems: readonly RowProblem[]): readonly string[] {
  const groups = new Map<string, RowProblem[]>();
  for (const it of problems) {
    const key = `${it.column}\n${it.message}`;
    const group = groups.get(key);
    if (group) group.push(it);
    else groups.set(key, [it]);
  }
  const lines = [...groups.values()].map((group) => lineOf(name, group));
  const rest = [...groups.values()].slice(MOST_PROBLEM_LINES).flat().length;
  const more = rest === 1 ? 'and 1 more problem' : `and ${rest} more problems`;
  return [...lines.slice(0, MOST_PROBLEM_LINES), ...(rest > 0 ? [more] : [])];
}

function lineOf(name: string, [first, ...others]: readonly RowProblem[]): string {
  if (!first) return '';
  const { column, number, message, value } = first;
  const what = value === undefined ? message : `${value} ${message}`;
  const line = [`${name}:${number}`, column, what].filter(Boolean).join(': ');
  return others.length === 0 ? line : `${line} (${otherRows(others)})`;
}

function otherRows(others: readonly RowProblem[]): string {
  const named = others.slice(0, MOST_ROWS).map(({ number }) => number);
  const more = others.length - named.length;
  const word = others.length === 1 ? 'also row' : 'also rows';
  return more > 0 ? `${word} ${named.join(', ')} and ${more} more` : `${word} ${named.join(', ')}`;
}

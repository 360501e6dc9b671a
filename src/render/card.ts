/** Cards: labels and values, one below the other. */

import type { Kind } from './view.ts';
import { wrapCommandLine, wrapText } from './wrap-text.ts';

/** The labels of a card as plain text and as printed, the kinds of its values, and the width of the terminal. */
export interface CardLabels {
  readonly kinds: readonly Kind[];
  readonly labels: readonly string[];
  readonly headings: readonly string[];
  readonly width: number | undefined;
}

/** Draws one record as a card: a line `label  value` for every field that is not empty. */
export function card(
  cells: readonly string[],
  { kinds, labels, headings, width }: CardLabels,
): string {
  const longest = Math.max(...labels.map((it) => it.length));
  return labels
    .map((label, at) => {
      const text = cells[at] ?? '';
      if (text === '') return '';
      const [first, ...more] = valueLines(kinds[at], text, longest + 2, width);
      const indent = `${' '.repeat(longest - label.length)}  `;
      return [first === '' ? headings[at] : `${headings[at]}${indent}${first}`, ...more, ''].join(
        '\n',
      );
    })
    .join('');
}

/**
 * Wraps a value at words beside its label, or below it if a word is too long for that. The first line is without its
 * indent, and empty if the value begins below.
 */
function valueLines(
  kind: Kind = 'text',
  text: string,
  indent: number,
  width = Number.POSITIVE_INFINITY,
): string[] {
  if (text.length <= width - indent) return [text];
  const longest = Math.max(...text.split(' ').map((it) => it.length));
  const isWide = kind === 'command' || longest > width - indent;
  const before = ' '.repeat(isWide ? 2 : indent);
  const [first = '', ...more] = linesWithin(kind, text, width - before.length);
  const lines = more.map((it) => `${before}${it}`);
  return isWide ? ['', `${before}${first}`, ...lines] : [first, ...lines];
}

/** Wraps a text at words; a command line so that it can still be copied. Each line of the text begins a new one. */
export const linesWithin = (kind: Kind, text: string, width: number): string[] => {
  if (text.length <= width) return [text];
  return kind === 'command' ? wrapCommandLine(text, width) : wrapText(text, width);
};

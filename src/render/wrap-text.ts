/** Text wrapped at a width: paragraphs, tables of two columns and command lines. */

/**
 * Returns lines of at most `width` characters; those after the first are indented by `indent`. A longer word is not cut,
 * except after a bar, as in `{a|b|c}`; a URL never is.
 */
export const wrapText = (text: string, width: number, indent = ''): string[] =>
  fill(
    text
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((word) => {
        const [first = '', ...others] = isBreakable(word, width) ? word.split(/(?<=\|)/) : [word];
        return [` ${first}`, ...others];
      }),
    width,
    indent,
  );

const isBreakable = (word: string, width: number) => word.length > width && !word.includes('://');

/**
 * Returns the lines of a command line, which can still be copied: each but the last ends with a backslash, or with
 * `end`. A flag stays with its value, a quoted word is not broken.
 */
export function wrapCommandLine(line: string, width: number, end = ' \\'): string[] {
  if (line.length <= width) return [line];
  const parts: string[] = [];
  let previous = '';
  for (const word of line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []) {
    if (opensPart(previous) && !opensPart(word)) parts.push(`${parts.pop()} ${word}`);
    else parts.push(` ${word}`);
    previous = word;
  }
  const lines = fill(parts, width - end.length, '    ');
  return lines.map((part, at) => (at < lines.length - 1 ? `${part}${end}` : part));
}

/** Reports whether a word belongs with the next one: a flag, which may have a value, or an operator of the shell. */
const opensPart = (word: string) => /^(?:-.|[|<>]|&&)/.test(word);

/** Returns the lines of a path, broken after slashes if it is too long. */
export const wrapPath = (path: string, width: number): string[] =>
  path.length <= width ? [path] : fill(path.split(/(?<=\/)/), width, '    ');

const LEAST_WIDTH = 20;

/**
 * Returns a text whose lines are wrapped at `width`, those after the first set in by two more columns than it. Lines that
 * fit are unchanged; without a width that holds a few words all are.
 */
export const wrapLines = (text: string, width: number | undefined): string =>
  width === undefined || width < LEAST_WIDTH
    ? text
    : text
        .split('\n')
        .flatMap((line) => {
          if (line.length <= width) return [line];
          const [indent = ''] = /^ */.exec(line) ?? [];
          return wrapText(line, width - indent.length, '  ').map((it) => `${indent}${it}`);
        })
        .join('\n');

/** Joins parts to lines of at most `width` characters. A part that begins with a space loses it at the start of a line. */
function fill(parts: readonly string[], width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line.trim() === '') line += part.trimStart();
    else if (line.length + part.length <= width) line += part;
    else {
      lines.push(line);
      line = `${indent}${part.trimStart()}`;
    }
  }
  return [...lines, line];
}

/**
 * Returns two columns; the second is wrapped, and begins on the next line where the first is wider than `maxLabelWidth`.
 */
export function wrapTable(
  rows: readonly (readonly [string, string])[],
  width: number,
  maxLabelWidth = MAX_LABEL_WIDTH,
): string[] {
  const left = Math.min(maxLabelWidth, Math.max(0, ...rows.map(([label]) => label.length)));
  const indent = ' '.repeat(left + 2);
  return rows.flatMap(([name, about]) => {
    const [first = '', ...others] = wrapText(about, Math.max(width - indent.length, MIN_WIDTH));
    const rest = others.map((line) => `${indent}${line}`);
    if (about === '') return [name];
    return name.length > left
      ? [name, `${indent}${first}`, ...rest]
      : [`${name.padEnd(left)}  ${first}`, ...rest];
  });
}

const MAX_LABEL_WIDTH = 30;
const MIN_WIDTH = 24;

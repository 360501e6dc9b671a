/** Text wrapped at a width: paragraphs, tables of two columns, command lines, and pages of these. */

/**
 * Returns lines of at most `width` characters; those after the first are indented by `indent`. A longer word is not cut,
 * except a list of values, `{a|b|c}`, after a bar.
 */
export const wrapText = (text: string, width: number, indent = ''): string[] =>
  fill(
    text
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((word) => {
        const [first = '', ...others] = word.length > width ? word.split(/(?<=^\{.*\|)/) : [word];
        return [` ${first}`, ...others];
      }),
    width,
    indent,
  );

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

/** Two columns; the second is wrapped, and begins on the next line where the first is too wide. */
export function wrapTable(rows: readonly (readonly [string, string])[], width: number): string[] {
  const left = Math.min(MAX_LABEL_WIDTH, Math.max(0, ...rows.map(([label]) => label.length)));
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

/** A page of paragraphs, lists (`- `) and lines that are set in, which stay as they are but for a wide second column. */
export const wrapPage = (page: string, width: number): string =>
  page
    .trim()
    .split(/\n{2,}/)
    .map((block) => wrapBlock(block, width).join('\n'))
    .join('\n\n');

function wrapBlock(block: string, width: number): string[] {
  if (block.startsWith('- '))
    return block.split(/\n(?=- )/).flatMap((item) => wrapText(item, width, '  '));
  const lines: string[] = [];
  let prose: string[] = [];
  const endProse = () => {
    if (prose.length > 0) lines.push(...wrapText(prose.join(' '), width));
    prose = [];
  };
  for (const line of block.split('\n')) {
    if (!line.startsWith('  ')) prose.push(line);
    else {
      endProse();
      lines.push(...wrapColumn(line, width));
    }
  }
  endProse();
  return lines;
}

/** A line of a table, `  name   what it is`, or a command line, `  remit …`. */
function wrapColumn(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const [, name, about] = /^( {2}\S+(?: \S+)* {2,})(\S+(?: \S+)*)$/.exec(line) ?? [];
  if (name === undefined || about === undefined) {
    if (!line.startsWith('  remit ')) return [line];
    return wrapCommandLine(line.trimStart(), width - 2).map((part) => `  ${part}`);
  }
  const [first = '', ...others] = wrapText(about, Math.max(width - name.length, MIN_WIDTH));
  return [`${name}${first}`, ...others.map((it) => `${' '.repeat(name.length)}${it}`)];
}

const MAX_LABEL_WIDTH = 30;
const MIN_WIDTH = 24;

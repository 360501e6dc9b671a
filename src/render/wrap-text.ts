/** Text wrapped at a width: paragraphs, tables of two columns, and pages of both. */

/** Returns lines of at most `width` characters; those after the first are indented by `indent`. A longer word is not cut. */
export function wrapText(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line.trim() === '' ? `${line}${word}` : `${line} ${word}`;
    if (longer.length <= width || line.trim() === '') line = longer;
    else {
      lines.push(line);
      line = `${indent}${word}`;
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

/** A line of a table: `  name   what it is`. */
function wrapColumn(line: string, width: number): string[] {
  const [, name, about] = /^( {2}\S+(?: \S+)* {2,})(\S+(?: \S+)*)$/.exec(line) ?? [];
  if (name === undefined || about === undefined || line.length <= width) return [line];
  const [first = '', ...others] = wrapText(about, Math.max(width - name.length, MIN_WIDTH));
  return [`${name}${first}`, ...others.map((line) => `${' '.repeat(name.length)}${line}`)];
}

const MAX_LABEL_WIDTH = 30;
const MIN_WIDTH = 24;

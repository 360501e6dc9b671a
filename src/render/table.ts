import { humanText, valueAtPath } from './format-cell.ts';
import { GAP, type Grid, grid } from './grid.ts';
import type { RenderOptions, Result } from './options.ts';
import { batches } from './row-buffer.ts';
import { sanitize } from './sanitize.ts';
import type { Columns, Kind } from './view.ts';

/** Draws rows as a table; a single record, or rows too wide for the terminal, as cards. Never truncated. */
export async function* drawTable(
  { rows, isList, columns }: Result,
  options: RenderOptions,
): AsyncIterable<string> {
  const { width = Number.POSITIVE_INFINITY, header = true } = options;
  const { labels, headings, cellsOf } = await tableFormat(columns, options);
  const cardsOf = (cells: readonly string[][]) =>
    cells.map((row) => card(labels, headings, row)).join('\n');
  const { across, inlineOnly, withBelow } = sidesOf(columns);
  let above: readonly (string | number)[] = header ? inlineOnly(headings) : [];
  let asTable = isList;
  let gap = '';

  for await (const batch of batches(rows, BATCH)) {
    const cells = batch.map(cellsOf);
    const drawnGrid: Grid | undefined = asTable
      ? grid(above, cells.map(inlineOnly), across)
      : undefined;
    asTable = drawnGrid !== undefined && widthOf(drawnGrid.widths) <= width;
    yield drawnGrid && asTable ? withBelow(drawnGrid.text, cells) : `${gap}${cardsOf(cells)}`;
    above = drawnGrid?.widths ?? [];
    gap = '\n';
  }
}

/**
 * Splits the columns into those beside each other and those of kind `below`, which do not affect widths: the first of
 * these is printed without a label, the others with their key.
 */
function sidesOf(columns: Columns) {
  const isBelow = (_: unknown, at: number) => columns[at]?.kind === 'below';
  const inlineOnly = <Cell>(row: readonly Cell[]): Cell[] =>
    row.filter((cell, at) => !isBelow(cell, at));
  const below = columns.filter(isBelow).map(({ key }) => key);
  const linesOf = (row: readonly string[]) =>
    row
      .filter(isBelow)
      .map((text, at) => (text === '' ? '' : `  ${at === 0 ? '' : `${below[at]}: `}${text}\n`))
      .join('');
  return {
    across: inlineOnly(columns),
    inlineOnly,
    withBelow(text: string, rows: readonly (readonly string[])[]): string {
      if (below.length === 0) return text;
      const lines = text.split('\n').slice(0, -1);
      const first = lines.length - rows.length;
      return lines.map((line, at) => `${line}\n${linesOf(rows[at - first] ?? [])}`).join('');
    },
  };
}

interface TableFormat {
  /** The headings as plain text, and as printed. */
  readonly labels: readonly string[];
  readonly headings: readonly string[];
  readonly cellsOf: (row: unknown) => string[];
}

async function tableFormat(
  columns: Columns,
  { color, utc, timeZone }: RenderOptions,
): Promise<TableFormat> {
  const paint = await painter(color);
  const zone = utc ? 'UTC' : timeZone;
  const labels = columns.map(({ key }) => headingOf(key));
  return {
    labels,
    headings: labels.map((label) => paint(label, 'heading')),
    cellsOf: (row) =>
      columns.map(({ key, kind }) => paint(humanText(kind, valueAtPath(row, key), zone), kind)),
  };
}

/**
 * The batch size of tables: the first rows set the widths, later ones may widen them. No row waits longer than a
 * second.
 */
const BATCH = { max: 500, waitMs: 1000 };

const widthOf = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width + GAP, -GAP);

type Paint = (text: string, as: Kind | 'heading') => string;

/** Returns the painter, loaded only if color is used. */
async function painter(color = false): Promise<Paint> {
  return color ? (await import('./color.ts')).paint : (text) => text;
}

/** Returns a key as a heading: `invoiceNumber` is INVOICE NUMBER, `settings.netTerms` is SETTINGS NET TERMS. */
const headingOf = (key: string): string =>
  sanitize(key)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toUpperCase();

/** Draws one record as a card: a line `label  value` for every field that is not empty. */
function card(
  labels: readonly string[],
  headings: readonly string[],
  cells: readonly string[],
): string {
  const longest = Math.max(...labels.map((label) => label.length));
  return labels
    .map((label, at) => {
      const text = cells[at] ?? '';
      if (text === '') return '';
      return `${headings[at]}${' '.repeat(longest - label.length)}  ${text}\n`;
    })
    .join('');
}

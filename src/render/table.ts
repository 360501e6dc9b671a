import { type CardLabels, card, linesWithin } from './card.ts';
import { shortDay } from './dates.ts';
import { type FittedColumn, type FittedTable, fitTable } from './fit-table.ts';
import { headingIn, humanText, valueAtPath } from './format-cell.ts';
import { GAP, type Grid, grid } from './grid.ts';
import type { RenderOptions, Result } from './options.ts';
import { batches } from './row-buffer.ts';
import type { Column, Columns, DayText, Kind, TerminalColumn } from './view.ts';

/**
 * Draws rows as a table. In a terminal, columns that have no room are left out and counted; rows of which not even the
 * most important columns fit, rows with chosen columns that are too wide, and a single record are cards.
 */
export function drawTable(result: Result, options: RenderOptions): AsyncIterable<string> {
  const { width } = options;
  const { fitted } = result;
  return fitted === undefined || width === undefined
    ? drawWhole(result, options)
    : drawFitted({ ...result, fitted }, { ...options, width });
}

/** Draws all columns, as a table while it fits, then as cards. */
async function* drawWhole(
  { rows, isList, columns }: Result,
  options: RenderOptions,
): AsyncIterable<string> {
  const { width = Number.POSITIVE_INFINITY, header = true } = options;
  const sheet = await sheetFor(columns, options);
  const { across, beside, withBelow } = sidesOf(columns, width, sheet.paint);
  let above: readonly (string | number)[] = header ? beside(sheet.headings) : [];
  let asTable = isList;
  let gap = '';

  for await (const batch of batches(rows, TABLE)) {
    const cells = batch.map(sheet.cellsOf);
    const drawn: Grid | undefined = asTable ? grid(above, cells.map(beside), across) : undefined;
    asTable = drawn !== undefined && widthOf(drawn.widths) <= width;
    yield drawn && asTable ? withBelow(drawn.text, cells) : `${gap}${cardsOf(batch, sheet)}`;
    above = drawn?.widths ?? [];
    gap = '\n';
  }
}

/** Draws the columns that fit. If later rows leave room for fewer, the headings are printed again. */
async function* drawFitted(
  { rows, columns, fitted }: Result & { readonly fitted: readonly TerminalColumn[] },
  options: RenderOptions & { readonly width: number },
): AsyncIterable<string> {
  const { width, header = true } = options;
  const { headings, cellsOf, paint } = await sheetFor(fitted, options);
  const { across, beside, withBelow } = sidesOf(fitted, width, paint);
  const draw = continuing(header ? beside(headings) : [], (first, cells) =>
    fitTable(first, cells.map(beside), across, width),
  );
  const cards = await sheetFor(columns, options);
  let gap = '';
  let leftOut = 0;

  for await (const batch of batches(rows, TABLE)) {
    const cells = batch.map(cellsOf);
    const drawn = draw(cells);
    leftOut = Math.max(leftOut, drawn ? hiddenCount(columns, drawn.shown, across) : 0);
    const text = drawn ? withBelow(drawn.text, cells) : cardsOf(batch, cards);
    yield drawn?.continues ? text : `${gap}${text}`;
    gap = '\n';
  }
  if (leftOut > 0) options.onColumnsLeftOut?.(leftOut);
}

type Cells = readonly (readonly string[])[];
type Draw = (first: readonly (string | number)[], cells: Cells) => FittedTable | undefined;

/**
 * Returns a function that draws the next rows below the ones before if they fit the same columns, and otherwise under
 * headings of their own. Once too few columns fit, it returns `undefined` for all further rows.
 */
function continuing(top: readonly string[], draw: Draw) {
  let above: FittedTable | 'cards' | undefined;
  const placesOf = ({ shown }: FittedTable) => shown.map(({ at }) => at).join();
  return (cells: Cells): (FittedTable & { readonly continues: boolean }) | undefined => {
    if (above === 'cards') return undefined;
    const next = above && draw(above.widths, cells);
    const continues = next && above && placesOf(next) === placesOf(above);
    const drawn = continues ? next : draw(top, cells);
    above = drawn ?? 'cards';
    return drawn && { ...drawn, continues: continues === true };
  };
}

/** Returns the number of documented columns that none of the shown ones shows. */
function hiddenCount(
  documented: Columns,
  shown: readonly FittedColumn[],
  across: readonly TerminalColumn[],
): number {
  const visible = new Set(
    shown.flatMap(({ at }) => [across[at]?.key ?? '', ...(across[at]?.covers ?? [])]),
  );
  return documented.filter((it) => !isBelow(it) && !visible.has(it.key)).length;
}

/** Reports whether a column is printed below its row. */
const isBelow = (column: Column | undefined): boolean =>
  column?.kind === 'below' || column?.kind === 'command';

/**
 * Splits the columns into those beside each other and those below, which do not affect widths: the first of these is
 * printed without a label, the others with their key.
 */
function sidesOf<Known extends TerminalColumn>(
  columns: readonly Known[],
  width: number,
  paint: Paint,
) {
  const beside = <Cell>(row: readonly Cell[]): Cell[] =>
    row.filter((_, at) => !isBelow(columns[at]));
  const below = columns.filter(isBelow);
  const linesOf = (row: readonly string[]) =>
    row
      .filter((_, at) => isBelow(columns[at]))
      .map((text, at) => (text === '' ? '' : belowText(text, at, { below, width, paint })))
      .join('');
  return {
    across: beside(columns),
    beside,
    withBelow(text: string, rows: readonly (readonly string[])[]): string {
      if (below.length === 0) return text;
      const lines = text.split('\n').slice(0, -1);
      const first = lines.length - rows.length;
      const texts = rows.map(linesOf);
      // A text that several rows have is printed once, below the last of them.
      const last = texts.map((text, at) => (text === texts[at + 1] ? '' : text));
      return lines.map((line, at) => `${line}\n${last[at - first] ?? ''}`).join('');
    },
  };
}

/** Draws the cell of the `at`th column below, set in; a command line that is too long can still be copied. */
function belowText(
  text: string,
  at: number,
  {
    below,
    width,
    paint,
  }: { readonly below: Columns; readonly width: number; readonly paint: Paint },
): string {
  const { key, kind } = below[at] ?? { key: '', kind: 'below' };
  const labeled = at === 0 ? text : `${key}: ${text}`;
  return linesWithin(kind, labeled, width - 2)
    .map((line) => `  ${kind === 'command' ? paint(line, kind) : line}\n`)
    .join('');
}

interface Sheet extends CardLabels {
  readonly paint: Paint;
  readonly cellsOf: (row: unknown) => string[];
}

/** Returns what the rows of some columns are drawn with. */
export async function sheetFor(
  columns: readonly TerminalColumn[],
  { color, utc, timeZone, width, barStyle }: RenderOptions,
): Promise<Sheet> {
  const paint = await painter(color);
  const zone = utc ? 'UTC' : timeZone;
  const dayOf: DayText = (value, year) => shortDay(value, year, zone);
  const style = { zone, width, barStyle };
  const labels = columns.map((it) => headingIn(zone, it));
  // A command is painted once it is wrapped.
  const painted: Paint = (cell, kind) => (kind === 'command' ? cell : paint(cell, kind));
  return {
    paint,
    width,
    kinds: columns.map(({ kind }) => kind),
    labels,
    headings: labels.map((it) => paint(it, 'heading')),
    cellsOf: (row) =>
      columns.map(({ key, kind, text }) =>
        painted(humanText(kind, text ? text(row, dayOf) : valueAtPath(row, key), style), kind),
      ),
  };
}

/**
 * The batch size of tables: the first rows set the widths, later ones may widen them. No row waits longer than a
 * second.
 */
const TABLE = { max: 500, waitMs: 1000 };

const widthOf = (widths: readonly number[]) => widths.reduce((sum, it) => sum + it + GAP, -GAP);

/** Colors a heading or a state. */
export type Paint = (text: string, as: Kind | 'heading') => string;

/** Returns the painter, loaded only if color is used. */
export async function painter(color = false): Promise<Paint> {
  return color ? (await import('./color.ts')).paint : (text) => text;
}

/** Draws records as cards with an empty line between two of them. */
const cardsOf = (records: readonly unknown[], sheet: Sheet): string =>
  records.map((it) => card(sheet.cellsOf(it), sheet)).join('\n');

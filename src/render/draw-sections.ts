import { card, linesWithin } from './card.ts';
import { localTime, zoneMark } from './dates.ts';
import { fitTable } from './fit-table.ts';
import { humanText, valueAtPath } from './format-cell.ts';
import type { RenderOptions } from './options.ts';
import { sanitize } from './sanitize.ts';
import type { Section, SectionField } from './sections.ts';
import { type Paint, painter, sheetFor } from './table.ts';
import type { Kind } from './view.ts';

/** Sections are set in below their titles. */
const INDENT = '  ';

interface Pen {
  readonly paint: Paint;
  /** The time zone; that of the machine if `undefined`. */
  readonly zone: string | undefined;
  /** The space right of the indent. */
  readonly width: number;
  readonly options: RenderOptions;
}

/** Draws the sections that are not empty, with an empty line between two of them. Nothing is left out or shortened. */
export async function* drawSections(
  sections: readonly Section[],
  options: RenderOptions,
): AsyncIterable<string> {
  const { color, utc, timeZone, width: columns = Number.POSITIVE_INFINITY } = options;
  const paint = await painter(color);
  const width = columns - INDENT.length;
  const pen = { paint, zone: utc ? 'UTC' : timeZone, width, options: { ...options, width } };
  let gap = '';
  for (const section of sections) {
    const body = await bodyOf(section, pen);
    if (body === '') continue;
    yield `${gap}${paint(sanitize(section.title), 'heading')}\n${body.replaceAll(/^(?=.)/gm, INDENT)}`;
    gap = '\n';
  }
}

const bodyOf = async (
  { fields = [], table, lines = [], commands = [] }: Section,
  pen: Pen,
): Promise<string> =>
  [
    fieldsText(fields, pen),
    table && table.rows.length > 0 ? await tableText(table, pen) : '',
    ...lines.flatMap((line) => linesWithin('text', sanitize(line), pen.width).map(ended)),
    ...commands.flatMap((line) => linesWithin('command', sanitize(line), pen.width).map(ended)),
  ].join('');

const ended = (line: string) => `${line}\n`;

/** Draws labels and values. Each item of a list of texts has a line of its own. */
function fieldsText(fields: readonly SectionField[], { paint, zone, width }: Pen): string {
  const cells = fields.flatMap(({ label, kind, value }) =>
    itemsOf(value).map((item, at) => ({
      kind,
      label: at === 0 ? sanitize(label) : '',
      text: paint(fieldText(kind, item, zone), kind),
    })),
  );
  const shown = cells.filter(({ text }) => text !== '');
  const labels = shown.map(({ label }) => label);
  return card(
    shown.map(({ text }) => text),
    { labels, headings: labels, kinds: shown.map(({ kind }) => kind), width },
  );
}

/** Returns a value; a time with its zone, which no heading says. */
function fieldText(kind: Kind, item: unknown, zone: string | undefined): string {
  const text = humanText(kind, item, { zone });
  const isTime = kind === 'time' && typeof item === 'string' && localTime(item, zone) !== undefined;
  return isTime ? `${text} ${zoneMark(zone)}`.trimEnd() : text;
}

const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) && value.every((it) => typeof it === 'string') ? value : [value];

async function tableText(
  { columns: all, rows }: NonNullable<Section['table']>,
  { width, options }: Pen,
): Promise<string> {
  const columns = all.filter(
    ({ key, kind }) =>
      (kind !== 'level' || options.barStyle !== 'none') &&
      (kind !== 'below' || rows.some((row) => (valueAtPath(row, key) ?? '') !== '')),
  );
  const sheet = await sheetFor(columns, options);
  const cells = rows.map(sheet.cellsOf);
  const drawn = fitTable(sheet.headings, cells, columns, width);
  const shown = new Set(drawn?.shown.map(({ at }) => at));
  // A bar repeats a figure beside it.
  if (drawn && columns.every(({ kind }, at) => kind === 'level' || shown.has(at)))
    return drawn.text;
  return cells.map((row) => card(row, sheet)).join('\n');
}

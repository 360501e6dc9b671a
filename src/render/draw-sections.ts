import type { BarStyle } from './bars.ts';
import { card, linesWithin } from './card.ts';
import { localTime, shortDay, zoneMark } from './dates.ts';
import { fitTable } from './fit-table.ts';
import { headingIn, humanText, valueAtPath } from './format-cell.ts';
import type { RenderOptions } from './options.ts';
import { sanitize } from './sanitize.ts';
import type { Section, SectionField } from './sections.ts';
import { type Paint, painter } from './table.ts';
import type { DayText, Kind } from './view.ts';

/** Sections are set in below their titles. */
const INDENT = '  ';

interface Pen {
  readonly paint: Paint;
  /** The time zone; that of the machine if `undefined`. */
  readonly zone: string | undefined;
  /** The space right of the indent. */
  readonly width: number;
  readonly barStyle: BarStyle | undefined;
}

/** Draws the sections that are not empty, with an empty line between two of them. Nothing is left out or shortened. */
export async function* drawSections(
  sections: readonly Section[],
  { color, utc, timeZone, barStyle, width = Number.POSITIVE_INFINITY }: RenderOptions,
): AsyncIterable<string> {
  const paint = await painter(color);
  const pen = { paint, zone: utc ? 'UTC' : timeZone, width: width - INDENT.length, barStyle };
  let gap = '';
  for (const section of sections) {
    const body = bodyOf(section, pen);
    if (body === '') continue;
    yield `${gap}${paint(sanitize(section.title), 'heading')}\n${body.replaceAll(/^(?=.)/gm, INDENT)}`;
    gap = '\n';
  }
}

const bodyOf = ({ fields = [], table, lines = [], commands = [] }: Section, pen: Pen): string =>
  [
    fieldsText(fields, pen),
    table && table.rows.length > 0 ? tableText(table, pen) : '',
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

function tableText({ columns: all, rows }: NonNullable<Section['table']>, pen: Pen): string {
  const columns = all.filter(
    ({ key, kind }) =>
      (kind !== 'level' || pen.barStyle !== 'none') &&
      (kind !== 'below' || rows.some((row) => (valueAtPath(row, key) ?? '') !== '')),
  );
  const dayOf: DayText = (value, year) => shortDay(value, year, pen.zone);
  const cells = rows.map((row) =>
    columns.map(({ key, kind, text }) =>
      pen.paint(humanText(kind, text ? text(row, dayOf) : valueAtPath(row, key), pen), kind),
    ),
  );
  const labels = columns.map((it) => headingIn(pen.zone, it));
  const headings = labels.map((it) => pen.paint(it, 'heading'));
  const drawn = fitTable(headings, cells, columns, pen.width);
  const shown = new Set(drawn?.shown.map(({ at }) => at));
  // A bar repeats a figure beside it.
  if (drawn && columns.every(({ kind }, at) => kind === 'level' || shown.has(at)))
    return drawn.text;
  const labeled = { labels, headings, kinds: columns.map(({ kind }) => kind), width: pen.width };
  return cells.map((row) => card(row, labeled)).join('\n');
}

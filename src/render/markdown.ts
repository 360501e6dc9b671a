/** Tables in GitHub Flavored Markdown, such as for the summary of a CI job. */

import { headingIn, humanText, valueAtPath } from './format-cell.ts';
import type { RenderOptions, Result } from './options.ts';
import { batches } from './row-buffer.ts';
import type { Column } from './view.ts';

/** Draws rows as a table, and a single record as a table of its fields. Nothing is cut. */
export async function* drawMarkdown(
  { rows, isList, columns }: Result,
  { utc, timeZone }: RenderOptions,
): AsyncIterable<string> {
  const zone = utc ? 'UTC' : timeZone;
  const cellOf = (row: unknown) => (column: Column) => cell(column, row, zone);
  const heads = isList ? columns.map((it) => headingIn(zone, it)) : ['FIELD', 'VALUE'];
  const rules = isList
    ? columns.map(({ kind }) => (isNumeric(kind) ? '---:' : '---'))
    : ['---', '---'];
  yield `${line(heads)}${line(rules)}`;
  for await (const batch of batches(rows, BATCH)) {
    const lines = batch.flatMap((row) =>
      isList
        ? line(columns.map(cellOf(row)))
        : columns.map((it) => line([headingIn(zone, it), cellOf(row)(it)])),
    );
    yield lines.join('');
  }
}

/** The batch size: few writes, and no row waits long. */
const BATCH = { max: 500, waitMs: 20 };

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

const isNumeric = (kind: Column['kind']): boolean => kind === 'money' || kind === 'number';

function cell({ key, kind }: Column, row: unknown, zone: string | undefined): string {
  const text = humanText(kind, valueAtPath(row, key), { zone });
  return isNumeric(kind) && /^-?\$?[\d,.]+$/.test(text) ? text : escapeMarkdown(text);
}

/**
 * Escapes a text of others so that it is shown as it is: it forms no link, image, HTML, mention or formula, and does not
 * end its cell.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_{}[\]()#+!|<>~&@$]/g, '\\$&')
    .replaceAll(/:(?=\/\/)|(?<=\bwww)\./gi, '\\$&');

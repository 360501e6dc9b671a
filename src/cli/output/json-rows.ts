/** JSON values printed as rows: results of `--query`, and responses of `remit api`. */

import { listIn } from '../../api/client/response/envelope.ts';
import { UsageError } from '../../money/errors.ts';
import { pagesOf } from '../../paged-iterable.ts';
import { valueAtPath } from '../../render/format-cell.ts';
import { ALL_COLUMNS, type RenderOptions } from '../../render/options.ts';
import { render } from '../../render/render.ts';
import type { Column, Columns } from '../../render/view.ts';

export interface RowOptions {
  /** Columns of known kinds: a column of the result with an equal name is formatted like it. */
  readonly known: Columns;
  readonly renderOptions: RenderOptions;
  /** Called if there are no rows. */
  readonly onEmpty: () => void;
}

/** Prints an array of objects as rows with their keys as columns; any other values as rows of one column. */
export async function* renderRows(
  found: unknown,
  { renderOptions, known, onEmpty }: RowOptions,
): AsyncIterable<string> {
  const items: readonly unknown[] = Array.isArray(found) ? found : found === null ? [] : [found];
  if (items.length === 0) return onEmpty();
  const areRecords = items.every(isRecordOrList);
  const rows = areRecords ? items : items.map((value) => ({ value }));
  const keys = areRecords ? [...new Set(items.flatMap((it) => Object.keys(it)))] : ['value'];
  const columns = keys.map((key) => known.find((it) => it.key === key) ?? plainColumn(key));
  const isList = Array.isArray(found) || !areRecords;
  yield* isList
    ? render({ kind: 'list', columns, empty: '' }, rows, renderOptions)
    : render({ kind: 'record', columns }, rows[0], renderOptions);
}

/**
 * Prints a response in a format of rows: the records of a list, also of one in an envelope, otherwise the record itself.
 *
 * @throws {UsageError} if no record has one of the chosen columns.
 */
export async function* renderResponse(data: unknown, options: RowOptions): AsyncIterable<string> {
  const found = await recordsIn(data);
  const { columns = [] } = options.renderOptions;
  const rows = Array.isArray(found) ? found : [found];
  const unknown = columns.filter(
    (key) => key !== ALL_COLUMNS && !rows.some((row) => valueAtPath(row, key) !== undefined),
  );
  if (rows.length > 0 && unknown.length > 0) {
    const keys = [...new Set(rows.filter(isRecordOrList).flatMap((it) => Object.keys(it)))];
    throw new UsageError([
      `--columns: no record of the response has ${unknown.map((it) => `'${it}'`).join(' or ')}`,
      `Known: ${keys.join(', ')}`,
    ]);
  }
  yield* renderRows(found, options);
}

async function recordsIn(data: unknown): Promise<unknown> {
  if (!isRecordOrList(data) || !(Symbol.asyncIterator in data)) return listIn(data) ?? data;
  const rows: unknown[] = [];
  for await (const page of pagesOf(data as AsyncIterable<unknown>)) rows.push(...page);
  return rows;
}

const plainColumn = (key: string): Column => ({ key, kind: 'text' });

/** Reports whether a value is an object, or an array such as `[id, amount]`, whose keys are its indexes. */
export const isRecordOrList = (it: unknown): it is object => typeof it === 'object' && it !== null;

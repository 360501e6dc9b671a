/** `--query`: compiles JMESPath expressions and prints their results. */

import {
  compile,
  isRegistered,
  type JSONValue,
  TreeInterpreter,
} from '@jmespath-community/jmespath';
import { UsageError } from '../../cli/errors.ts';
import { pagesOf } from '../../paged-iterable.ts';
import { jsonText } from '../../render/json.ts';
import type { RenderOptions } from '../../render/options.ts';
import { render } from '../../render/render.ts';
import { sanitizeLines } from '../../render/sanitize.ts';
import type { Column, Columns } from '../../render/view.ts';

/**
 * Evaluates an expression on a JSON value; `null` if it finds nothing.
 *
 * @throws {UsageError} if a function gets an argument of a wrong type.
 */
export type Search = (json: unknown) => unknown;

/**
 * Compiles a JMESPath expression, before any request is sent.
 *
 * @throws {UsageError} if it is not valid or calls an unknown function.
 */
export function compileQuery(query: string): Search {
  const expression = expressionOf(query);
  return (json) => {
    try {
      return TreeInterpreter.search(expression, json as JSONValue) ?? null;
    } catch (error) {
      throw new UsageError(`--query cannot be applied to this result: ${messageOf(error)}`);
    }
  };
}

function expressionOf(query: string) {
  try {
    const expression = compile(query);
    const unknown = functionsIn(expression).find((name) => !isRegistered(name));
    if (unknown !== undefined) throw new Error(`Unknown function: ${unknown}()`);
    return expression;
  } catch (error) {
    throw new UsageError(`--query is not a JMESPath expression: ${messageOf(error)}`);
  }
}

/** Returns the names of all functions in an expression, including those that the present data would not reach. */
function functionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
  const names = type === 'Function' && typeof name === 'string' ? [name] : [];
  return [...names, ...Object.values(node).flatMap(functionsIn)];
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Options of printing the result of a query. */
export interface QueryOptions {
  readonly search: Search;
  /** Whether strings are printed without JSON quotes. */
  readonly raw: boolean;
  /** Columns of known kinds: a column of the result with an equal name is formatted like it. */
  readonly known: Columns;
  readonly renderOptions: RenderOptions;
  /** Called if the result is empty. */
  readonly onEmpty: () => void;
}

/**
 * Filters a whole result and prints it in any format. With `lasts`, such as for a server, each record is filtered by
 * itself.
 */
export async function* renderQueryResult(
  data: unknown,
  options: QueryOptions,
  lasts = false,
): AsyncIterable<string> {
  const source = options.renderOptions.source ?? ((value: unknown) => value);
  if (lasts) {
    for await (const record of data as AsyncIterable<unknown>) {
      yield* printResult(options.search(source(record)), options);
    }
  } else yield* printResult(options.search(await collect(data, source)), options);
}

async function* printResult(found: unknown, options: QueryOptions): AsyncIterable<string> {
  const { renderOptions, raw } = options;
  if (renderOptions.format !== 'json' && renderOptions.format !== 'ndjson')
    return yield* asRows(found, options);
  const asLines =
    Array.isArray(found) && (renderOptions.format === 'ndjson' || (raw && isFlat(found)));
  const text = (value: unknown) =>
    raw && typeof value === 'string'
      ? value
      : jsonText(value, { compact: renderOptions.format === 'ndjson' });
  const lines = (asLines ? found : [found]).map((value: unknown) => `${text(value)}\n`).join('');
  yield raw && renderOptions.width !== undefined ? sanitizeLines(lines) : lines;
}

/** Prints an array of objects as rows with their keys as columns; any other values as rows of one column. */
async function* asRows(
  found: unknown,
  { renderOptions, known, onEmpty }: QueryOptions,
): AsyncIterable<string> {
  const items: readonly unknown[] = Array.isArray(found) ? found : found === null ? [] : [found];
  if (items.length === 0) return onEmpty();
  const areRecords = items.every(isObject);
  const rows = areRecords ? items : items.map((value) => ({ value }));
  const keys = areRecords ? [...new Set(items.flatMap((item) => Object.keys(item)))] : ['value'];
  const columns = keys.map((key) => known.find((column) => column.key === key) ?? plainColumn(key));
  const isList = Array.isArray(found) || !areRecords;
  yield* isList
    ? render({ kind: 'list', columns, empty: '' }, rows, renderOptions)
    : render({ kind: 'record', columns }, rows[0], renderOptions);
}

const plainColumn = (key: string): Column => ({ key, kind: 'text' });

/** Reports whether a value is an object, or an array such as `[id, amount]`, whose keys are its indexes. */
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isFlat = (list: readonly unknown[]) => !list.some(isObject);

async function collect(data: unknown, source: (record: unknown) => unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(source);
  if (!(Symbol.asyncIterator in data)) return source(data);
  const rows: unknown[] = [];
  for await (const page of pagesOf(data as AsyncIterable<unknown>)) rows.push(...page.map(source));
  return rows;
}

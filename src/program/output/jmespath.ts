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
      throw new UsageError(`--query cannot be applied to this result: ${wordsOf(error)}`);
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
    throw new UsageError(`--query is not a JMESPath expression: ${wordsOf(error)}`);
  }
}

/** Returns the names of all functions in an expression, including those that the present data would not reach. */
function functionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
  const own = type === 'Function' && typeof name === 'string' ? [name] : [];
  return [...own, ...Object.values(node).flatMap(functionsIn)];
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Options of printing the result of a query. */
export interface QueryOptions {
  readonly search: Search;
  /** Whether strings are printed without JSON quotes. */
  readonly raw: boolean;
  /** Columns of known kinds: a column of the result with an equal name is formatted like it. */
  readonly known: Columns;
  readonly looks: RenderOptions;
  /** Called if the result is empty. */
  readonly whenEmpty: () => void;
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
  const source = options.looks.source ?? ((value: unknown) => value);
  if (lasts) {
    for await (const record of data as AsyncIterable<unknown>) {
      yield* printed(options.search(source(record)), options);
    }
  } else yield* printed(options.search(await whole(data, source)), options);
}

async function* printed(found: unknown, options: QueryOptions): AsyncIterable<string> {
  const { looks, raw } = options;
  if (looks.format !== 'json' && looks.format !== 'ndjson') return yield* asRows(found, options);
  const asLines = Array.isArray(found) && (looks.format === 'ndjson' || (raw && isFlat(found)));
  const text = (value: unknown) =>
    raw && typeof value === 'string'
      ? value
      : jsonText(value, { compact: looks.format === 'ndjson' });
  const lines = (asLines ? found : [found]).map((value: unknown) => `${text(value)}\n`).join('');
  yield raw && looks.width !== undefined ? sanitizeLines(lines) : lines;
}

/** Prints an array of objects as rows with their keys as columns; any other values as rows of one column. */
async function* asRows(
  found: unknown,
  { looks, known, whenEmpty }: QueryOptions,
): AsyncIterable<string> {
  const items: readonly unknown[] = Array.isArray(found) ? found : found === null ? [] : [found];
  if (items.length === 0) return whenEmpty();
  const areRecords = items.every(isObject);
  const rows = areRecords ? items : items.map((value) => ({ value }));
  const keys = areRecords ? [...new Set(items.flatMap((item) => Object.keys(item)))] : ['value'];
  const columns = keys.map((key) => known.find((column) => column.key === key) ?? plainColumn(key));
  const isList = Array.isArray(found) || !areRecords;
  yield* isList
    ? render({ kind: 'list', columns, empty: '' }, rows, looks)
    : render({ kind: 'record', columns }, rows[0], looks);
}

const plainColumn = (key: string): Column => ({ key, kind: 'text' });

/** Reports whether a value is an object, or an array such as `[id, amount]`, whose keys are its indexes. */
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isFlat = (list: readonly unknown[]) => !list.some(isObject);

async function whole(data: unknown, source: (record: unknown) => unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(source);
  if (!(Symbol.asyncIterator in data)) return source(data);
  const rows: unknown[] = [];
  for await (const page of pagesOf(data as AsyncIterable<unknown>)) rows.push(...page.map(source));
  return rows;
}

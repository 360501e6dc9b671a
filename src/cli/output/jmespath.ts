/** `--query`: compiles JMESPath expressions and prints their results. */

import {
  compile,
  isRegistered,
  type JSONValue,
  TreeInterpreter,
} from '@jmespath-community/jmespath';
import { UsageError } from '../../money/errors.ts';
import { pagesOf } from '../../paged-iterable.ts';
import { jsonText } from '../../render/json.ts';
import { sanitizeLines } from '../../render/sanitize.ts';
import { isRecordOrList, type RowOptions, renderRows } from './json-rows.ts';

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

export interface QueryOptions extends RowOptions {
  readonly search: Search;
  /** Whether strings are printed without JSON quotes. */
  readonly raw: boolean;
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
    return yield* renderRows(found, options);
  const asLines =
    Array.isArray(found) && (renderOptions.format === 'ndjson' || (raw && isFlat(found)));
  const text = (value: unknown) =>
    raw && typeof value === 'string'
      ? value
      : jsonText(value, { compact: renderOptions.format === 'ndjson' });
  const lines = (asLines ? found : [found]).map((value: unknown) => `${text(value)}\n`).join('');
  yield raw && renderOptions.width !== undefined ? sanitizeLines(lines) : lines;
}

const isFlat = (list: readonly unknown[]) => !list.some(isRecordOrList);

async function collect(data: unknown, source: (record: unknown) => unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(source);
  if (!(Symbol.asyncIterator in data)) return source(data);
  const rows: unknown[] = [];
  for await (const page of pagesOf(data as AsyncIterable<unknown>)) rows.push(...page.map(source));
  return rows;
}

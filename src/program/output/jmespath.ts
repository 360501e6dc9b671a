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

/** Finds in JSON what an expression describes. Throws `UsageError` where a function is given what it does not take. */
export type Search = (json: unknown) => unknown;

/** Reads a JMESPath expression, before anything is asked of the service. Throws `UsageError` for what is none. */
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

/** The names of all functions that an expression calls, those that this data would not reach too. */
function functionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
  const own = type === 'Function' && typeof name === 'string' ? [name] : [];
  return [...own, ...Object.values(node).flatMap(functionsIn)];
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export interface QueryOptions {
  readonly search: Search;
  /** Prints strings bare, without the quotes of JSON. */
  readonly raw: boolean;
  /** Columns whose kinds are known: one of the same name in the result is printed alike. */
  readonly known: Columns;
  readonly looks: RenderOptions;
  /** Tells a person that there is nothing to print. */
  readonly whenEmpty: () => void;
}

/** Filters a whole result, and prints what is found in any format. What goes on, such as a server, is filtered record by record. */
export async function* renderQueryResult(
  data: unknown,
  options: QueryOptions,
  lasts = false,
): AsyncIterable<string> {
  const source = options.looks.source ?? ((it: unknown) => it);
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
  const text = (it: unknown) =>
    raw && typeof it === 'string' ? it : jsonText(it, { compact: looks.format === 'ndjson' });
  const lines = (asLines ? found : [found]).map((it: unknown) => `${text(it)}\n`).join('');
  yield raw && looks.width !== undefined ? sanitizeLines(lines) : lines;
}

/** An array of objects is rows whose columns are their keys; of anything else, rows of one value. */
async function* asRows(
  found: unknown,
  { looks, known, whenEmpty }: QueryOptions,
): AsyncIterable<string> {
  const items: readonly unknown[] = Array.isArray(found) ? found : found === null ? [] : [found];
  if (items.length === 0) return whenEmpty();
  const areRecords = items.every(isObject);
  const rows = areRecords ? items : items.map((value) => ({ value }));
  const keys = areRecords ? [...new Set(items.flatMap((it) => Object.keys(it)))] : ['value'];
  const columns = keys.map((key) => known.find((it) => it.key === key) ?? plainColumn(key));
  const isList = Array.isArray(found) || !areRecords;
  yield* isList
    ? render({ kind: 'list', columns, empty: '' }, rows, looks)
    : render({ kind: 'record', columns }, rows[0], looks);
}

const plainColumn = (key: string): Column => ({ key, kind: 'text' });

/** Objects, and arrays such as `[id, amount]`, whose keys are positions. */
const isObject = (it: unknown): it is object => typeof it === 'object' && it !== null;

const isFlat = (list: readonly unknown[]) => !list.some(isObject);

async function whole(data: unknown, source: (record: unknown) => unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(source);
  if (!(Symbol.asyncIterator in data)) return source(data);
  const rows: unknown[] = [];
  for await (const page of pagesOf(data as AsyncIterable<unknown>)) rows.push(...page.map(source));
  return rows;
}

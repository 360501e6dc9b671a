import jmespath from 'jmespath';
import { UsageError } from '../cli/errors.ts';
import type { Format } from '../cli/globals.ts';
import { pagesOf } from '../in-pages.ts';
import { jsonText } from '../render/json.ts';

/** Filters a whole result with a JMESPath expression and prints what it finds as JSON, one a line where that was asked. */
export async function* filter(
  data: unknown,
  query: string,
  source: (record: unknown) => unknown,
  format: Format,
): AsyncIterable<string> {
  const found = search(await whole(data, source), query);
  if (format !== 'ndjson' || !Array.isArray(found)) yield `${jsonText(found)}\n`;
  else for (const each of found) yield `${jsonText(each, { compact: true })}\n`;
}

/** Throws `UsageError` for what is no expression, before anything is asked of the service. */
export function checkQuery(query: string): void {
  search(null, query);
}

function search(json: unknown, query: string): unknown {
  try {
    return jmespath.search(json, query);
  } catch (error) {
    throw new UsageError(
      `--query is not a JMESPath expression: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function whole(data: unknown, source: (record: unknown) => unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(source);
  if (!(Symbol.asyncIterator in data)) return source(data);
  const rows: unknown[] = [];
  for await (const page of pagesOf(data as AsyncIterable<unknown>)) rows.push(...page.map(source));
  return rows;
}

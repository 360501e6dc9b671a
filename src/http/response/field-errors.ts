import type { FieldProblem } from '../../contract/http/api-error.ts';
import { firstText, isJson, type Json, memberAt } from '../json-path.ts';

const places = ['errors', 'error.errors', '_embedded.errors', 'invalid-params', 'violations'];

/** The fields that were refused: a list of texts or records, or an object by field. */
export function problemsIn(body: Json | undefined): FieldProblem[] {
  const found = places.map((path) => memberAt(body, path)).find((it) => it !== undefined);
  if (Array.isArray(found)) return found.map(problemOf);
  if (!isJson(found)) return [];
  return Object.entries(found).flatMap(([field, said]) =>
    [said].flat().map((it) => ({ ...problemOf(it), field })),
  );
}

function problemOf(it: unknown): FieldProblem {
  if (!isJson(it)) return { field: null, message: String(it) };
  const code = firstText([it['code']]);
  const said = firstText([it['message'], it['detail'], it['reason'], it['title'], it['error']]);
  const index = indexIn(it);
  return {
    field: fieldIn(it) ?? null,
    message: said ?? code ?? 'is refused',
    ...(code !== undefined && { code }),
    ...(index !== undefined && { index }),
  };
}

/** A JSON pointer or a path of several parts reads like `lineItems.0.quantity`. */
function fieldIn(it: Json): string | undefined {
  const path = it['path'];
  return firstText([
    it['field'],
    it['pointer'],
    Array.isArray(path) ? path.join('.') : path,
    it['param'],
    it['name'],
    it['property'],
  ])
    ?.replace(/^#?\//, '')
    .replaceAll('/', '.');
}

/** `index` counts from 0, `row` from 1. */
function indexIn({ index, row }: Json): number | undefined {
  if (typeof index === 'number') return index;
  return typeof row === 'number' ? row - 1 : undefined;
}

import { assertNormalPath, assertPlainQuery, PathError } from '../../api/http/request-path.ts';
import { isId } from '../../api/id-or-name.ts';
import type { Method } from '../../api/operations/operation.ts';
import { type NamedOperation, specOperations } from '../../api/operations/operations.ts';
import { closestMatches } from '../../cli/closest-match.ts';
import type { Context } from '../../cli/context.ts';
import { foldersOf } from '../../config/folders.ts';
import { usageError } from '../../money/errors.ts';
import { loadDialectMapper } from '../../runtime/load-dialect.ts';

/** The methods that a request may have. */
export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface ApiTarget {
  readonly method: Method;
  /** In normal form, with its placeholders filled in. */
  readonly path: string;
  /** Whether the method was not given, and is GET. */
  readonly isDefaultMethod: boolean;
}

/**
 * Resolves a method with a path or an operation, an operation by itself, or a path by itself (GET), and fills in the
 * placeholders of the path: `{businessId}` with the business to act for, the others with `--param name=value`.
 *
 * @throws {UsageError} if it is not one of these, or if the path is not in normal form.
 */
export async function resolveTarget(
  context: Context,
  { target, path }: { readonly target: string; readonly path: string | undefined },
  params: readonly string[],
): Promise<ApiTarget> {
  const method = METHODS.find((it) => it === target.toUpperCase());
  const place = method === undefined ? target : path;
  if (place === undefined) throw usageError('path', `${method} requires a path.`);
  if (method === undefined && path !== undefined) {
    throw usageError(
      'METHOD',
      `must be one of ${METHODS.join(', ')} before a path, not '${target}'.`,
    );
  }
  if (place.startsWith('/')) {
    return {
      method: method ?? 'GET',
      path: filled(context, place, params),
      isDefaultMethod: method === undefined,
    };
  }
  const operation = operationAt(place);
  if (method !== undefined && method !== operation.method) {
    throw usageError('METHOD', `${operation.id} is a ${operation.method} request, not ${method}.`);
  }
  const dialect = await loadDialectMapper(context.settings(), foldersOf(context.system));
  return {
    method: operation.method,
    path: filled(context, dialect?.pathOf(operation) ?? operation.path, params),
    isDefaultMethod: false,
  };
}

function operationAt(id: string): NamedOperation {
  const found = specOperations.find((it) => it.id === id);
  if (found) return found;
  const near = closestMatches(
    id,
    specOperations.map((it) => it.id),
  );
  const hint = near.length === 0 ? '' : ` Did you mean ${near.slice(0, 3).join(' or ')}?`;
  throw usageError('path', `'${id}' is neither a path nor an operation.${hint}`, [
    'remit api list',
  ]);
}

/** Fills in the placeholders of a path, and checks its form. */
function filled(context: Context, template: string, given: readonly string[]): string {
  const params = new Map(given.map(paramIn));
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const unused = [...params.keys()].find((name) => !names.includes(name));
  if (unused !== undefined) throw usageError('param', `The path has no placeholder {${unused}}.`);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.get(name) ?? (name === 'businessId' ? context.business() : undefined);
    if (value !== undefined) return encodeURIComponent(value);
    throw usageError('param', `{${name}} is not known: add --param ${name}=<id>.`);
  });
  try {
    assertNormalPath(path);
    assertPlainQuery(path);
    return path;
  } catch (error) {
    if (error instanceof PathError) throw usageError('path', `The path ${error.message}.`);
    throw error;
  }
}

function paramIn(text: string): [name: string, value: string] {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined || !isId(value)) {
    throw usageError('param', `--param ${text} must be name=value, where the value is an id.`);
  }
  return [name, value];
}

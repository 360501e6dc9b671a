import type { Method } from '../operations/operation.ts';
import { type NamedOperation, specOperations } from '../operations/operations.ts';

/** An operation, and the parameters of a path that matches it. */
export interface OperationMatch {
  readonly operation: NamedOperation;
  /** The decoded values of the placeholders. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Returns the operation that a path matches, ignoring its query; a static segment wins over a placeholder. `undefined`
 * if none matches.
 *
 * `others` are paths that a service has in addition to the contract's, by operation id.
 */
export function matchOperation(
  method: Method,
  path: string,
  others: Readonly<Record<string, string>> = {},
): OperationMatch | undefined {
  const segments = (path.split('?', 1)[0] ?? '').replace(/\/+$/, '').split('/');
  const fits = specOperations
    .filter((it) => it.method === method)
    .map((operation) => {
      const templates = [others[operation.id] ?? operation.path, operation.path];
      const found = templates.map((it) => paramsIn(it.split('/'), segments));
      return { operation, params: found.find((it) => it !== undefined) };
    })
    .filter((it): it is OperationMatch => it.params !== undefined);
  return fits.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

function paramsIn(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of template.entries()) {
    const segment = segments[at] ?? '';
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined ? part !== segment : segment === '') return undefined;
    if (name !== undefined) params[name] = decodeURIComponent(segment);
  }
  return params;
}

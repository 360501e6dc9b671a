import type { Method } from '../operation.ts';
import { type NamedOperation, specOperations } from '../operations.ts';

export interface OperationMatch {
  readonly operation: NamedOperation;
  /** The values of the placeholders, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The operation that a path (its query left aside) belongs to, a static segment before a placeholder; `undefined` when
 * none does. `others` are paths that a service has for operations beside those of the contract.
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

/** The spelling of money paths. */

import { requestPathOf, urlBelow } from '../../api/client/base-url.ts';
import type { HttpRequest } from '../../api/http/http-types.ts';
import type { OperationMatch } from '../../api/http/match-path.ts';
import { moneyOperationAt } from '../../api/http/request-path.ts';
import { UsageError } from '../errors.ts';
import type { CallContext } from '../sending/send-context.ts';

/**
 * Checks that a path which ends in a money path is spelled exactly as the contract or the dialect has it below the base
 * URL. A server might treat another spelling as the money operation, which would bypass the checks.
 *
 * @throws {UsageError} If it is spelled in any other way.
 */
export function assertKnownPath(
  { connection }: Pick<CallContext, 'connection'>,
  { method, path }: Pick<HttpRequest, 'method' | 'path'>,
  known: OperationMatch | undefined,
): void {
  const requestPath = requestPathOf(connection.base, path);
  const money = moneyOperationAt(requestPath);
  if (!money || (known?.operation.id === money.id && isExact(connection, path, known))) return;
  throw new UsageError(
    `${method} ${requestPath} ends with the path of ${money.id}, which moves money, but is not exactly ${urlBelow(connection.base, money.path)}.`,
    { problems: [{ field: 'path', message: 'is not the path of the operation' }] },
  );
}

function isExact(
  { dialectMapper }: CallContext['connection'],
  path: string,
  { operation, params }: OperationMatch,
): boolean {
  const [route = ''] = path.split('?', 1);
  const fill = (template: string) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const exactPaths = [operation.path, dialectMapper?.pathOf(operation) ?? operation.path].map(fill);
  return exactPaths.includes(route) || exactPaths.includes(route.replace(/%3a/gi, ':'));
}

import type { HttpRequest } from '../../contract/http/http-types.ts';
import { moneyOperationAt } from '../../contract/http/request-path.ts';
import { requestPathOf } from '../../http/base-url.ts';
import { PreparedRequest } from '../prepare.ts';

/**
 * Throws a plain `Error` for a request that may move money and is not, byte for byte, one that was prepared: nothing that
 * a person types leads here.
 */
export function assertPrepared(request: HttpRequest, base: URL): void {
  const { effect, method, path } = request;
  const mayMoveMoney =
    effect === 'money' ||
    (method !== 'GET' && moneyOperationAt(requestPathOf(base, path)) !== undefined);
  if (!mayMoveMoney || PreparedRequest.isOf(request)) return;
  throw new Error(`${method} ${path} was not prepared: nothing was sent.`);
}

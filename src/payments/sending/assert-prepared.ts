import type { HttpRequest } from '../../contract/http/http-types.ts';
import { moneyOperationAt } from '../../contract/http/request-path.ts';
import { requestPathOf } from '../../http/base-url.ts';
import { PreparedRequest } from '../prepare.ts';

/**
 * Checks that a request which may move money is, byte for byte, one that was prepared.
 *
 * Throws a plain `Error`, since no input can cause this: it is a bug in the program.
 */
export function assertPrepared(request: HttpRequest, base: URL): void {
  const { effect, method, path } = request;
  const mayMoveMoney =
    effect === 'money' ||
    (method !== 'GET' && moneyOperationAt(requestPathOf(base, path)) !== undefined);
  if (!mayMoveMoney || PreparedRequest.isOf(request)) return;
  throw new Error(`${method} ${path} was not prepared: nothing was sent.`);
}

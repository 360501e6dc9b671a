import type { HttpRequest, Transport } from '../../http/http-types.ts';
import { WithheldError } from '../errors.ts';
import { bufferResponse } from '../response/read-response-body.ts';

/**
 * Wraps a transport so that a 401 refreshes the token and resends the identical request, with the same idempotency key.
 *
 * The new token is used for all later requests. If `renew` returns `undefined`, the 401 response is returned. Throws what it
 * throws; around a journaled request as a `WithheldError`.
 */
export function withTokenRefresh(
  send: Transport,
  renew: () => Promise<string | undefined>,
): Transport {
  let fresh: string | undefined;
  let asking: Promise<string | undefined> | undefined;
  const ask = async () => {
    asking ??= renew().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return async (request) => {
    const answer = await send(bearing(request, fresh));
    if (answer.status !== 401) return answer;
    const refused = await bufferResponse(answer);
    const token = await ask().catch((error: unknown) => {
      // The 401 proves that nothing was applied, whatever prevents another attempt; not of an attempt before it.
      throw request.sendGuard && !answer.retried ? new WithheldError(error) : error;
    });
    if (token === undefined) return refused;
    fresh = token;
    // The service has seen the idempotency key of the first attempt.
    return { ...(await send(bearing(request, token))), retried: true };
  };
}

const bearing = (request: HttpRequest, token: string | undefined): HttpRequest =>
  token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };

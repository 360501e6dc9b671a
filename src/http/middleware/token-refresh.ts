import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/http-types.ts';
import { bufferResponse } from '../response/read-response-body.ts';
import { markRetried } from './retry-marker.ts';

/**
 * Wraps a transport so that a 401 refreshes the token and resends the identical request, with the same idempotency key.
 *
 * The new token is used for all later requests. If `renew` returns `undefined`, the 401 response is returned.
 */
export function withTokenRefresh(
  send: Transport,
  renew: () => Promise<string | undefined>,
): Transport {
  let renewed: string | undefined;
  let renewal: Promise<string | undefined> | undefined;
  const ask = async () => {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
  return async (request) => {
    const answer = await send(withToken(request, renewed));
    if (answer.status !== 401) return answer;
    const refused = await bufferResponse(answer);
    const token = await ask();
    if (token === undefined) return refused;
    renewed = token;
    return resend(send, withToken(request, token));
  };
}

/** Resends a request and marks the result as retried, since the service has already seen its idempotency key. */
async function resend(send: Transport, request: HttpRequest): Promise<HttpResponse> {
  try {
    return markRetried(await send(request));
  } catch (error) {
    if (error instanceof Error) markRetried(error);
    throw error;
  }
}

const withToken = (request: HttpRequest, token: string | undefined): HttpRequest =>
  token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };

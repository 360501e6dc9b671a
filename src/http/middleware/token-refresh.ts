import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/http-types.ts';
import { bufferResponse } from '../response/read-response-body.ts';
import { markRetried } from './retry-marker.ts';

/**
 * After a 401 asks once for a fresh token and sends the very same request with it, under the same idempotency key.
 * The fresh token is kept for what follows. Without one the 401 stands.
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
    const token = await ask();
    if (token === undefined) return refused;
    fresh = token;
    return again(send, bearing(request, token));
  };
}

/** The service has seen this key: what follows is an answer to a request that was sent before. */
async function again(send: Transport, request: HttpRequest): Promise<HttpResponse> {
  try {
    return markRetried(await send(request));
  } catch (error) {
    if (error instanceof Error) markRetried(error);
    throw error;
  }
}

const bearing = (request: HttpRequest, token: string | undefined): HttpRequest =>
  token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };

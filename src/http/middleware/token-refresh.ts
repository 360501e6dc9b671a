import type { Answer, Request, Send } from '../../contract/http/http-types.ts';
import { buffered } from '../response/read-response-body.ts';
import { markResent } from './retry-marker.ts';

/**
 * After a 401 asks once for a fresh token and sends the very same request with it, under the same idempotency key.
 * The fresh token is kept for what follows. Without one the 401 stands.
 */
export function renewing(send: Send, renew: () => Promise<string | undefined>): Send {
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
    const refused = await buffered(answer);
    const token = await ask();
    if (token === undefined) return refused;
    fresh = token;
    return again(send, bearing(request, token));
  };
}

/** The service has seen this key: what follows is an answer to a request that was sent before. */
async function again(send: Send, request: Request): Promise<Answer> {
  try {
    return markResent(await send(request));
  } catch (error) {
    if (error instanceof Error) markResent(error);
    throw error;
  }
}

const bearing = (request: Request, token: string | undefined): Request =>
  token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };

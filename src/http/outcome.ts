import { ApiError } from '../contract/http/api-error.ts';
import { InvalidBaseUrlError, InvalidRequestError, UnreachableError } from './errors.ts';
import { wasRetried } from './middleware/retry-marker.ts';

export type Outcome = 'applied' | 'not-sent' | 'rejected' | 'throttled' | 'unknown';

/**
 * What became of a write: `applied` without an error; else only what is certain is called by its name, and everything
 * else is `unknownReason`. A 409 is no refusal when our own key had been sent before.
 */
export function outcomeOf(
  error?: unknown,
  { resent = wasRetried(error) }: { resent?: boolean } = {},
): Outcome {
  if (error === undefined) return 'applied';
  if (error instanceof InvalidRequestError || error instanceof InvalidBaseUrlError)
    return 'not-sent';
  if (error instanceof UnreachableError) return error.sent ? 'unknown' : 'not-sent';
  return error instanceof ApiError ? refusal(error, resent) : 'unknown';
}

/** A service that says it does not have this has not done it; any other 501 may come from what stands before it. */
export const isNotOffered = ({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean =>
  status === 501 && code === 'not_implemented';

function refusal({ status, code }: ApiError, resent: boolean): Outcome {
  if (status === 429) return 'throttled';
  if (isNotOffered({ status, code })) return 'rejected';
  if (status === 408 || (status === 409 && resent)) return 'unknown';
  return status >= 400 && status < 500 ? 'rejected' : 'unknown';
}

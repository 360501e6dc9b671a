import { ApiError } from '../http/api-error.ts';
import {
  InvalidBaseUrlError,
  InvalidRequestError,
  UnreachableError,
  WithheldError,
} from './errors.ts';

/** The outcome of a write: `not-sent`, `rejected` and `throttled` are certain not to be applied. */
export type Outcome = 'applied' | 'not-sent' | 'rejected' | 'throttled' | 'unknown';

/**
 * Returns the outcome of a write: `applied` without an error, `unknown` unless the error proves another outcome.
 *
 * A 409 is no rejection if the idempotency key had been sent before, and never if the key is derived: another program may
 * have sent it. Then neither is a 422 without a code or about the key.
 */
export function outcomeOf(
  error?: unknown,
  { isKeyDerived = false }: { readonly isKeyDerived?: boolean } = {},
): Outcome {
  if (error === undefined) return 'applied';
  if (error instanceof InvalidRequestError || error instanceof InvalidBaseUrlError)
    return 'not-sent';
  if (error instanceof WithheldError) return 'not-sent';
  if (error instanceof UnreachableError) return error.sent ? 'unknown' : 'not-sent';
  if (!(error instanceof ApiError)) return 'unknown';
  return isKeyDerived && isAboutKey(error) ? 'unknown' : refusal(error);
}

/**
 * Reports whether the service states that it does not implement the operation. Any other 501 may come from a proxy in
 * front of it.
 */
export const isNotOffered = ({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean =>
  status === 501 && code === 'not_implemented';

/** Reports whether a refusal may mean that an earlier request under the same key arrived. */
function isAboutKey({ status, code, message }: ApiError): boolean {
  if (status === 409) return true;
  return status === 422 && (code === 'http_422' || /idempoten/i.test(`${code} ${message}`));
}

function refusal({ status, code, retried }: ApiError): Outcome {
  if (status === 429) return 'throttled';
  if (isNotOffered({ status, code })) return 'rejected';
  if (status === 408 || (status === 409 && retried)) return 'unknown';
  return status >= 400 && status < 500 ? 'rejected' : 'unknown';
}

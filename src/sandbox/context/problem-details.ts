/** Error responses as problem details (RFC 9457). */

import type { ApiError, FieldError } from '../../api/http/api-error.ts';
import type { LongFile } from './streamed-file.ts';

/** A response before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | LongFile;
}

/** The request that an error response is about. */
export interface ProblemSite {
  readonly requestId: string;
  readonly path: string;
  /** Status for conflicts: 409 unless the sandbox was started with another. */
  readonly conflictStatus: 409 | 422;
}

/** Returns the response for an error: RFC 9457, plus `error` and `message` for simpler clients. */
export function problemReply(refused: ApiError, site: ProblemSite): Reply {
  const { code, message, problems, details } = refused;
  const status = statusOf(refused, site);
  const body = {
    ...details,
    type: `urn:problem:${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance: site.path,
    code,
    error: code,
    message,
    ...(problems.length > 0 && { errors: problems.map(withPointer) }),
    requestId: site.requestId,
  };
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headersOf(refused) },
    body: JSON.stringify(body),
  };
}

// A concurrent duplicate is always 409: it is not a conflict of status.
const statusOf = ({ status, code }: ApiError, { conflictStatus }: ProblemSite): number =>
  status === 409 && code !== 'idempotency_in_progress' ? conflictStatus : status;

/**
 * Returns a title for an error code.
 *
 * @example `payable_not_approved` gives `Payable is not approved`
 */
function titleOf(code: string): string {
  const verb = /[^s]s_not_/.test(code) ? 'are' : 'is';
  const sentence = code.replace('_not_', `_${verb}_not_`).replaceAll('_', ' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

const withPointer = ({ field, ...rest }: FieldError) => ({
  field,
  pointer: field === null ? null : `#/${field.replaceAll('.', '/')}`,
  ...rest,
});

function headersOf({ status, code, retryAfterSeconds }: ApiError): Record<string, string> {
  return {
    ...(status === 401 && { 'WWW-Authenticate': challengeOf(code) }),
    ...(retryAfterSeconds !== null && { 'Retry-After': String(retryAfterSeconds) }),
  };
}

/** Returns the challenge of RFC 6750: without credentials it names the scheme and no error. */
const challengeOf = (code: string) =>
  code === 'unauthenticated' ? 'Bearer realm="remit"' : 'Bearer error="invalid_token"';

/**
 * An error that is answered with the `ApiError` in `refused` and commits the transaction instead of rolling it back,
 * e.g. to count a failed verification or sign-in attempt.
 */
export class CommittedApiError extends Error {
  override readonly name = 'CommittedApiError';
  readonly refused: ApiError;

  constructor(refused: ApiError) {
    super(refused.message);
    this.refused = refused;
  }
}

/** Turns a `CommittedApiError` into a response, so that its transaction commits. */
export async function withCommittedErrors(
  answer: () => Promise<Reply>,
  site: ProblemSite,
): Promise<Reply> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof CommittedApiError) return problemReply(error.refused, site);
    throw error;
  }
}

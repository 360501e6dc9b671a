import type { ApiError, FieldError } from '../../contract/http/api-error.ts';
import type { LongFile } from './streamed-file.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | LongFile;
}

export interface ProblemSite {
  readonly requestId: string;
  /** The path that was asked for. */
  readonly path: string;
  /** How a conflict of state is answered; 409 unless the sandbox was started otherwise. */
  readonly conflictStatus: 409 | 422;
}

/** A refusal as the service writes it: RFC 9457, with the members that simpler readers look for beside it. */
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

/** A request that came twice at once is no conflict of state, whatever the sandbox calls one. */
const statusOf = ({ status, code }: ApiError, { conflictStatus }: ProblemSite): number =>
  status === 409 && code !== 'idempotency_in_progress' ? conflictStatus : status;

/** `payable_not_approved` → `Payable is not approved`. */
function titleOf(code: string): string {
  const verb = /[^s]s_not_/.test(code) ? 'are' : 'is';
  const words = code.replace('_not_', `_${verb}_not_`).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
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

/** RFC 6750: who sent no credentials at all is told the scheme, and no error. */
const challengeOf = (code: string) =>
  code === 'unauthenticated' ? 'Bearer realm="remit"' : 'Bearer error="invalid_token"';

/**
 * A refusal whose effects stay: a wrong micro-deposit amount costs an attempt, a wrong password is counted.
 * A handler that throws plain `ApiError` leaves nothing behind; one that throws this is refused, and commits.
 */
export class CommittedApiError extends Error {
  override readonly name = 'CommittedApiError';
  readonly refused: ApiError;

  constructor(refused: ApiError) {
    super(refused.message);
    this.refused = refused;
  }
}

/** Turns such a refusal into an answer like any other, so that the transaction it happened in goes through. */
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

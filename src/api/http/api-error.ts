/** A rejected field and the reason. `index` counts the items of a bulk request from 0. */
export interface FieldError {
  readonly field: string | null;
  readonly code?: string;
  readonly message: string;
  readonly index?: number;
}

/**
 * An error response of the service (status 400 and above). Thrown by the sandbox's handlers and by the client.
 *
 * `details` are additional fields of the problem body, such as `attemptsRemaining`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly problems: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  /** The service's id of the request, for its support desk; `null` when thrown by the sandbox. */
  readonly requestId: string | null;
  /** The seconds that the service asked to wait before a retry; `null` if it did not. */
  readonly retryAfterSeconds: number | null;
  /** True if an earlier attempt of the request may have been applied; see `HttpResponse`. */
  readonly retried: boolean;

  constructor(
    status: number,
    code: string,
    message: string,
    {
      problems = [],
      details = {},
      requestId = null,
      retryAfterSeconds = null,
      retried = false,
    }: {
      problems?: readonly FieldError[];
      details?: Readonly<Record<string, unknown>>;
      requestId?: string | null;
      retryAfterSeconds?: number | null;
      retried?: boolean;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = problems;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.retried = retried;
  }
}

/** One field that was refused, and why. `index` counts the items of a bulk request from 0. */
export interface FieldError {
  readonly field: string | null;
  readonly code?: string;
  readonly message: string;
  readonly index?: number;
}

/**
 * The service answered, and the answer was no. The sandbox throws it; the client throws it again.
 * `details` are further members of the problem body, such as `attemptsRemaining`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly problems: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  /** The service's own name for the request, for its support desk; null in the sandbox's own throw. */
  readonly requestId: string | null;
  /** Seconds that the service asked to wait before the next try. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    {
      problems = [],
      details = {},
      requestId = null,
      retryAfterSeconds = null,
    }: {
      problems?: readonly FieldError[];
      details?: Readonly<Record<string, unknown>>;
      requestId?: string | null;
      retryAfterSeconds?: number | null;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = problems;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

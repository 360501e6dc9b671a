/** The outcome of a request that failed; `unknown` if it may have been applied. */
export type FailedOutcome = 'not-sent' | 'rejected' | 'throttled' | 'unknown' | 'applied';

/** A field of the input that is missing or invalid. Rows count from 1. */
export interface FieldProblem {
  readonly field: string | null;
  readonly row: number | null;
  readonly message: string;
}

export interface Failure {
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly intentId: string | null;
  readonly outcome: FailedOutcome | null;
  readonly retryable: boolean;
  readonly fields: readonly FieldProblem[];
  readonly next: readonly string[];
}

/** The base class of everything that a client throws. */
export class RemitError extends Error {
  override readonly name: string = 'RemitError';
  /** The reason as one word, such as `duplicate`: `remit explain <code>` explains it. It never changes its meaning. */
  readonly code: string;
  /** The exit code of the program for this failure. */
  readonly exitCode: number;
  /** The HTTP status, if the service answered with an error. */
  readonly status: number | null;
  /** The service's id of the request, for its support. */
  readonly requestId: string | null;
  /** The id in the journal of the request that failed, or of the one that stopped it. */
  readonly intentId: string | null;
  /** The outcome of the request; `null` for one that changes nothing. */
  readonly outcome: FailedOutcome | null;
  /** Whether the same call may be made again unchanged. */
  readonly retryable: boolean;
  /** The fields of the input that are missing or invalid. */
  readonly fields: readonly FieldProblem[];
  /** The next steps: command lines of the program, or sentences. */
  readonly next: readonly string[];

  constructor(failure: Failure) {
    super(failure.message);
    this.code = failure.code;
    this.exitCode = failure.exitCode;
    this.status = failure.status;
    this.requestId = failure.requestId;
    this.intentId = failure.intentId;
    this.outcome = failure.outcome;
    this.retryable = failure.retryable;
    this.fields = failure.fields;
    this.next = failure.next;
  }

  /** Returns the members as JSON, with the name and the message, but without the stack and the cause. */
  toJSON(): Failure & { readonly name: string } {
    const { name, code, exitCode, message, status, requestId, intentId } = this;
    const { outcome, retryable, fields, next } = this;
    return {
      ...{ name, code, exitCode, message, status, requestId, intentId },
      ...{ outcome, retryable, fields, next },
    };
  }
}

/** The input is invalid; nothing was sent (exit code 2). `fields` has the reasons. */
export class InputError extends RemitError {
  override readonly name = 'InputError';
}

/** The configuration, the credentials or the journal cannot be used; nothing was sent (3). */
export class ConfigurationError extends RemitError {
  override readonly name = 'ConfigurationError';
}

/** There is no token for the service, or it expired (4). */
export class SignInError extends RemitError {
  override readonly name = 'SignInError';
}

/** The service rejected the call: not permitted, not found, or not possible now (5, 6, 7). It was not applied. */
export class RejectedError extends RemitError {
  override readonly name = 'RejectedError';
}

/** The service throttled the call; it was not applied (8). */
export class ThrottledError extends RemitError {
  override readonly name = 'ThrottledError';
}

/** The service cannot be reached or failed. Calling again is safe (9). */
export class UnavailableError extends RemitError {
  override readonly name = 'UnavailableError';
}

/**
 * The request may have been applied (10): never call again before `remit journal reconcile` has resolved it. It is in the
 * journal under `intentId`, and blocks its repeat.
 */
export class OutcomeUnknownError extends RemitError {
  override readonly name = 'OutcomeUnknownError';
}

/** The response is damaged, incomplete, or not from this service (12). */
export class ResponseError extends RemitError {
  override readonly name = 'ResponseError';
}

/** The request was applied, but not as confirmed, or its result could not be recorded (13). Never call again. */
export class AppliedError extends RemitError {
  override readonly name = 'AppliedError';
  /** The response of the service, as far as it is known. */
  readonly result: unknown;

  constructor(failure: Failure, result?: unknown) {
    super(failure);
    this.result = result;
  }
}

/** A safety check stopped the call: a duplicate, a wrong `confirm`, or the policy (14). Nothing was sent. */
export class BlockedError extends RemitError {
  override readonly name = 'BlockedError';
}

/** The signal of the call or of the client aborted it, with nothing in doubt (130). */
export class AbortedError extends RemitError {
  override readonly name = 'AbortedError';
}

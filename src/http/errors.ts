/**
 * No answer came, or it broke off. `sent` is false only when no byte of the request can have left; `interrupted` when
 * this program ended it because it was told to.
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly sent: boolean;
  readonly kind: 'not-sent' | 'lost';
  readonly reason: string;
  readonly interrupted: boolean;
  /** What to do now, where that is not to run the same again. */
  readonly next: readonly string[] | undefined;

  constructor(
    message: string,
    { sent, reason = message, interrupted = false, next, cause }: UnreachableParts,
  ) {
    super(message, { cause });
    this.sent = sent;
    this.kind = sent ? 'lost' : 'not-sent';
    this.reason = reason;
    this.interrupted = interrupted;
    this.next = next;
  }
}

interface UnreachableParts {
  readonly sent: boolean;
  readonly reason?: string;
  readonly interrupted?: boolean;
  readonly next?: readonly string[];
  readonly cause?: unknown;
}

/** Something answered, but not as this service would: HTML, cut or invalid JSON, another shape, a redirect, too much. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  /** Null when not even a status could be read. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** What was wrong with it, for `--debug`. */
  readonly detail: string | null;

  constructor(
    message: string,
    {
      status,
      requestId,
      detail = null,
      cause,
    }: { status: number | null; requestId: string | null; detail?: string | null; cause?: unknown },
  ) {
    super(message, { cause });
    this.status = status;
    this.requestId = requestId;
    this.detail = detail;
  }
}

/** A list ended before the service's own total, or a page of it failed after others had come. */
export class IncompleteListError extends Error {
  override readonly name = 'IncompleteListError';
  readonly received: number;
  readonly expected: number | null;

  constructor(
    message: string,
    { received, expected, cause }: { received: number; expected: number | null; cause?: unknown },
  ) {
    super(message, { cause });
    this.received = received;
    this.expected = expected;
  }
}

/** A value that cannot stand in a request; nothing was sent. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
}

/** A base address that cannot be used; nothing was sent. */
export class InvalidBaseUrlError extends Error {
  override readonly name = 'InvalidBaseUrlError';
}

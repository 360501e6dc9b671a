/**
 * No complete response arrived. `sent` is false only if no byte of the request can have been sent; `interrupted` is
 * true if this program was told to stop.
 */
export class UnreachableError extends Error {
  override readonly name: string = 'UnreachableError';
  readonly sent: boolean;
  readonly kind: 'not-sent' | 'lost';
  readonly reason: string;
  readonly interrupted: boolean;
  /** Suggestions for the user; `undefined` for the default, running the command again. */
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

/** The certificate of the service is not trusted. Nothing was sent, and the same attempt would fail again. */
export class UntrustedCertificateError extends UnreachableError {
  override readonly name = 'UntrustedCertificateError';
}

/**
 * A response that this service would not send: HTML, truncated or invalid JSON, another shape, a redirect, too large.
 */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  /** `null` if not even a status was read. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** The defect, for `--debug`. */
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

/** A list ended before the total that the service reported, or one of its later pages failed. */
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

/**
 * A journaled request was withheld, on an open connection or before another attempt: no byte of it was sent in this
 * attempt, and none before was applied. `cause` is the reason.
 */
export class WithheldError extends Error {
  override readonly name = 'WithheldError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** More time passed between the record of a request and its first byte than its deadline allows; nothing was sent. */
export class LateSendError extends Error {
  override readonly name = 'LateSendError';

  constructor(ageMs: number, deadlineMs: number) {
    const [age, deadline] = [ageMs, deadlineMs].map((ms) => `${Math.ceil(ms / 1000)} s`);
    super(
      `Not sent: ${age} passed since the request was recorded, and its deadline is ${deadline}. This program or the machine stood still, or the clock was changed.`,
    );
  }
}

/** A value that is invalid in a request; nothing was sent. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
}

/** An invalid base URL; nothing was sent. */
export class InvalidBaseUrlError extends Error {
  override readonly name = 'InvalidBaseUrlError';
}

/**
 * The service answered with another record than the one that was asked for. `difference` says what it answered with:
 * `the payable pay_4, not pay_3`. After a write the outcome is unknown.
 */
export class OtherRecordError extends Error {
  override readonly name = 'OtherRecordError';
  readonly isWrite: boolean;

  constructor(difference: string, { isWrite }: { readonly isWrite: boolean }) {
    super(`The service answered with ${difference}. Nothing of this response was used.`);
    this.isWrite = isWrite;
  }
}

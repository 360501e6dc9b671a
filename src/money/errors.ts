/** The errors of this program: what stopped a command before, while or after it sent a request. */

import { sanitizeInline } from '../render/sanitize.ts';

/** A problem of the command line or of an input file. Rows count from 1. */
export interface InputProblem {
  readonly field: string | null;
  readonly row?: number;
  readonly message: string;
}

/** The problems that an error lists in words; the rest is counted. */
export const MAX_PROBLEM_LINES = 20;

/** The command line or an input file is invalid; nothing was sent (exit 2). */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: string;
  readonly problems: readonly InputProblem[];
  readonly next: readonly string[];

  /** Several messages become one line each. Each is sanitized to one line, so that text of others cannot add lines. */
  constructor(
    message: string | readonly string[],
    {
      code = 'usage',
      problems = [],
      next = [],
    }: {
      readonly code?: string;
      readonly problems?: readonly InputProblem[];
      readonly next?: readonly string[];
    } = {},
  ) {
    super(linesOf(message));
    this.code = code;
    this.problems = problems;
    this.next = next;
  }
}

/** Creates the error of one flag, argument or field. */
export const usageError = (field: string, message: string, next: readonly string[] = []) =>
  new UsageError(message, { problems: [{ field, message }], next });

const linesOf = (message: string | readonly string[]): string =>
  [message].flat().map(sanitizeInline).join('\n');

/** An error that is detected before sending: nothing was sent. */
class Foreseen extends Error {
  readonly code: string;
  readonly next: readonly string[];
  readonly problems: readonly InputProblem[];

  constructor(
    code: string,
    message: string | readonly string[],
    next: readonly string[] = [],
    problems: readonly InputProblem[] = [],
  ) {
    super(linesOf(message));
    this.code = code;
    this.next = next;
    this.problems = problems;
  }
}

/** A guard of this program stopped the command: an expectation, a limit, a declined confirmation (exit 14). */
export class GuardError extends Foreseen {
  override readonly name = 'GuardError';
}

/** The service would refuse the request, so it was not sent (exit 7, outcome `not-sent`). */
export class PreconditionError extends Foreseen {
  override readonly name = 'PreconditionError';
}

/**
 * A write failed. Carries its outcome and the id of its intent in the journal, `null` if it has none. `cause` is the
 * failure.
 */
export class WriteError extends Error {
  override readonly name = 'WriteError';
  readonly outcome: WriteOutcome;
  readonly intentId: string | null;

  constructor(outcome: WriteOutcome, intentId: string | null, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.outcome = outcome;
    this.intentId = intentId;
  }
}

/** The outcome of a write; `unknown` if it may have been applied. */
export type WriteOutcome = 'not-sent' | 'rejected' | 'throttled' | 'unknown' | 'applied';

/**
 * Some of several items failed. The results are printed anyway. Exit code: 11; 10 or 13 if one of the outcomes is
 * unknown or unrecorded; that of the worst failure if all failed.
 */
export class PartialFailureError extends Error {
  override readonly name = 'PartialFailureError';
  readonly results: readonly unknown[];
  readonly failures: readonly unknown[];

  constructor(
    results: readonly unknown[],
    failures: readonly unknown[],
    message = `${failures.length} of ${results.length} failed.`,
  ) {
    super(message);
    this.results = results;
    this.failures = failures;
  }
}

/**
 * The command ran, but the awaited condition was not met, or a check found a problem. Exit code: 15 timed out, or a
 * condition of a flag is met; 7 ended in another state, 11 partly, 10 still unknown, 14 would be stopped; for a check, that of its `kind`.
 * `record`, if set, is printed to stdout anyway.
 */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  readonly kind:
    | ('waited' | 'refused' | 'partly' | 'unknown' | 'stopped')
    | ('configuration' | 'signedOut' | 'forbidden' | 'throttled' | 'unreachable' | 'damaged');
  readonly code: string;
  readonly next: readonly string[];
  readonly record: unknown;

  constructor(
    kind: ConditionError['kind'],
    code: string,
    message: string,
    { next = [], record }: { next?: readonly string[]; record?: unknown } = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.next = next;
    this.record = record;
  }
}

/** A record lacks a field that a flag needs, so that the result would be wrong (exit 12). */
export class MissingFieldError extends Error {
  override readonly name = 'MissingFieldError';

  /** `flag` with its dashes; `id` is that of the record, if it has one. */
  constructor(flag: string, fields: readonly string[], id: unknown) {
    const record = typeof id === 'string' ? `Record ${id}` : 'A record';
    super(
      linesOf(`${record} has no usable ${fields.join(' and no usable ')}, which ${flag} needs.`),
    );
  }
}

/** The command has nothing to do and prints nothing but this line, on stderr. Not a failure (exit 0). */
export class NothingToDoError extends Error {
  override readonly name = 'NothingToDoError';
}

/** Carries the requests that `--dry-run` would have sent. Not a failure. */
export class DryRunError extends Error {
  override readonly name = 'DryRunError';
  readonly requests: readonly PlannedRequest[];

  constructor(requests: readonly PlannedRequest[]) {
    super('dry run');
    this.requests = requests;
  }
}

/** A request that was not sent, as `--dry-run` prints it. */
export interface PlannedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A request was applied, and the response differs from what was confirmed (exit 13). */
export class NotAsConfirmedError extends Error {
  override readonly name = 'NotAsConfirmedError';
  readonly differences: readonly string[];

  constructor(differences: readonly string[]) {
    super(linesOf(['The request was applied, but not as confirmed.', ...differences]));
    this.differences = differences;
  }
}

/** The sandbox in use is not running (exit 9). */
export class SandboxNotRunningError extends Error {
  override readonly name = 'SandboxNotRunningError';
}

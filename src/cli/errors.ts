import { sanitizeInline } from '../render/sanitize.ts';

/** One thing wrong with what was typed or with an input file. Rows count from 1. */
export interface InputProblem {
  readonly field: string | null;
  readonly row?: number;
  readonly message: string;
}

/** What was typed, or a file that was given, cannot work; nothing was sent (exit 2). */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: string;
  readonly problems: readonly InputProblem[];
  readonly next: readonly string[];

  /** Several lines stand in a list: what others wrote makes none. */
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

const linesOf = (message: string | readonly string[]): string =>
  [message].flat().map(sanitizeInline).join('\n');

/** Seen before sending: nothing was sent. */
class Foreseen extends Error {
  readonly code: string;
  readonly next: readonly string[];

  constructor(code: string, message: string | readonly string[], next: readonly string[] = []) {
    super(linesOf(message));
    this.code = code;
    this.next = next;
  }
}

/** A guard of this program stopped it: an expectation, a limit, a declined question (exit 14). */
export class GuardError extends Foreseen {
  override readonly name = 'GuardError';
}

/** The service would refuse it (exit 7, outcome `not-sent`). */
export class PreconditionError extends Foreseen {
  override readonly name = 'PreconditionError';
}

/** What became of a write that failed, and the journal's name for it. `cause` is the failure itself. */
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

export type WriteOutcome = 'not-sent' | 'rejected' | 'throttled' | 'unknown' | 'applied';

/** Some of several items failed; their results are printed all the same (exit 11, or the worst one when all failed). */
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
 * Everything was done that could be, and what was waited for did not come (exit 15), ended badly (7), in part (11), or is
 * still not known (10). Or something was examined, and what was found ends a command so. The record that says so, where
 * there is one, is printed all the same.
 */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  readonly kind:
    | ('waited' | 'refused' | 'partly' | 'unknown')
    | ('configuration' | 'signedOut' | 'forbidden' | 'throttled' | 'unreachable' | 'damaged');
  readonly code: string;
  readonly next: readonly string[];
  readonly record: unknown;

  constructor(
    how: ConditionError['kind'],
    code: string,
    message: string,
    { next = [], record }: { next?: readonly string[]; record?: unknown } = {},
  ) {
    super(message);
    this.kind = how;
    this.code = code;
    this.next = next;
    this.record = record;
  }
}

/** Carries the write that `--dry-run` would have sent. Not a failure. */
export class DryRunError extends Error {
  override readonly name = 'DryRunError';
  readonly requests: readonly PlannedRequest[];

  constructor(requests: readonly PlannedRequest[]) {
    super('dry run');
    this.requests = requests;
  }
}

export interface PlannedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A request was applied, and the service says that it did something else than was confirmed (exit 13). */
export class NotAsConfirmedError extends Error {
  override readonly name = 'NotAsConfirmedError';
  readonly differences: readonly string[];

  constructor(differences: readonly string[]) {
    super(linesOf(['The request was applied, but not as confirmed.', ...differences]));
    this.differences = differences;
  }
}

/** The sandbox that was meant does not run (exit 9). */
export class SandboxNotRunningError extends Error {
  override readonly name = 'SandboxNotRunningError';
}

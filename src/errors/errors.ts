/** Errors that are not thrown by commands themselves: no business, no token, no output, an interrupt. */

import { UsageError } from '../money/errors.ts';

/** No business to act for is given (exit 2). */
export class NoBusinessError extends UsageError {
  constructor(hasNoHome: boolean) {
    super('No business selected.', {
      problems: [{ field: 'business', message: 'is required' }],
      next: [
        ...(hasNoHome ? ['set HOME, or REMIT_HOME to the directory with your profiles'] : []),
        'remit business list',
        'then add -b <business>, or remit profile set business <business>',
      ],
    });
  }
}

/** All businesses are selected, and the command acts for one (exit 2). */
export class AllBusinessesError extends UsageError {
  constructor() {
    super(
      '-b all and REMIT_BUSINESS=all are for status, forecast, payable list, payable aging and pay list: select one business.',
      { next: ['remit business list'] },
    );
  }
}

/** There is no token to send (exit 4). */
export class NotSignedInError extends Error {
  override readonly name = 'NotSignedInError';
  /** The commands to type next, if they are others than signing in. */
  readonly next: readonly string[] | undefined;

  constructor(message: string, next?: readonly string[]) {
    super(message);
    this.next = next;
  }
}

/** The work was done, and its result could not be written (exit 13). */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  /** Whether the work was a write that the service applied. */
  readonly isApplied: boolean;

  constructor(message: string, { cause, isApplied = false }: UnwrittenOptions = {}) {
    super(message, { cause });
    this.isApplied = isApplied;
  }
}

interface UnwrittenOptions {
  readonly cause?: unknown;
  readonly isApplied?: boolean;
}

/** A signal ended the command, with nothing unresolved (exit 130 or 143). */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly signal: string;

  constructor(signal: string) {
    super('Interrupted. No request has an unknown outcome.');
    this.signal = signal;
  }
}

/** A command ended with an error after a person typed values at prompts. */
export class TypedFormError extends Error {
  override readonly name = 'TypedFormError';
  /** The command line with the values, and what it lacks. */
  readonly lines: readonly string[];

  constructor(cause: unknown, lines: readonly string[]) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.lines = lines;
  }
}

/** The commands that resolve an intent with an unknown outcome. */
export const reconcileHints = (intentId: string): readonly string[] => [
  `remit journal reconcile ${intentId}`,
  `or, once verified: remit journal resolve ${intentId} --applied (or --not-applied)`,
];

import {
  ConditionError,
  NotAsConfirmedError,
  PartialFailureError,
  WriteError,
} from '../cli/errors.ts';
import type { Effect } from '../contract/operation.ts';
import { JournalWriteError } from '../journal/errors.ts';
import { toErrorReport } from './error-report.ts';
import { InterruptedError, OutputError } from './errors.ts';
import { exitCodes } from './exit-codes.ts';

/**
 * The error of a run in which a write was applied. What failed afterwards, reading back or a mistake in the command line,
 * is neither a usage error nor safe to run again: it is `OutputError`. An error that says itself what became of a write stays.
 */
export function toAppliedError(error: unknown, effect: Effect | undefined): unknown {
  if (effect !== 'create' && effect !== 'money') return error;
  if (saysOutcome.some((it) => error instanceof it)) return error;
  // Something was begun and is waited for: to leave that is no failure, unless it was money.
  if (error instanceof InterruptedError && effect === 'create') return error;
  return toOutputError(error);
}

const saysOutcome = [
  WriteError,
  NotAsConfirmedError,
  PartialFailureError,
  ConditionError,
  JournalWriteError,
  OutputError,
];

/** What is left to say when a result could not be printed: what was applied is known, and not to be done again. */
export const toOutputError = (error: unknown): OutputError =>
  new OutputError(
    `The request was applied, but a later step failed: ${toErrorReport(error).message}`,
    {
      cause: error,
      isApplied: true,
    },
  );

/** The one of two failures that is told: what failed, and that its results could not be printed. An unknown outcome comes first. */
export function pickWorseError(error: unknown, unprinted: unknown): unknown {
  if (!(unprinted instanceof OutputError)) return error;
  const failure = toErrorReport(error);
  if (failure.exitCode === exitCodes.unknown.code) return error;
  return new OutputError(`${unprinted.message} ${failure.message}`, {
    cause: error,
    isApplied: unprinted.isApplied,
  });
}

/** Errors of a run in which a write was applied. */

import type { Effect } from '../api/operations/operation.ts';
import {
  ConditionError,
  NotAsConfirmedError,
  PartialFailureError,
  WriteError,
} from '../money/errors.ts';
import { JournalWriteError, VerdictContradictedError } from '../money/journal/errors.ts';
import { toErrorReport } from './error-report.ts';
import { InterruptedError, OutputError } from './errors.ts';
import { exitCodes } from './exit-codes.ts';

/**
 * Returns the error of a run in which a write was applied. A later failure, of reading back or of the command line, is
 * neither a usage error nor safe to retry, so it becomes an `OutputError`. Errors that report the outcome of a write
 * are unchanged, and so is any error if nothing was created or paid.
 */
export function toAppliedError(error: unknown, effect: Effect | undefined): unknown {
  if (effect !== 'create' && effect !== 'money') return error;
  if (outcomeErrors.some((errorClass) => error instanceof errorClass)) return error;
  // Something was created and is awaited: to stop waiting is not a failure, unless it was a payment.
  if (error instanceof InterruptedError && effect === 'create') return error;
  return toOutputError(error);
}

const outcomeErrors = [
  WriteError,
  NotAsConfirmedError,
  PartialFailureError,
  ConditionError,
  JournalWriteError,
  VerdictContradictedError,
  OutputError,
];

/** Returns the error for a result that could not be printed: the write was applied and must not be repeated. */
export const toOutputError = (error: unknown): OutputError =>
  new OutputError(
    `The request was applied, but a later step failed: ${toErrorReport(error).message}`,
    {
      cause: error,
      isApplied: true,
    },
  );

/**
 * Returns one error for a failure whose results could not be printed either: `error` if its outcome is unknown or the
 * other one is not an `OutputError`, otherwise an `OutputError` with both messages.
 */
export function pickWorseError(error: unknown, outputError: unknown): unknown {
  if (!(outputError instanceof OutputError)) return error;
  const failure = toErrorReport(error);
  if (failure.exitCode === exitCodes.unknown.code) return error;
  return new OutputError(`${outputError.message} ${failure.message}`, {
    cause: error,
    isApplied: outputError.isApplied,
  });
}

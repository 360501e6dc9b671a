import { Attempted, NotAsConfirmedError, PartlyDone, Unfulfilled } from '../cli/errors.ts';
import type { Effect } from '../contract/operation.ts';
import { NotRecorded } from '../journal/errors.ts';
import { failureOf } from './error-report.ts';
import { Interrupted, Unwritten } from './errors.ts';
import { exitCodes } from './exit-codes.ts';

/**
 * The error of a run in which a write was applied. What failed afterwards, reading back or a mistake in the command line,
 * is neither a usage error nor safe to run again: it is `Unwritten`. An error that says itself what became of a write stays.
 */
export function afterApplied(error: unknown, effect: Effect | undefined): unknown {
  if (effect !== 'create' && effect !== 'money') return error;
  if (saysOutcome.some((it) => error instanceof it)) return error;
  // Something was begun and is waited for: to leave that is no failure, unless it was money.
  if (error instanceof Interrupted && effect === 'create') return error;
  return unwritten(error);
}

const saysOutcome = [
  Attempted,
  NotAsConfirmedError,
  PartlyDone,
  Unfulfilled,
  NotRecorded,
  Unwritten,
];

/** What is left to say when a result could not be printed: what was applied is known, and not to be done again. */
export const unwritten = (error: unknown): Unwritten =>
  new Unwritten(`It was applied, and what came after it failed: ${failureOf(error).message}`, {
    cause: error,
    isApplied: true,
  });

/** The one of two failures that is told: what failed, and that its results could not be printed. An unknown outcome comes first. */
export function worse(error: unknown, unprinted: unknown): unknown {
  if (!(unprinted instanceof Unwritten)) return error;
  const failure = failureOf(error);
  if (failure.exitCode === exitCodes.unknown.code) return error;
  return new Unwritten(`${unprinted.message} ${failure.message}`, {
    cause: error,
    isApplied: unprinted.isApplied,
  });
}

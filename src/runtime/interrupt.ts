import { UnreachableError } from '../api/client/errors.ts';
import type { ProcessFacts } from '../config/process-facts.ts';
import { InterruptedError } from '../errors/errors.ts';
import { PartialFailureError, WriteError } from '../money/errors.ts';

/** Time that a response is awaited after the first interrupt, for a request that may leave something behind. */
const TIMEOUT_MS = 30_000;

/**
 * Returns a signal for requests that should not be abandoned: it aborts at the second interrupt, or `timeoutMs` after
 * the first.
 */
export function interruptTimeout(
  { interrupted, killed }: Pick<ProcessFacts, 'interrupted' | 'killed'>,
  timeoutMs = TIMEOUT_MS,
): AbortSignal {
  const controller = new AbortController();
  const startWaiting = () => {
    setTimeout(() => controller.abort('no response in time'), timeoutMs).unref();
  };
  if (interrupted.aborted) startWaiting();
  else interrupted.addEventListener('abort', startWaiting, { once: true });
  return AbortSignal.any([killed, controller.signal]);
}

/**
 * Returns an `InterruptedError` if our interrupt caused the failure and nothing is unresolved, otherwise `error` unchanged.
 */
export function toInterruptedError(
  error: unknown,
  { interrupted }: Pick<ProcessFacts, 'interrupted'>,
): unknown {
  const wasInterrupted =
    error instanceof UnreachableError ||
    isInterruption(error) ||
    (error instanceof PartialFailureError && wasCut(error));
  return interrupted.aborted && wasInterrupted
    ? new InterruptedError(String(interrupted.reason))
    : error;
}

/** Reports whether items were left out because of the interrupt, and none of the others has an unknown outcome. */
const wasCut = ({ failures }: PartialFailureError): boolean =>
  failures.some(isInterruption) && !failures.some(isUnknownOutcome);

const isInterruption = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'interrupted';

const isUnknownOutcome = (error: unknown) =>
  error instanceof WriteError && error.outcome === 'unknown';

import { PartialFailureError, WriteError } from '../cli/errors.ts';
import type { System } from '../cli/system.ts';
import { InterruptedError } from '../errors/errors.ts';
import { UnreachableError } from '../http/errors.ts';

/** So long an answer is waited for after the first interrupt, where a request may leave something behind. */
const PATIENCE_MS = 30_000;

/** Ends what cannot be left lightly: at the second interrupt, or when the first was long enough ago. */
export function interruptTimeout(
  { interrupted, killed }: Pick<System, 'interrupted' | 'killed'>,
  patienceMs = PATIENCE_MS,
): AbortSignal {
  const over = new AbortController();
  const startWaiting = () => {
    setTimeout(() => over.abort('no response in time'), patienceMs).unref();
  };
  if (interrupted.aborted) startWaiting();
  else interrupted.addEventListener('abort', startWaiting, { once: true });
  return AbortSignal.any([killed, over.signal]);
}

/** A failure that our own interrupt caused, with nothing in doubt, is the interrupt itself. */
export function toInterruptedError(
  error: unknown,
  { interrupted }: Pick<System, 'interrupted'>,
): unknown {
  const isOurs =
    error instanceof UnreachableError || (error instanceof PartialFailureError && wasCut(error));
  return interrupted.aborted && isOurs ? new InterruptedError(String(interrupted.reason)) : error;
}

/** Items were left out because of the interrupt, and none of the others is in doubt. */
const wasCut = ({ failures }: PartialFailureError): boolean =>
  failures.some(isInterruption) && !failures.some(isDoubt);

const isInterruption = (it: unknown) =>
  it instanceof Error && 'code' in it && it.code === 'interrupted';

const isDoubt = (it: unknown) => it instanceof WriteError && it.outcome === 'unknown';

import {
  type CurrentProcess,
  hasExited,
  machineOf,
  type ProcessIdentity,
} from './process-identity.ts';

/** What is being sent by this very process, whichever of its journals began it. */
const ours = new Set<string>();

/** Longer than any request may take, the time that a person may set for an answer included. */
const LONGEST_MS = 2 * 3_600_000;

/** An intent without an outcome, and the process that began it. */
export interface InFlightIntent extends ProcessIdentity {
  readonly id: string;
  readonly created_at: string;
}

/** Whether somebody is still about to say what becomes of an intent: else it is a doubt. */
export type IsInFlight = (intent: InFlightIntent) => boolean;

export interface InFlightContext {
  readonly isInFlight: IsInFlight;
  readonly clock: () => number;
}

/** Whether a program is sending an intent this moment. */
export const isIntentInFlight = (
  intent: InFlightIntent & { readonly outcome: unknown },
  { isInFlight }: InFlightContext,
): boolean => intent.outcome === null && isInFlight(intent);

export const markInFlight = (intentId: string): void => void ours.add(intentId);
export const clearInFlight = (intentId: string): void => void ours.delete(intentId);

/**
 * A process that goes on for days, as one that serves tools does, may have failed to write an outcome down: it knows which
 * of its intents have ended, and another process knows by their age. Of a process on another machine nothing else is known.
 */
export function createInFlightCheck(self: CurrentProcess, clock: () => number): IsInFlight {
  const here = machineOf(self);
  const isElsewhere = ({ machine }: InFlightIntent) => machine !== null && machine !== here;
  const isHere = (it: InFlightIntent) =>
    !hasExited(it, self.isAlive) && (it.pid !== self.pid || ours.has(it.id));
  return (it) =>
    clock() - Date.parse(it.created_at) < LONGEST_MS && (isElsewhere(it) || isHere(it));
}

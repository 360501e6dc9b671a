import { isGone, machineOf, type ProcessMark, type Self } from './process-identity.ts';

/** What is being sent by this very process, whichever of its journals began it. */
const ours = new Set<string>();

/** Longer than any request may take, the time that a person may set for an answer included. */
const LONGEST_MS = 2 * 3_600_000;

/** An intent without an outcome, and the process that began it. */
export interface Sending extends ProcessMark {
  readonly id: string;
  readonly created_at: string;
}

/** Whether somebody is still about to say what becomes of an intent: else it is a doubt. */
export type IsUnderWay = (intent: Sending) => boolean;

export interface Now {
  readonly isUnderWay: IsUnderWay;
  readonly clock: () => number;
}

/** Whether a program is sending an intent this moment. */
export const isBeingSent = (
  intent: Sending & { readonly outcome: unknown },
  { isUnderWay }: Now,
): boolean => intent.outcome === null && isUnderWay(intent);

export const begin = (intentId: string): void => void ours.add(intentId);
export const end = (intentId: string): void => void ours.delete(intentId);

/**
 * A process that goes on for days, as one that serves tools does, may have failed to write an outcome down: it knows which
 * of its intents have ended, and another process knows by their age. Of a process on another machine nothing else is known.
 */
export function underWay(self: Self, clock: () => number): IsUnderWay {
  const here = machineOf(self);
  const isElsewhere = ({ machine }: Sending) => machine !== null && machine !== here;
  const isHere = (it: Sending) =>
    !isGone(it, self.isAlive) && (it.pid !== self.pid || ours.has(it.id));
  return (it) =>
    clock() - Date.parse(it.created_at) < LONGEST_MS && (isElsewhere(it) || isHere(it));
}

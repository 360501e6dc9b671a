/** Detection of intents that are being sent right now. */

import {
  type CurrentProcess,
  hasExited,
  machineOf,
  type ProcessIdentity,
} from './process-identity.ts';

/** Intents that this process is sending, in any of its journals. */
const ownIds = new Set<string>();

/** Longer than the longest request, including the longest configurable timeout. */
const LONGEST_MS = 2 * 3_600_000;

/** An intent without an outcome, and the process that started it. */
export interface InFlightIntent extends ProcessIdentity {
  readonly id: string;
  readonly created_at: string;
}

/** Reports whether an intent may still get an outcome from its process; otherwise it is unresolved. */
export type IsInFlight = (intent: InFlightIntent) => boolean;

/** The in-flight check, and a wall clock in ms. */
export interface InFlightContext {
  readonly isInFlight: IsInFlight;
  readonly clock: () => number;
}

/** Reports whether a process is sending an intent right now. */
export const isIntentInFlight = (
  intent: InFlightIntent & { readonly outcome: unknown },
  { isInFlight }: InFlightContext,
): boolean => intent.outcome === null && isInFlight(intent);

/** Marks an intent as being sent by this process. */
export const markInFlight = (intentId: string): void => void ownIds.add(intentId);
/** Removes the mark of `markInFlight`. */
export const clearInFlight = (intentId: string): void => void ownIds.delete(intentId);

/**
 * Creates the in-flight check of a process.
 *
 * An intent is in flight for at most two hours, while its process runs. For a process on another machine, only the age
 * is known.
 */
export function createInFlightCheck(
  currentProcess: CurrentProcess,
  clock: () => number,
): IsInFlight {
  const localMachine = machineOf(currentProcess);
  const isElsewhere = ({ machine }: InFlightIntent) => machine !== null && machine !== localMachine;
  // A long-running process, such as an MCP server, may have failed to record an outcome. It knows which of its own
  // intents ended; other processes go by their age.
  const isOnThisMachine = (intent: InFlightIntent) =>
    !hasExited(intent, currentProcess.isAlive) &&
    (intent.pid !== currentProcess.pid || ownIds.has(intent.id));
  return (intent) =>
    clock() - Date.parse(intent.created_at) < LONGEST_MS &&
    (isElsewhere(intent) || isOnThisMachine(intent));
}

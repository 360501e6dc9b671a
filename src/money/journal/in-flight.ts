/** Detection of intents that are being sent right now. */

import {
  type CurrentProcess,
  hasExited,
  hostNameOf,
  isSameBoot,
  isSameMachine,
  isStopped,
  machineOf,
  type ProcessIdentity,
} from './process-identity.ts';
import { hasMarker } from './sending-markers.ts';

/**
 * The age in ms up to which an intent of another machine counts as in flight: an hour more than the last age at which one is
 * sent (`SEND_BY_MS`), for the longest timeout, and a quarter of an hour for clocks that differ.
 */
const IN_FLIGHT_MS = 2 * 3_600_000;

/** An intent without an outcome, and the process that started it. */
export interface InFlightIntent extends ProcessIdentity {
  readonly id: string;
  readonly created_at: string;
  readonly sending_folder: string | null;
}

/** A process that may still send an intent, or get its outcome. */
export interface Sender {
  readonly pid: number;
  /** The host name of its machine; `null` for this one. */
  readonly host: string | null;
  /** True if it is stopped, so that it neither goes on nor ends by itself. */
  readonly isStopped: boolean;
}

/** Returns the process that may still give an intent an outcome; `undefined` if none does: the intent is unresolved. */
export type FindSender = (intent: InFlightIntent) => Sender | undefined;

/** The search for senders, and a wall clock in ms. */
export interface InFlightContext {
  readonly findSender: FindSender;
  readonly clock: () => number;
}

/** Returns the process that is sending an intent right now; `undefined` if none is. */
export const senderOf = (
  intent: InFlightIntent & { readonly outcome: unknown },
  { findSender }: InFlightContext,
): Sender | undefined => (intent.outcome === null ? findSender(intent) : undefined);

/** The journal whose intents are judged. */
interface SenderSearch {
  readonly clock: () => number;
  /** The directory of markers of a journal in a file; `null` for one that machines share. */
  readonly folder: string | null;
}

/**
 * Creates the search for senders in a journal.
 *
 * On this machine an intent is in flight as long as its process lives and its marker is there, however long that takes: a
 * process that is stopped can go on at any time. Of a process on another machine only the age of the intent is known, and
 * so it is if the system does not tell a process from a later one with the same id.
 */
export function createSenderSearch(
  currentProcess: CurrentProcess,
  { clock, folder }: SenderSearch,
): FindSender {
  const here = machineOf(currentProcess);
  const isRecent = ({ created_at }: InFlightIntent) =>
    clock() - Date.parse(created_at) < IN_FLIGHT_MS;
  const isMarked = ({ id, sending_folder }: InFlightIntent) =>
    hasMarker(folder ?? sending_folder, id);
  // Two machines cannot use one file: the other one is this one before it was restarted, or a container on it.
  const mayLiveElsewhere = (intent: InFlightIntent, machine: string) =>
    isRecent(intent) && (folder === null || (isSameBoot(machine, here) && isMarked(intent)));
  const livesHere = (intent: InFlightIntent) =>
    !hasExited(intent, currentProcess.isAlive) &&
    isMarked(intent) &&
    (intent.started !== '' || isRecent(intent));
  return (intent) => {
    const { pid, machine } = intent;
    if (machine === null || isSameMachine(machine, here))
      return livesHere(intent) ? { pid, host: null, isStopped: isStopped(pid) } : undefined;
    return mayLiveElsewhere(intent, machine)
      ? { pid, host: hostNameOf(machine), isStopped: false }
      : undefined;
  };
}

/**
 * Marker files of intents that are being sent.
 *
 * A marker is written before its intent is committed, and removed when the send ends, even if the outcome could not be
 * recorded: removing needs no space on the disk. It means something only as long as its process lives.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasExited, isSameMachine, type ProcessIdentity } from './process-identity.ts';

export interface Markers {
  /** The directory of the markers; `null` if there is none, and nothing is marked. */
  readonly folder: string | null;
  /** Writes the marker of an intent. Throws the error of the file system. */
  readonly add: (intentId: string) => void;
  /** Removes the marker of an intent. One that cannot be removed keeps its intent in flight until the process ends. */
  readonly remove: (intentId: string) => void;
  /** Removes the markers that processes of this machine left behind. */
  readonly sweep: () => void;
}

/** Returns the markers of a process, in a directory of its own below a state directory. */
export function markersIn(
  state: string | undefined,
  self: ProcessIdentity,
  isAlive: (pid: number) => boolean,
): Markers {
  if (state === undefined) return { folder: null, add() {}, remove() {}, sweep() {} };
  const folder = join(state, 'sending');
  const { machine } = self;
  return {
    folder,
    add: (intentId) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, intentId), JSON.stringify(self), { flag: 'wx', mode: 0o600 });
    },
    remove: (intentId) => removeMarker(folder, intentId),
    sweep: () => {
      for (const name of namesIn(folder)) {
        const sender = readMarker(join(folder, name));
        if (!sender || !isOnMachine(sender, machine) || !hasExited(sender, isAlive)) continue;
        removeMarker(folder, name);
      }
    },
  };
}

const isOnMachine = (sender: ProcessIdentity, machine: string | null): boolean =>
  machine === null || sender.machine === null
    ? sender.machine === machine
    : isSameMachine(sender.machine, machine);

function removeMarker(folder: string, intentId: string): void {
  try {
    rmSync(join(folder, intentId), { force: true });
  } catch {
    // Its intent is in flight for longer: nothing is sent too often for that.
  }
}

/**
 * Reports whether an intent has a marker. Only a directory that can be read and lacks it proves that it has none; `null` is a
 * directory that is not known.
 */
export function hasMarker(folder: string | null, intentId: string): boolean {
  if (folder === null) return true;
  try {
    if (statSync(join(folder, intentId), { throwIfNoEntry: false })) return true;
    return !statSync(folder).isDirectory();
  } catch {
    return true;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readMarker(file: string): ProcessIdentity | undefined {
  try {
    const { pid, started, machine } = JSON.parse(readFileSync(file, 'utf8'));
    return { pid, started, machine };
  } catch {
    return undefined;
  }
}

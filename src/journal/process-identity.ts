/** Identity of processes, so that an exited one is recognized. */

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The current process, and a check whether another one is alive. */
export interface CurrentProcess {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  /** The name of the machine in a shared journal; detected if absent. */
  readonly machine?: string;
}

/** A process as recorded. The start time is included because process ids are reused. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
  /** `null` in a journal that only one machine uses. */
  readonly machine: string | null;
}

/**
 * Returns the start time of a process from `/proc/<pid>/stat`, in clock ticks since boot; `''` if unknown, `'ended'`
 * for a zombie.
 */
export function processStartOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

/** Returns the scope in which process ids are unique: a machine, or a container on it. */
export const machineOf = ({ machine }: CurrentProcess): string =>
  machine ?? `${hostname()} ${processNamespace()}`.trim();

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Reports whether a process has exited, or its id now belongs to another process. */
export function hasExited(
  { pid, started }: Pick<ProcessIdentity, 'pid' | 'started'>,
  isAlive: CurrentProcess['isAlive'],
): boolean {
  if (!isAlive(pid)) return true;
  const now = processStartOf(pid);
  return started !== '' && now !== '' && now !== started;
}

/** Identity of processes and machines, so that an exited process is recognized. */

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The current process, and a check whether another one is alive. */
export interface CurrentProcess {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  /** The identity of the machine; detected if absent. */
  readonly machine?: string;
}

/** A process as recorded. The start time is included because process ids are reused. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
  /** See `machineOf`; `null` if it was not known. */
  readonly machine: string | null;
}

/**
 * Returns the start time of a process from `/proc/<pid>/stat`, in clock ticks since boot; `''` if unknown, `'ended'`
 * for a zombie.
 */
function processStartOf(pid: number): string {
  const fields = statOf(pid);
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
}

/** Reports whether a process is stopped, as by Ctrl-Z or SIGSTOP; `false` if the system does not show it. */
export const isStopped = (pid: number): boolean => ['T', 't'].includes(statOf(pid)[0] ?? '');

/** Returns the fields of `/proc/<pid>/stat` after the name, from the state on; none if the file cannot be read. */
function statOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/**
 * Returns the scope in which process ids are unique, in three words: the id of the boot, the namespace of process ids (a
 * container has its own), and the host name, which is only shown. Without ids of boots it is the host name.
 */
export const machineOf = ({ machine }: CurrentProcess): string =>
  machine ?? `${bootId()} ${processNamespace()} ${hostname()}`.trim();

/** Reports whether the ids of processes of two machines are of the same processes. */
export const isSameMachine = (one: string, other: string): boolean =>
  one === other || scopeOf(one) === scopeOf(other);

/** Reports whether two machines are one that was not restarted in between: containers on it count as it. */
export const isSameBoot = (one: string, other: string): boolean =>
  one.split(' ')[0] === other.split(' ')[0];

/**
 * Returns the identity of the current process. In a journal that one machine uses, the machine is recorded only where it
 * does not depend on a host name, which may change.
 */
export const identityOf = (current: CurrentProcess, isShared: boolean): ProcessIdentity => ({
  pid: current.pid,
  started: processStartOf(current.pid),
  machine: isShared || bootId() !== '' ? machineOf(current) : null,
});

export const hostNameOf = (machine: string): string => machine.split(' ').at(-1) ?? machine;

const scopeOf = (machine: string): string => machine.split(' ').slice(0, 2).join(' ');

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

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

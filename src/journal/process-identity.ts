import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that this program runs in, and a way to ask whether another one is there. */
export interface CurrentProcess {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  /** The machine, as a shared journal names it; asked of the system when absent. */
  readonly machine?: string;
}

/** A process as the journal keeps it: numbers are used again, so its start goes with it. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
  /** Null in a journal that is used by one machine. */
  readonly machine: string | null;
}

/** When a process began, as the system counts it; empty where the system does not say, `fetchFailureReason` when it only waits to be buried. */
export function processStartOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

/** Where numbers of processes mean the same: a machine, or a container on it. */
export const machineOf = ({ machine }: CurrentProcess): string =>
  machine ?? `${hostname()} ${processNamespace()}`.trim();

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Whether a process that was sending is there no more. */
export function hasExited(
  { pid, started }: Pick<ProcessIdentity, 'pid' | 'started'>,
  isAlive: CurrentProcess['isAlive'],
): boolean {
  if (!isAlive(pid)) return true;
  const now = processStartOf(pid);
  return started !== '' && now !== '' && now !== started;
}

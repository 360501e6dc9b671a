import { readFileSync } from 'node:fs';

/** The process that this program runs in, and a way to ask whether another one is there. */
export interface Self {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
}

/** A process as the journal keeps it: numbers are used again, so its start goes with it. */
export interface ProcessMark {
  readonly pid: number;
  readonly started: string;
}

/** When a process began, as the system counts it; empty where the system does not say, `ended` when it only waits to be buried. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

/** Whether a process that was sending is there no more. */
export function isGone({ pid, started }: ProcessMark, isAlive: Self['isAlive']): boolean {
  if (!isAlive(pid)) return true;
  const now = startOf(pid);
  return started !== '' && now !== '' && now !== started;
}

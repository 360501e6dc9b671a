import { errorCodeOf } from '../error-code.ts';
import type { TrustedFile } from './machine-policy.ts';

/** The facts about a process that do not depend on its terminal: user, environment, signals. */
export interface ProcessFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Replaces the place of the machine policy. Only tests set it. */
  readonly machinePolicyFile?: TrustedFile | undefined;
  readonly nodeVersion: string;
  readonly pid: number;
  /** Reports whether a process with this id exists. */
  readonly isAlive: (pid: number) => boolean;
  /** Sends SIGTERM to a process that this program started. */
  readonly terminate: (pid: number) => void;
  /** The user's home directory; `undefined` if unknown. */
  readonly home: string | undefined;
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  readonly cwd: string;
  /**
   * The ids of intents that were committed and have no known outcome yet. They decide the exit code of a program that
   * ends before its command does.
   */
  readonly pendingIntents: Set<string>;
  /** Aborted by the first SIGINT or SIGTERM: finish what cannot be abandoned, start nothing new. */
  readonly interrupted: AbortSignal;
  /** Aborted by the second signal: stop at once. */
  readonly killed: AbortSignal;
}

/** Returns the identity of a process, its environment, its working directory, and an empty set of pending intents. */
export const processFacts = (process: NodeJS.Process) => ({
  env: process.env,
  platform: process.platform,
  nodeVersion: process.version,
  pid: process.pid,
  isAlive: (pid: number) => isAlive(process, pid),
  terminate: (pid: number) => {
    process.kill(pid, 'SIGTERM');
  },
  home: process.env['HOME'] || process.env['USERPROFILE'],
  uid: process.getuid?.(),
  gid: process.getgid?.(),
  cwd: cwdOf(process),
  pendingIntents: new Set<string>(),
});

/** The working directory if the real one was removed: no file is below it, and no other directory is mistaken for it. */
const CLOSED_DEVICE = '/dev/null';

function cwdOf(process: NodeJS.Process): string {
  try {
    return process.cwd();
  } catch {
    return CLOSED_DEVICE;
  }
}

/** Reports whether a process exists. Signal 0 has no effect; EPERM means that the process exists. */
function isAlive(process: NodeJS.Process, pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCodeOf(error) === 'EPERM';
  }
}

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

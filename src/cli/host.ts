/**
 * The process this program runs in, as far as it may see it. Only `main.ts` knows the real one; tests make their own.
 */
export interface Host {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly pid: number;
  /** Whether a process of this number is there. */
  readonly isAlive: (pid: number) => boolean;
  /** Asks a process of ours to end. */
  readonly terminate: (pid: number) => void;
  /** The user's home folder, if there is one. */
  readonly home: string | undefined;
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  readonly cwd: string;
  /** The argv that starts this very program again: the interpreter and its script, absolute. */
  readonly self: readonly string[];
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Shows an http or https address in the user's browser; false when none could be started. */
  readonly openUrl: (url: string) => Promise<boolean>;
  /** The first interrupt (`SIGINT`, `SIGTERM`): finish what cannot be left, start nothing new. */
  readonly interrupted: AbortSignal;
  /** The second: stop at once. */
  readonly killed: AbortSignal;
}

export interface Input {
  readonly isTTY: boolean;
  /** Chunks as they come, to one reader after the other, each `until` it has lost its interest. */
  readonly read: (until?: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Switches a terminal's own echo and editing off and on; nothing elsewhere. */
  readonly setRaw: (raw: boolean) => void;
}

export interface Output {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  /** Resolves when the bytes were taken; rejects with what the system said. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
}

import type { Duplex } from 'node:stream';

/**
 * The process this program runs in, as far as it may see it. Only `main.ts` knows the real one; tests make their own.
 */
export interface System {
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
  readonly stdin: SystemInput;
  readonly stdout: SystemOutput;
  readonly stderr: SystemOutput;
  /** Shows an http or https address in the user's browser; false when none could be started. */
  readonly openUrl: (url: string) => Promise<boolean>;
  /** The first interrupt (`SIGINT`, `SIGTERM`): finish what cannot be left, start nothing new. */
  readonly interrupted: AbortSignal;
  /** The second: stop at once. */
  readonly killed: AbortSignal;
}

export interface SystemInput {
  readonly isTTY: boolean;
  /** Chunks as they come, to one reader after the other, each `until` it has lost its interest. */
  readonly read: (until?: AbortSignal) => AsyncIterable<Uint8Array>;
  /** The keyboard of the terminal that input is; not used where it is none. */
  readonly keyboard: Keyboard;
}

/** The keyboard of a terminal. What is typed at it answers the question that was on the screen before, and no other. */
export interface Keyboard {
  /** Throws away what is typed until a question is drawn, but Ctrl-C and Ctrl-Z. Does nothing in the background. */
  readonly hold: () => Promise<void>;
  /** Draws a question on a line of its own, and reads the answer from what is typed after it could be seen. Throws `InterruptedError`. */
  readonly ask: <Answer>(question: KeyboardPrompt<Answer>) => Promise<Answer>;
  /** Gives the terminal to something else that reads it, and takes it back afterwards if it was held. */
  readonly lend: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface KeyboardPrompt<Answer> {
  /** Draws it; again when the program goes on after it was stopped. */
  readonly draw: () => Promise<void>;
  readonly read: (keys: Keys) => Promise<Answer>;
}

/** The keys that are pressed at a question. */
export interface Keys {
  readonly stream: Duplex;
  /** Aborted by Ctrl-C, a signal or the end of the input, with the error to throw. */
  readonly gone: AbortSignal;
}

export interface SystemOutput {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  /** Whether the line that was written last is not ended yet. */
  readonly isMidLine: () => boolean;
  /** Resolves when the bytes were taken; rejects with what the system said. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
}

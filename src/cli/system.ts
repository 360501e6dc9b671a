/** The process as this program sees it: arguments, environment, streams, keyboard and signals. */

import type { Duplex } from 'node:stream';
import type { ProcessFacts } from '../config/process-facts.ts';
import type { Globals } from './flags/global-flags.ts';

/** The process that this program runs in. Only `main.ts` uses the real one; tests create their own. */
export interface System extends ProcessFacts {
  readonly argv: readonly string[];
  /** Runs work of root with the rights of another user, and of no other group than theirs. */
  readonly asUser: <Result>(
    user: { readonly uid: number; readonly gid: number },
    work: () => Promise<Result>,
  ) => Promise<Result>;
  /** The argv that starts this program again: the interpreter and its script, as absolute paths. */
  readonly selfCommand: readonly string[];
  /** Reads a file that the build adds to this program; resolves to `undefined` if there is none. */
  readonly readBuiltFile: (name: BuiltFile) => Promise<string | undefined>;
  readonly stdin: SystemInput;
  readonly stdout: SystemOutput;
  readonly stderr: SystemOutput;
  /** Opens an http or https URL in the user's browser; resolves to `false` if no browser could be started. */
  readonly openUrl: (url: string) => Promise<boolean>;
}

/**
 * A file of the build: the licenses of all that the program contains, the list of it in CycloneDX, the completion scripts,
 * and the table of what they complete.
 */
export type BuiltFile = 'LICENSES.txt' | 'sbom.cdx.json' | 'completions.json' | CompletionScript;

export type CompletionScript = 'remit.bash' | '_remit' | 'remit.fish' | 'remit.ps1';

/** Reports whether a person can be prompted: stdin and stderr are terminals, and `--no-input` is not given. */
export const isInteractive = (
  { stdin, stderr }: Pick<System, 'stdin' | 'stderr'>,
  { noInput }: Pick<Globals, 'noInput'>,
): boolean => stderr.isTTY && stdin.isTTY && !noInput;

/** Standard input. */
export interface SystemInput {
  readonly isTTY: boolean;
  /** Yields chunks as they arrive. Readers follow one another; each reads `until` its signal is aborted. */
  readonly read: (until?: AbortSignal) => AsyncIterable<Uint8Array>;
  /** The keyboard of the terminal that is stdin; unused if stdin is not a terminal. */
  readonly keyboard: Keyboard;
}

/** The keyboard of a terminal. Typed keys answer only a prompt that was on the screen before them. */
export interface Keyboard {
  /** Discards keys until a prompt is drawn, except Ctrl-C and Ctrl-Z. Does nothing in the background. */
  readonly hold: () => Promise<void>;
  /**
   * Draws a prompt on a line of its own and reads the answer from the keys that are typed after it was visible.
   *
   * @throws {InterruptedError} at Ctrl-C, a signal or the end of the input.
   */
  readonly ask: <Answer>(question: KeyboardPrompt<Answer>) => Promise<Answer>;
  /** Gives the terminal to other code that reads it, and takes it back afterwards if it was held. */
  readonly lend: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** A prompt: how to draw it, and how to read its answer. */
export interface KeyboardPrompt<Answer> {
  /** Draws it; called again when the program continues after it was stopped. */
  readonly draw: () => Promise<void>;
  /** Whether its text is typed, so that keys count as soon as it is drawn; others wait until it can have been read. */
  readonly isField?: boolean;
  readonly read: (keys: Keys) => Promise<Answer>;
}

/** The keys that are pressed at a prompt. */
export interface Keys {
  readonly stream: Duplex;
  /** Aborted by Ctrl-C, a signal or the end of the input, with the error to throw. */
  readonly gone: AbortSignal;
}

/** Standard output or standard error. */
export interface SystemOutput {
  readonly isTTY: boolean;
  /** Width in columns; `undefined` if unknown. */
  readonly columns: number | undefined;
  /** Height in rows; `undefined` if unknown. */
  readonly rows: number | undefined;
  /** Reports whether the last written line is not ended yet. */
  readonly isMidLine: () => boolean;
  /**
   * Resolves when the system accepted the bytes; rejects with the system's error. Nothing comes of an error of standard error
   * for which nobody waits.
   */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
}

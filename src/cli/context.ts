/** The context of a command: everything that a command may use of the service, the terminal and files. */

import type { FilePart } from '../api/http/http-types.ts';
import type { Effect } from '../api/operations/operation.ts';
import type { ResolvedSettings } from '../config/resolve-settings.ts';
import type { Consent } from '../money/journal/intent.ts';
import type { MoneyPort, PagedPrompt, Progress, Stake } from '../money/port.ts';
import type { QuestionLine } from '../render/cuttable.ts';
import type { ScopeCalls } from '../runtime/scope.ts';
import type { Secrets } from '../runtime/secrets.ts';
import type { Globals, WriteFlags } from './flags/global-flags.ts';
import type { System } from './system.ts';

/** Everything that a command may use. There is no other way to reach the service, the terminal or a file. */
export interface Context extends ScopeCalls, Pick<MoneyPort, 'confirm'> {
  /** Adds lines to the next confirmation. No write is sent before it was answered. */
  readonly confirmNext: (lines: readonly QuestionLine[]) => void;
  /** Other prompts in a terminal. */
  readonly prompt: Prompt;
  /** Files named by flags and arguments, and files that this program keeps. */
  readonly files: CommandFiles;
  /** Secrets that are redacted from all output. */
  readonly secrets: Secrets;

  /**
   * Returns the settings of this run. `mayBeNew` allows a profile that the command is about to create.
   *
   * @throws {ConfigError} if they cannot be read or are invalid.
   */
  readonly settings: (options?: { readonly mayBeNew?: boolean }) => ResolvedSettings;
  /** Runs other command lines in this process. */
  readonly nested: NestedRuns;

  /**
   * Writes one line for a person to stderr; silent with `--quiet` and if errors are JSON. With `isLast` it is written
   * once the result is printed. With `isSummary`, the line was asked for: it is also last, in every format.
   */
  readonly notice: (
    line: string,
    options?: { readonly isSummary?: boolean; readonly isLast?: boolean },
  ) => void;
  /** Shows progress on stderr: one line that is overwritten if `isLive`, in a terminal, otherwise plain lines. */
  readonly progress: Progress;
  /** Values of the flags that every command takes. */
  readonly globalFlags: Globals;
  /** The flags of a command that writes; `undefined` for one that only reads. */
  readonly writeFlags: WriteFlags | undefined;
  /** The process: environment, streams and signals. */
  readonly system: System;
}

/** Prompts that a command may show in addition to a confirmation. `pause` returns at once without a terminal. */
export interface Prompt extends PagedPrompt {
  /**
   * Prompts for a secret without echo, until `problemIn` returns `undefined` for it. The flag is the other way to give
   * it.
   *
   * @throws {UsageError} without a terminal.
   */
  readonly secret: (field: Required<PromptField>, problemIn?: ProblemIn) => Promise<string>;
  /** Lets a person choose one of `choices` and returns its word; `undefined` without a terminal. */
  readonly choose: (
    field: PromptField,
    choices: readonly MenuChoice[],
  ) => Promise<string | undefined>;
  /** Prompts for a line until `problemIn` returns `undefined` for it; returns `undefined` without a terminal. */
  readonly line: (field: PromptField, problemIn: ProblemIn) => Promise<string | undefined>;
}

/** A value that is prompted for: its name, and the flag that gives it on a command line; an argument has none. */
export interface PromptField {
  readonly label: string;
  readonly flag?: string;
}

/** Returns the problem of what was typed, as a sentence; `undefined` if there is none. */
export type ProblemIn = (text: string) => string | undefined;

/** Files of a command. `-` is stdin, which can be read once in a run. */
export interface CommandFiles {
  /**
   * Returns the text of a file.
   *
   * @throws {UsageError} if it cannot be read or is not UTF-8.
   */
  readonly readText: (path: string) => Promise<string>;
  /**
   * Returns the bytes of a file and its name.
   *
   * @throws {UsageError} if it cannot be read, or is larger than `maxBytes`.
   */
  readonly readFile: (
    path: string,
    options?: { readonly maxBytes?: number | undefined },
  ) => Promise<FilePart>;
  /** Returns the only line of a file that holds a secret; `-` in a terminal prompts for it by `name`, without echo. */
  readonly readSecret: (path: string, name?: string) => Promise<string>;
  /**
   * Replaces a file atomically, mode 0600, never through a symbolic link.
   *
   * @throws {UsageError} if the file cannot be created.
   * @throws {OutputError} if it cannot be written.
   */
  readonly replace: (path: string, text: string | Iterable<string>) => Promise<void>;
  /**
   * Creates an output file before anything is sent, as `--out` does: over an existing one with `--force` only. The
   * returned function writes the text and moves the file into place.
   *
   * @throws {UsageError} if it cannot be created; writing throws `OutputError`.
   */
  readonly reserve: (path: string) => Promise<(text: string) => Promise<void>>;
  /**
   * Reserves a new directory, never an existing one, before anything is read. The returned function writes its files and
   * gives it its name, all or nothing.
   *
   * @throws {UsageError} if it cannot be created; writing throws `OutputError`.
   */
  readonly reserveFolder: (
    path: string,
  ) => Promise<(files: ReadonlyMap<string, string | Uint8Array>) => Promise<void>>;
  /**
   * Runs `work` once the file of `--out` is complete.
   *
   * @throws {UsageError} without `--out`, naming `flag`.
   */
  readonly onExported: (flag: string, work: () => void) => void;
  /** Small files in the state directory, mode 0600, by their path below it. All throw `ConfigError`. */
  readonly state: {
    readonly read: (name: string) => string | undefined;
    readonly write: (name: string, text: string) => void;
    /** Locks a file until the run ends. Resolves to `false` if another run has the lock. */
    readonly lock: (name: string) => Promise<boolean>;
  };
}

/** Other command lines, run in this process. */
export interface NestedRuns {
  /** Runs a command line with its own environment and returns its output. */
  readonly command: (
    argv: readonly string[],
    options: NestedRunOptions,
  ) => Promise<NestedRunResult>;
  /**
   * Opens a run without a command line, under a profile and for a business, otherwise that of this command line; its
   * settings, token and journal are read again. Its confirmations are asked for by `ask`. The caller closes it.
   */
  readonly open: (
    profile: string | undefined,
    ask: AskElsewhere,
    business?: string | undefined,
  ) => NestedRun;
}

/**
 * Asks for a confirmation elsewhere than in the terminal, and returns the consent that was given.
 *
 * @throws {GuardError} if none was given.
 */
export type AskElsewhere = (
  lines: readonly QuestionLine[],
  question: QuestionLine,
  stake: Stake | undefined,
) => Promise<Consent>;

/** A run in which the tools of `remit mcp serve` are called. */
export interface NestedRun {
  readonly context: Context;
  readonly secrets: Secrets;
  /** Returns the most severe effect that the service applied in this run, or `undefined` if it applied nothing. */
  readonly appliedEffect: () => Effect | undefined;
  /** Throws the error of an outcome that the journal could not record, if there is one. */
  readonly throwUnrecorded: () => void;
  readonly close: () => Promise<void>;
}

/** A menu entry: the word that it returns, and the text that it shows. */
export interface MenuChoice {
  readonly value: string;
  readonly text: string;
}

/** Environment, stdin and working directory of a nested command line. */
export interface NestedRunOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
  readonly cwd?: string;
}

/** Exit code and output of a nested command line. */
export interface NestedRunResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

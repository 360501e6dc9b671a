/** The context of a command: everything that a command may use of the service, the terminal and files. */

import type { ResolvedSettings } from '../config/resolve-settings.ts';
import type { FilePart } from '../contract/http/http-types.ts';
import type { OperationMatch } from '../contract/http/match-path.ts';
import type {
  Effect,
  Method,
  Operation,
  OperationInput,
  OperationOutput,
} from '../contract/operation.ts';
import type { Destination } from '../journal/destination.ts';
import type { FileRow } from '../journal/file-rows.ts';
import type { Consent } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import type { Approval } from '../payments/approvals.ts';
import type { Payments } from '../payments/payments.ts';
import type { QuestionLine } from '../render/cuttable.ts';
import type { Secrets } from '../service/secrets.ts';
import type { Service } from '../service/service-calls.ts';
import type { ServiceConnection } from '../service/service-client.ts';
import type { Stake } from './confirmation-amount.ts';
import type { Globals, WriteFlags } from './flags/global-flags.ts';
import type { System } from './system.ts';

/** Everything that a command may use. There is no other way to reach the service, the terminal or a file. */
export interface Context {
  /**
   * Calls an operation. A write takes the `-F` and `--data` fields of the command line, stops at `--dry-run`, and is
   * journaled if its effect requires that.
   *
   * @throws {ApiError} if the service refuses.
   * @throws {WriteError} if a write fails.
   * @throws {GuardError} if a guard stops it; errors of connecting pass through.
   */
  readonly call: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    options?: CallOptions,
  ) => Promise<OperationOutput<Op>>;
  /**
   * Checks a write against the policy and the journal before anyone is prompted, and sends nothing. Throws what `call`
   * would throw for an unresolved intent or a duplicate.
   */
  readonly checkWrite: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    options?: CallOptions,
  ) => Promise<void>;
  /**
   * Returns all records of a list, page after page.
   *
   * @throws {IncompleteListError} at the end, if the service returned fewer rows than it counts.
   */
  readonly records: <Row>(
    operation: Operation,
    input: { params?: unknown; query?: unknown },
    paging?: ListOptions,
  ) => AsyncIterable<Row>;
  /** Everything else that is sent to the service: downloads, uploads, raw requests. Connects. */
  readonly service: () => Promise<Service>;
  /** The gate for money: a request that moves money is prepared, checked, confirmed and sent here. Connects. */
  readonly payments: () => Promise<Payments>;
  /**
   * Returns the connection to the service: client, base URL, token.
   *
   * @throws {ConfigError} without a base URL.
   * @throws {NotSignedInError} without a token.
   */
  readonly connection: () => Promise<ServiceConnection>;
  /** Returns the profile, the base URL and the user of the token in use. Connects. */
  readonly identity: () => Promise<Identity>;
  /**
   * Returns the destination of requests as the journal stores it.
   *
   * @throws {ConfigError} without a base URL.
   */
  readonly destination: () => Destination;

  /** Returns the service's clock as of its last response, or `undefined` before the first one. */
  readonly serviceTime: () => Promise<Date | undefined>;

  /**
   * Returns the id of the business to act for: the positional argument, else `-b`, REMIT_BUSINESS, the profile's.
   *
   * @throws {UsageError} if none is given, or if the positional one and `-b` differ.
   */
  readonly business: (positional?: string) => string;
  /**
   * Prompts before something that cannot be undone; the default is No, and above a threshold the amount at stake must
   * be typed. `--yes` is required without a terminal. Resolves to `false` if nobody was prompted.
   *
   * @throws {GuardError} if the answer is No.
   */
  readonly confirm: (
    lines: readonly QuestionLine[],
    question: QuestionLine,
    stake?: Stake,
  ) => Promise<boolean>;
  /** Adds lines to the next confirmation. No write is sent before it was answered. */
  readonly confirmNext: (lines: readonly QuestionLine[]) => void;
  /** Other prompts at a terminal. */
  readonly prompt: Prompt;
  /** Files named by flags and arguments, and files that this program keeps. */
  readonly files: CommandFiles;
  /** Secrets that are redacted from all output. */
  readonly secrets: Secrets;

  /** Opens the journal of what was sent. */
  readonly journal: () => Promise<Journal>;
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
  /** Shows progress on stderr: one line that is overwritten if `isLive`, at a terminal, else plain lines. */
  readonly progress: {
    readonly isLive: boolean;
    readonly show: (line: string) => void;
    readonly end: () => void;
  };
  /** Values of the flags that every command takes. */
  readonly globalFlags: Globals;
  /** The flags of a command that writes; `undefined` for one that only reads. */
  readonly writeFlags: WriteFlags | undefined;
  /** The process: environment, streams and signals. */
  readonly system: System;
}

/** Prompts that a command may show in addition to a confirmation. */
export interface Prompt {
  /** Waits for Enter at a terminal and returns what was typed before it; returns at once elsewhere. */
  readonly pause: (text: string) => Promise<string>;
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
  /** Returns the only line of a file that holds a secret; `-` at a terminal prompts for it by `name`, without echo. */
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
   * Reserves a new folder, never an existing one, before anything is read. The returned function writes its files and
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
  /** Small files in the state folder, mode 0600, by their path below it. All throw `ConfigError`. */
  readonly state: {
    readonly read: (name: string) => string | undefined;
    readonly write: (name: string, text: string) => void;
    /** Returns the names in a folder in ascending order; an empty array if it does not exist. */
    readonly names: (folder: string) => readonly string[];
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
   * Opens a run without a command line, under a profile; its settings, token and journal are read again. Its
   * confirmations are asked for by `ask`. The caller closes it.
   */
  readonly open: (profile: string | undefined, ask: AskElsewhere) => NestedRun;
}

/**
 * Asks for a confirmation elsewhere than at the terminal, and returns the consent that was given.
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

/** The profile, base URL and user of the token in use. */
export interface Identity {
  readonly profile: string | null;
  readonly baseUrl: string;
  readonly source: 'env' | 'file' | 'profile' | 'tokenCommand' | 'none';
  readonly user: string | null;
  /** UTC ISO 8601; `null` if unknown. */
  readonly expiresAt: string | null;
}

/** A menu entry: the word that it returns, and the text that it shows. */
export interface MenuChoice {
  readonly value: string;
  readonly text: string;
}

/** Options of one call to the service. */
export interface CallOptions {
  /** Idempotency key for this one call; by default that of the command line, else a new one. */
  readonly idempotencyKey?: string | undefined;
  /** Names of body fields that are copied from a record that was read: `-F` and `--data` may change them. */
  readonly carriedOver?: readonly string[];
  /** The row of an input file that the call is for. */
  readonly fileRow?: FileRow | undefined;
  /** The intent that may be done a second time, as given by `--allow-duplicate`. */
  readonly allowDuplicate?: string | undefined;
  /** The confirmed approval that the call sends. */
  readonly approval?: Approval | undefined;
}

/** Options of reading a list; `limit` and `skip` count rows, and `pageSize` is rows per request. */
export interface ListOptions {
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** A request of `remit api call`, by method and path. */
export interface RawRequest {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
  /** The operation of the contract that it matches; `undefined` if none matches. */
  readonly known: OperationMatch | undefined;
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

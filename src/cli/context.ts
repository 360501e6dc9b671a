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
import type { Journal } from '../journal/journal.ts';
import type { Payments } from '../payments/payments.ts';
import type { Secrets } from '../service/secrets.ts';
import type { Service } from '../service/service-calls.ts';
import type { ServiceConnection } from '../service/service-client.ts';
import type { Stake } from './confirmation-amount.ts';
import type { Globals, WriteFlags } from './flags/global-flags.ts';
import type { System } from './system.ts';

/** What every command may use. There is no other way to reach the service, the terminal or a file. */
export interface Context {
  /**
   * Calls an operation. A write takes the `-F` and `--data` fields of the command line, stops at `--dry-run`, and is
   * journaled where its effect says so. Throws `ApiError`, `WriteError`, `GuardError`, or what the way there threw.
   */
  readonly call: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    options?: CallOptions,
  ) => Promise<OperationOutput<Op>>;
  /** Throws what `call` would throw because of the journal, an intent in doubt or done already, before anyone is asked. */
  readonly checkWrite: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    options?: CallOptions,
  ) => Promise<void>;
  /** All records of a list, page after page; it ends with `IncompleteListError` when the service holds some back. */
  readonly records: <Row>(
    operation: Operation,
    input: { params?: unknown; query?: unknown },
    paging?: ListOptions,
  ) => AsyncIterable<Row>;
  /** Everything else that is sent to the service: downloads, uploads, raw requests. Connects. */
  readonly service: () => Promise<Service>;
  /** The gate for money: a request that moves money is prepared, checked, confirmed and sent here. Connects. */
  readonly payments: () => Promise<Payments>;
  /** The connection to the service: client, base URL, token. Throws `ConfigError`, or `NotSignedInError` without a token. */
  readonly connection: () => Promise<ServiceConnection>;
  /** The profile, the base URL and the user of the token in use. Connects. */
  readonly identity: () => Promise<Identity>;
  /** The destination of requests, as the journal keeps it. Throws `ConfigError` without a base URL. */
  readonly destination: () => Destination;

  /** The service's own clock, as its last answer told it; undefined before the first one. */
  readonly serviceTime: () => Promise<Date | undefined>;

  /** The business to act for: the positional one, `-b`, REMIT_BUSINESS, the profile's. Throws `UsageError` when there is none. */
  readonly business: (positional?: string) => string;
  /**
   * Asks before something that cannot be undone, default No; above a threshold the answer is the amount at stake. Without a
   * terminal `--yes` is needed. Resolves to false where nobody was asked. Throws `GuardError` on a No.
   */
  readonly confirm: (lines: readonly string[], question: string, stake?: Stake) => Promise<boolean>;
  /** Other questions to a person at a terminal. */
  readonly prompt: Prompt;
  /** Files that flags and arguments name, and those that this program keeps. */
  readonly files: CommandFiles;
  /** Secrets that are redacted from everything that is printed. */
  readonly secrets: Secrets;

  /** The journal of what was sent. Opens it. */
  readonly journal: () => Promise<Journal>;
  /**
   * The settings of this run. `mayBeNew` allows a profile that the command is about to create. Throws `ConfigError`.
   */
  readonly settings: (options?: { readonly mayBeNew?: boolean }) => ResolvedSettings;
  /** Runs other command lines in this process. */
  readonly nested: NestedRuns;

  /** One line for a person, on standard error; silent with --quiet and where errors are JSON. */
  readonly notice: (line: string) => void;
  /** How a long work goes, on standard error: one line that is written over on a terminal, plain lines elsewhere. */
  readonly progress: { readonly show: (line: string) => void; readonly end: () => void };
  readonly globalFlags: Globals;
  /** The flags of a command that writes; `undefined` for one that only reads. */
  readonly writeFlags: WriteFlags | undefined;
  readonly host: System;
}

/** Questions that a command may ask, besides a confirmation. */
export interface Prompt {
  /** Waits for Enter at a terminal; returns at once elsewhere. */
  readonly pause: (text: string) => Promise<void>;
  /** Asks for a secret without echo. Throws `UsageError` without a terminal; `flag` names the other way to give it. */
  readonly secret: (label: string, flag: string) => Promise<string>;
  /** Lets a person choose one of `choices`; `undefined` without a terminal. */
  readonly choose: (
    question: string,
    choices: readonly MenuChoice[],
  ) => Promise<string | undefined>;
  /** Asks for a line until `problemIn` returns `undefined` for it; `undefined` without a terminal. */
  readonly line: (
    question: string,
    problemIn: (line: string) => string | undefined,
  ) => Promise<string | undefined>;
}

/** Files of a command. `-` is standard input, once in a run. */
export interface CommandFiles {
  /** Returns the text of a file. Throws `UsageError`. */
  readonly readText: (path: string) => Promise<string>;
  /** Returns the bytes of a file and its name. Throws `UsageError`. */
  readonly readFile: (path: string) => Promise<FilePart>;
  /** Returns the only line of a file that holds a secret; `-` at a terminal asks for it by `name`, without echo. */
  readonly readSecret: (path: string, name?: string) => Promise<string>;
  /** Replaces a file atomically, mode 0600, never through a symbolic link. Throws `UsageError`, or `OutputError`. */
  readonly replace: (path: string, text: string | Iterable<string>) => Promise<void>;
  /**
   * Creates an output file before anything is sent, as `--out` does: over an existing one with `--force` only. The function
   * returned writes the text and moves the file to its place. Throws `UsageError`; writing throws `OutputError`.
   */
  readonly reserve: (path: string) => Promise<(text: string) => Promise<void>>;
  /** Runs `work` once the file of `--out` is complete. Throws `UsageError` without `--out`, naming `flag`. */
  readonly onExported: (flag: string, work: () => void) => void;
  /** Small files in the state folder, mode 0600, by their path below it. All throw `ConfigError`. */
  readonly state: {
    readonly read: (name: string) => string | undefined;
    readonly write: (name: string, text: string) => void;
    /** Returns the names in a folder; none if it does not exist. */
    readonly names: (folder: string) => readonly string[];
  };
}

/** Other command lines, run in this process. */
export interface NestedRuns {
  /** Runs a command line with an environment of its own and returns its output. */
  readonly command: (
    argv: readonly string[],
    options: NestedRunOptions,
  ) => Promise<NestedRunResult>;
  /** Opens a run without a command line: settings, token and journal are read anew. The caller closes it. */
  readonly open: () => NestedRun;
}

/** A run that the tools of `remit mcp serve` are called in. */
export interface NestedRun {
  readonly context: Context;
  readonly secrets: Secrets;
  /** The gravest effect that the service applied in this run; `undefined` for none. */
  readonly appliedEffect: () => Effect | undefined;
  /** Throws the error of an outcome that the journal could not record. */
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

/** What may be chosen: the word that stands for it, and what a person knows it by. */
export interface MenuChoice {
  readonly word: string;
  readonly text: string;
}

export interface CallOptions {
  /** A key for this one call; the command line's own applies otherwise. */
  readonly idempotencyKey?: string | undefined;
  /** Members of the body that were read before and are sent as they were: `-F` and `--data` may change them. */
  readonly carriedOver?: readonly string[];
  /** The row of a file that it is. */
  readonly fileRow?: FileRow | undefined;
  /** The intent that may be done a second time, as `--allow-duplicate` names it. */
  readonly allowDuplicate?: string | undefined;
}

export interface ListOptions {
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
  readonly pageSize?: number | undefined;
}

export interface RawRequest {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
  /** The operation of the contract that it is, where it is one. */
  readonly known: OperationMatch | undefined;
}

/** What surrounds a command line that another one runs. */
export interface NestedRunOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
  readonly cwd?: string;
}

export interface NestedRunResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

import type { FilePart } from '../contract/http/http-types.ts';
import type { OperationMatch } from '../contract/http/match-path.ts';
import type { Method, Operation, OperationInput, OperationOutput } from '../contract/operation.ts';
import type { Download } from '../http/client.ts';
import type { Destination } from '../journal/destination.ts';
import type { FileRow } from '../journal/file-rows.ts';
import type { Intent } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import type { Payments } from '../payments/payments.ts';
import type { Stake } from './confirmation-amount.ts';
import type { Dialects } from './dialects.ts';
import type { RunDoctorChecks } from './doctor.ts';
import type { Access, Completion, Manual, PolicyView, Profiles, Settings } from './facades.ts';
import type { System } from './system.ts';
import type { RedirectListener, WaitOptions } from './wait-options.ts';

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
  /** A file that the service makes, as it makes it. */
  readonly download: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
  ) => Promise<Download>;

  /** The gate for money: what moves money is prepared, checked, confirmed and sent here. */
  readonly payments: Payments;

  /** The service's own clock, as its last answer told it; undefined before the first one. */
  readonly serviceTime: () => Promise<Date | undefined>;

  /** The business to act for: the positional one, `-b`, REMIT_BUSINESS, the profile's. Throws `UsageError` when there is none. */
  readonly business: (positional?: string) => string;
  /** The business of `-b` and nothing else, for lists that it filters. */
  readonly explicitBusiness: string | undefined;

  /**
   * Asks before something that cannot be undone, default No; above a threshold the answer is the amount at stake. Without a
   * terminal `--yes` is needed. Resolves to false where nobody was asked. Throws `GuardError` on a No.
   */
  readonly confirm: (lines: readonly string[], question: string, stake?: Stake) => Promise<boolean>;
  /** Waits for Enter where someone sits at a terminal; goes on at once elsewhere. */
  readonly pause: (text: string) => Promise<void>;
  /** Asks for a secret without showing it. Throws `UsageError` where no one can be asked; `flag` says how else to give it. */
  readonly secret: (label: string, flag: string) => Promise<string>;
  /** Lets a person at a terminal choose one of these; undefined where no one can be asked. */
  readonly choose: (
    question: string,
    choices: readonly MenuChoice[],
  ) => Promise<string | undefined>;
  /** Asks a person at a terminal for a line until nothing is wrong with it; undefined where no one can be asked. */
  readonly promptLine: (
    question: string,
    wrong: (line: string) => string | undefined,
  ) => Promise<string | undefined>;
  /** Text of a file, or of standard input for `-`. Throws `UsageError`. */
  readonly readText: (path: string) => Promise<string>;
  /** A file as it is, with its name, or standard input for `-`. Throws `UsageError`. */
  readonly readFile: (path: string) => Promise<FilePart>;
  /** Uploads files, in order, to be attached to payables; their references. With --dry-run nothing is sent, and the names stand for them. */
  readonly upload: (files: readonly FilePart[]) => Promise<string[]>;
  /** The one line of a file or of standard input where a secret is kept; at a terminal `-` asks for it by its name, hidden. */
  readonly secretFrom: (path: string, name?: string) => Promise<string>;
  /** Hides a secret, or those in a body, wherever they would turn up. */
  readonly redact: (secret: unknown) => void;

  /** Any request as it is: journaled, asked about and repeated as the operation it matches says. Answers the JSON, or the text. */
  readonly raw: (request: RawRequest, options?: CallOptions) => Promise<unknown>;
  /** The operation that a path of the service belongs to. */
  readonly operationAt: (method: Method, path: string) => Promise<OperationMatch | undefined>;
  /** The journal of what was sent. Opens it. */
  readonly journal: () => Promise<Journal>;
  /** The destination of requests, as the journal keeps it. Throws `ConfigError` without a base URL. */
  readonly destination: () => Destination;
  /** Looks into what is unresolved; resolves in the journal what the service's records resolve. */
  readonly reconcile: (wishes: ReconcileOptions) => Promise<(Intent & { reason: string })[]>;
  /** Unresolved intents of this profile at the service in use, and a count of those elsewhere. */
  readonly unresolved: () => Promise<{
    readonly here: readonly Intent[];
    readonly elsewhere: readonly UnresolvedElsewhere[];
  }>;
  readonly access: Access;
  readonly profiles: Profiles;
  readonly settings: Settings;
  readonly policy: PolicyView;
  readonly dialect: Dialects;
  readonly manual: Manual;
  readonly completion: Completion;
  /** Looks at everything that this program needs. */
  readonly runDoctorChecks: RunDoctorChecks;
  /** Runs another command line of this program, in this process, with an environment of its own. */
  readonly runCommand: (
    argv: readonly string[],
    around: NestedRunOptions,
  ) => Promise<NestedRunResult>;

  /** Offers the operations as tools on standard input; gives what belongs on standard output. Ends with the input. */
  readonly serveTools: (how: { readonly allowWrites: boolean }) => AsyncIterable<Uint8Array>;

  /** Shows an address to a person: on standard error whatever the format, and in a browser where that is wanted. */
  readonly showUrl: (url: string, how: { why: string; open: boolean }) => Promise<void>;
  /** An address on this machine that a browser is sent back to. It stops listening when the command ends. */
  readonly listenForRedirect: () => Promise<RedirectListener>;
  /** Asks again, ever more slowly, until there is an answer. Throws `ConditionError` when none came in time. */
  readonly poll: <Result>(
    ask: () => Promise<Result | undefined>,
    patience: WaitOptions,
  ) => Promise<Result>;

  /** Waits so many seconds; an interrupt ends it at once, and is no failure. */
  readonly sleep: (seconds: number) => Promise<void>;
  /** Whether what was thrown may be over when the very same thing is asked again. */
  readonly isRetryable: (error: unknown) => Promise<boolean>;
  /** Runs another program without a shell, gives it its input, and waits for its end. */
  readonly runProgram: (argv: readonly string[], input: string) => Promise<ProcessExit>;

  /** One line for a person, on standard error; silent with --quiet and where errors are JSON. */
  readonly notice: (line: string) => void;
  /** How a long work goes, on standard error: one line that is written over on a terminal, plain lines elsewhere. */
  readonly progress: { readonly show: (line: string) => void; readonly end: () => void };
  /** Replaces a file as a whole by a text or its parts, 0600, never through a symbolic link. Throws `UsageError`, or `OutputError`. */
  readonly replaceFile: (path: string, text: string | Iterable<string>) => Promise<void>;
  /**
   * Makes a file of a command's own before anything is sent, as `--out` does: over another one with --force alone. What it
   * gives writes the file and puts it in its place. Throws `UsageError`; writing throws `OutputError`.
   */
  readonly reserveFile: (path: string) => Promise<(text: string) => Promise<void>>;
  /** Does something when the file of --out stands complete, and not before. Throws `UsageError` without one: `flag` goes with it. */
  readonly onExported: (flag: string, work: () => void) => void;
  /** Small files in the state folder, 0600, by their path below it. All throw `ConfigError`. */
  readonly stateFiles: {
    readonly read: (name: string) => string | undefined;
    readonly write: (name: string, text: string) => void;
    /** The names in a folder; none where it is not there. */
    readonly names: (folder: string) => readonly string[];
  };
  /** Where this program keeps its state and its data. */
  readonly folders: { readonly state: () => string; readonly data: () => string };
  readonly dryRun: boolean;
  /** Whether `--idempotency-key` was given: a key stands for one request. */
  readonly isKeyGiven: boolean;
  /** How many fields `-F` and `--data` add to the body. */
  readonly extraFields: number;
  readonly host: System;
}

/** What may be chosen: the word that stands for it, and what a person knows it by. */
export interface MenuChoice {
  readonly word: string;
  readonly text: string;
}

/** How a program ended: null when it did not by itself, and why in words. */
export interface ProcessExit {
  readonly exitCode: number | null;
  readonly why: string;
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

/** Unresolved intents of another profile or service. */
export interface UnresolvedElsewhere {
  readonly count: number;
  /** Whose they are: `of profile sandbox`. */
  readonly of: string;
  /** The command that resolves them. */
  readonly next: string;
}

export interface ReconcileOptions {
  /** Those that are meant; all unresolved ones of this profile when empty. */
  readonly intents: readonly string[];
  /** How long nothing must have been sent; the profile's setting when undefined. */
  readonly quietSeconds?: number | undefined;
  /** Whether to wait until it is so; what is too fresh is left open otherwise. */
  readonly wait: boolean;
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

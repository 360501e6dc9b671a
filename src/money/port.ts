/** The port of the money layer: all that it needs of the program that it runs in. */

import type { FilePart } from '../api/http/http-types.ts';
import type { Operation, OperationInput, OperationOutput } from '../api/operations/operation.ts';
import type { EffectivePolicy } from '../config/effective-policy.ts';
import type { ProcessFacts } from '../config/process-facts.ts';
import type { ResolvedSettings } from '../config/resolve-settings.ts';
import type { ResolvedToken } from '../config/token-source.ts';
import type { QuestionLine } from '../render/cuttable.ts';
import type { Approval } from './gate/approvals.ts';
import type { Payments } from './gate/payments.ts';
import type { Destination } from './journal/destination.ts';
import type { FileRow } from './journal/file-rows.ts';
import type { Consent } from './journal/intent.ts';
import type { Journal } from './journal/journal.ts';
import type { CallContext } from './sending/send-context.ts';

/**
 * The functions that the money layer calls. The command line, the library, the MCP server and tests each provide them;
 * none presumes a terminal.
 */
export interface MoneyPort {
  /**
   * Calls an operation. A write is journaled if its effect requires that.
   *
   * @throws {ApiError} If the service rejects it.
   * @throws {WriteError} If a write fails.
   * @throws {GuardError} If a guard stops it; errors of connecting pass through.
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
   * @throws {IncompleteListError} At the end, if the service returned fewer rows than it counts.
   */
  readonly records: <Row>(
    operation: Operation,
    input: { params?: unknown; query?: unknown },
    paging?: ListOptions,
  ) => AsyncIterable<Row>;
  /** Opens the gate for money: a request that moves money is prepared, checked, confirmed and sent there. */
  readonly payments: () => Promise<Payments>;
  /** Opens the journal of what was sent. */
  readonly journal: () => Promise<Journal>;
  /** Reads the policy that applies now. */
  readonly policy: () => Promise<EffectivePolicy>;
  /**
   * Returns the destination of requests as the journal stores it.
   *
   * @throws {ConfigError} Without a base URL.
   */
  readonly destination: () => Destination;
  /** Returns the service's clock as of its last response, or `undefined` before the first one. */
  readonly serviceTime: () => Promise<Date | undefined>;
  /**
   * Returns the id of the business to act for: the given one, otherwise the selected one.
   *
   * @throws {UsageError} If there is none, or if the two differ.
   */
  readonly business: (given?: string) => string;
  /**
   * Asks for a confirmation. Resolves to `false` if nobody was asked.
   *
   * @throws {GuardError} If the answer is no.
   */
  readonly confirm: Confirm;
  /** Tells the person something in one line; with `isLast`, once the result is printed. */
  readonly notice: (line: string, options?: { readonly isLast?: boolean }) => void;
}

/** The functions that plans and signatures call in addition. */
export interface RunPort extends MoneyPort {
  /** The process: user, environment, interrupts. */
  readonly system: ProcessFacts;
  readonly settings: () => ResolvedSettings;
  /** Returns the client, the token and the dialect in use. Connects. */
  readonly connection: () => Promise<CallContext['connection']>;
  /** Returns profile and user of the token in use. Connects. */
  readonly identity: () => Promise<Identity>;
  readonly progress: Progress;
  readonly files: PlanFiles;
  readonly prompt: PagedPrompt;
}

/** The profile, base URL and user of the token in use. */
export interface Identity {
  readonly profile: string | null;
  readonly baseUrl: string;
  readonly source: ResolvedToken['source'];
  readonly user: string | null;
  /** UTC ISO 8601; `null` if unknown. */
  readonly expiresAt: string | null;
}

/** Progress: on one line that is overwritten if `isLive`, otherwise on plain lines. */
export interface Progress {
  readonly isLive: boolean;
  readonly show: (line: string) => void;
  readonly end: () => void;
  /** Returns the width in columns. */
  readonly columns: () => number;
}

/** The files of a plan, and small files that are kept between runs. */
export interface PlanFiles {
  /** @throws {UsageError} If it cannot be read. */
  readonly readFile: (path: string) => Promise<FilePart>;
  /** @throws {UsageError} If it cannot be read or is not UTF-8. */
  readonly readText: (path: string) => Promise<string>;
  readonly state: {
    readonly read: (name: string) => string | undefined;
    readonly write: (name: string, text: string) => void;
  };
}

/** A person who reads a long plan page by page. */
export interface PagedPrompt {
  /** Reports whether there is a person to ask. */
  readonly isPossible: () => boolean;
  /** Waits for Enter, and returns what was typed before it. */
  readonly pause: (text: string) => Promise<string>;
  /** Lets a program that is started ask in the terminal. */
  readonly lend: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Asks for a confirmation. Resolves to `false` if nobody was asked; throws if the answer is no. */
export type Confirm = (
  lines: readonly QuestionLine[],
  question: QuestionLine,
  stake?: Stake,
) => Promise<boolean>;

/** The money that a confirmation would move. */
export interface Stake {
  /** Integer cents; `null` if the request does not contain the amount. */
  readonly cents: number | null;
  /** Whether it is a payment run, which is always confirmed by typing the amount. */
  readonly isRun?: boolean;
  /** Whether the caller stated the amount or the total beforehand, or the hash of a signed plan replaces it. */
  readonly isExpected?: boolean;
}

/** Asks for confirmations, and knows the consent that they gave. */
export interface Asking {
  readonly confirm: Confirm;
  /** Returns the consent that the latest confirmation gave; `null` before the first one. */
  readonly consent: () => Consent | null;
  /**
   * Checks that everything that a confirmation must show was confirmed.
   *
   * @throws {GuardError} If not (14).
   */
  readonly assertConfirmed: () => void;
}

/** Options of one call to the service. */
export interface CallOptions {
  /** Idempotency key for this one call; by default that of the caller, otherwise a new one. */
  readonly idempotencyKey?: string | undefined;
  /** Names of body fields that are copied from a record that was read: the caller's own fields may change them. */
  readonly carriedOver?: readonly string[];
  /** The row of an input file that the call is for. */
  readonly fileRow?: FileRow | undefined;
  /** The intent that may be done a second time. */
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

/** Options of all writes of a caller. */
export interface WriteOptions {
  /** Fields to add to a body: a path with dots and a value, as text. */
  readonly fields: readonly (readonly [key: string, value: string])[];
  /** Prepare and check, but send nothing. */
  readonly dryRun: boolean;
  readonly idempotencyKey?: string | undefined;
}

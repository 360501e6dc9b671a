/** Types of handlers: their context, their endpoints and their results. */

import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod/mini';
import type { Role } from '../../api/controls/people.ts';
import type { Method, Operation, Operations, ParsedInput } from '../../api/operations/operation.ts';
import type { SandboxTables } from '../database/tables.ts';
import type { PageBookmarks } from '../payable/page-lookup.ts';
import type { Reply } from './problem-details.ts';
import type { Random } from './random.ts';
import type { IncomingRequest, RequestHead } from './request-body.ts';
import type { FixedOptions } from './settings.ts';
import type { LongFile } from './streamed-file.ts';
import type { ReplacedRecord } from './success-response.ts';

/** The part of a context that reads need, inside or outside a transaction. */
export interface ReadContext {
  readonly db: Kysely<SandboxTables>;
}

/**
 * The context of one handler or job: database transaction, domain clock, wall clock, caller, ids and randomness.
 *
 * A handler that throws changes nothing. The sandbox reads clocks and makes ids only through it.
 */
export interface HandlerContext extends Random {
  readonly db: Transaction<SandboxTables>;
  /** The domain clock: business dates, settlement, due dates. In a job, the instant the job was due. */
  readonly now: () => Date;
  /** The wall clock, only for tokens and other credentials, and rate limits. */
  readonly wallNow: () => Date;
  /** One-way hash keyed with the sandbox's own secret, for tokens and account numbers. */
  readonly hash: (text: string) => string;
  readonly options: SandboxOptions;
  readonly pageBookmarks: PageBookmarks;
  /** The authenticated user; null in a job, a control and a public page. */
  readonly caller: Caller | null;
  /** The network address of the sender of a request; null in a job, and without a network. */
  readonly address: string | null;
}

/** The user who sent a request. */
export interface Caller {
  readonly userId: string;
  readonly accountId: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
}

/** The options of a data directory, and of the server that serves it. */
interface SandboxOptions extends Readonly<FixedOptions> {
  /** The base URL of the sandbox, without a slash at its end: every link in an email begins with it. */
  readonly appUrl: string;
  /** The lifetime of tokens, unless another one is asked for. */
  readonly tokenTtlSeconds: number;
}

/**
 * A handler of one operation.
 *
 * Takes the parsed input and returns the response body. Before it runs, the token, the ids of the path, their
 * ownership, the role and the side were checked.
 *
 * @throws {ApiError} to refuse the request
 */
export type Handler<Op extends Operation> = (
  request: ParsedInput<Op>,
  context: HandlerContext,
) => Promise<Answer<Op>>;

type Answer<Op extends Operation> =
  | z.input<ReturnType<Op['response']>>
  | (Op extends { readonly path: `${string}/mappings` }
      ? ReplacedRecord<z.input<ReturnType<Op['response']>>>
      : never)
  | (Op extends { readonly produces: 'text/csv' } ? LongFile : never);

/** One handler for each operation; a missing one is a compile error. */
export type Handlers<Ops extends Operations> = { readonly [Name in keyof Ops]: Handler<Ops[Name]> };

/**
 * A route of the sandbox.
 *
 * `work` runs exclusively.
 *
 * @throws {ApiError} to refuse the request
 */
export interface Endpoint {
  readonly method: Method;
  /** With `{placeholders}`. */
  readonly path: string;
  /** Id of the operation; `undefined` for a route that is not in the specification. */
  readonly operation?: string;
  /**
   * Checks the sender of a large body before it is read; absent if anyone may send one. `work` checks it again.
   *
   * @throws {ApiError} 401
   */
  readonly admit?: (request: RequestHead) => Promise<unknown>;
  /** The largest body in bytes; a megabyte by default. */
  readonly maxBodyBytes?: number | undefined;
  readonly work: Work;
}

export type Work = (request: IncomingRequest) => Promise<Reply>;

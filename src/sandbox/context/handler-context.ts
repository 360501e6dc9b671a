import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod/mini';
import type { Method, Operation, Operations, ParsedInput } from '../../contract/operation.ts';
import type { Role, SandboxTables } from '../database/tables.ts';
import type { PageBookmarks } from '../payable/page-lookup.ts';
import type { Reply } from './problem-details.ts';
import type { IncomingRequest } from './request-body.ts';
import type { LongFile } from './streamed-file.ts';

/** What is enough to read with, inside a transaction or outside. */
export interface ReadContext {
  readonly db: Kysely<SandboxTables>;
}

/**
 * All that a handler or a job may see or change: one transaction of the database, the two clocks, and who is asking.
 * A handler that throws leaves nothing behind. Nothing in the sandbox reads the real clock or makes up an id by itself.
 */
export interface HandlerContext {
  readonly db: Transaction<SandboxTables>;
  /**
   * What `readClock` finds in the tables: read anew only where one of them was written to since, or where others write to them
   * too. The same name each time is the same read.
   */
  readonly cachedQuery: <Result>(
    tables: readonly (keyof SandboxTables)[],
    name: string,
    read: () => Promise<Result>,
  ) => Promise<Result>;
  /** The domain clock: business dates, settlement, due dates. In a job it is the moment the job fell due. */
  readonly now: () => Date;
  /** The wall clock: tokens, retention of idempotency keys, rate limits. Nothing else. */
  readonly wallNow: () => Date;
  /** A new id: prefix, `_`, 16 characters of base32. */
  readonly newId: (prefix: string) => string;
  /** A secret of `length` URL-safe characters, for links and invitations. */
  readonly newSecret: (length: number) => string;
  /** A whole number from `min` to `max`, both included. */
  readonly randomInt: (min: number, max: number) => number;
  /** One-way and keyed with the sandbox's own secret: for tokens and account numbers. */
  readonly hash: (text: string) => string;
  readonly options: SandboxOptions;
  /** Where deep pages of lists were read. */
  readonly pageBookmarks: PageBookmarks;
  /** Who is asking; null in a job and in the sandbox's own controls. */
  readonly caller: Caller | null;
}

export interface Caller {
  readonly userId: string;
  readonly accountId: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
}

/** The switches of `sandbox start`, fixed for the life of a data folder. */
interface SandboxOptions {
  readonly idempotency: 'on' | 'off';
  readonly initiateLeavesApproved: 'immediately' | 'at-settlement';
  readonly conflictStatus: 409 | 422;
  readonly strict: 'on' | 'off';
  /** Where people reach the sandbox: the front of every link in an email, no slash at its end. */
  readonly appUrl: string;
}

/**
 * Answers one operation. Sees parsed input, returns the response body, throws `ApiError` to say no.
 * When it runs, the token, the ids of the path, their ownership, the role and the side have been checked already.
 */
export type Handler<Op extends Operation> = (
  request: ParsedInput<Op>,
  world: HandlerContext,
) => Promise<Answer<Op>>;

type Answer<Op extends Operation> =
  | z.input<Op['response']>
  | (Op extends { readonly produces: 'text/csv' } ? LongFile : never);

/** One handler per operation: leave one out and the program does not compile. */
export type Handlers<Ops extends Operations> = { readonly [Name in keyof Ops]: Handler<Ops[Name]> };

/** Something the sandbox answers. `work` is run in its turn, nothing else meanwhile; it throws `ApiError` to say no. */
export interface Endpoint {
  readonly method: Method;
  /** With `{placeholders}`. */
  readonly path: string;
  /** Id of the operation that it is; undefined off the specification. */
  readonly operation?: string;
  readonly work: Work;
}

export type Work = (request: IncomingRequest) => Promise<Reply>;

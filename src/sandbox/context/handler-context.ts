import type { Kysely, Transaction } from 'kysely';
import type { PageMarks } from '../payable/page-bookmarks.ts';
import type { Role, Tables } from '../database/tables.ts';

/** What is enough to read with, inside a transaction or outside. */
export interface Reader {
  readonly db: Kysely<Tables>;
}

/**
 * All that a handler or a job may see or change: one transaction of the database, the two clocks, and who is asking.
 * A handler that throws leaves nothing behind. Nothing in the sandbox reads the real clock or makes up an id by itself.
 */
export interface World {
  readonly db: Transaction<Tables>;
  /**
   * What `read` finds in the tables: read anew only where one of them was written to since, or where others write to them
   * too. The same name each time is the same read.
   */
  readonly kept: <Result>(
    tables: readonly (keyof Tables)[],
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
  readonly pageMarks: PageMarks;
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
export interface SandboxOptions {
  readonly idempotency: 'on' | 'off';
  readonly initiateLeavesApproved: 'immediately' | 'at-settlement';
  readonly conflictStatus: 409 | 422;
  readonly strict: 'on' | 'off';
  /** Where people reach the sandbox: the front of every link in an e-mail, no slash at its end. */
  readonly appUrl: string;
}

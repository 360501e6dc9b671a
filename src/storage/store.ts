/** Stores: databases of this program, in a file or on a server. */

import type { Kysely, Transaction } from 'kysely';

/** A database of this program: one connection for each process, and writes that survive a crash. */
export interface Store<Tables> {
  readonly db: Kysely<Tables>;
  /**
   * Runs `work` in an atomic write transaction. It takes the write lock at once, so it is never refused as busy
   * half-way.
   */
  readonly write: <Result>(work: (db: Transaction<Tables>) => Promise<Result>) => Promise<Result>;
  /**
   * Makes this process the only writer, which sends no response before `flush`. Call it once; absent for a shared
   * store.
   */
  readonly claimSingleProcess?: () => SingleProcessStore;
  /** Runs a script of SQL, such as a dump, in a new database; absent on a server. */
  readonly load?: (script: string) => void;
  readonly close: () => Promise<void>;
  /** Set if other machines can use the database at the same time. */
  readonly shared?: SharedStore;
}

/** Functions of a database with a single writing process. */
export interface SingleProcessStore {
  /** Resolves once every transaction that ended before is on disk: one commit and one fsync for all that wait. */
  readonly flush: () => Promise<void>;
}

/** Functions that several processes on one database need, other than transactions. */
export interface SharedStore {
  /** Runs `work` while every other process waits. One at a time; writes inside still need transactions. */
  readonly runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Reports whether this process has the task of this name: the first that asks has it as long as it is connected. */
  readonly claim: (task: string) => Promise<boolean>;
  /** The server's clock, of the transaction that runs or was the last. */
  readonly clock: () => ServerClock;
}

/** The clock of a database server, when a transaction got its turn. */
export interface ServerClock {
  /** The time in ms since the epoch. */
  readonly nowMs: number;
  /** The time in ms by which the clock of this machine was ahead of it; negative if behind, 0 if that cannot be told. */
  readonly aheadMs: number;
}

export type StoreLocation = { readonly file: string } | SharedStoreLocation;

/** A schema in a PostgreSQL database: that of the connection string (`?schema=`), or `schema`. */
export interface SharedStoreLocation {
  readonly address: string;
  readonly schema: string;
  /** Limit of one statement in milliseconds; unlimited if absent. */
  readonly statementMs?: number;
}

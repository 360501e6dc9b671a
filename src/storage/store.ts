import type { Kysely, Transaction } from 'kysely';
import type { CachedQuery } from './query-cache.ts';

/** A database that this program keeps: one connection a process, writes that survive a crash. */
export interface Store<Tables> {
  readonly db: Kysely<Tables>;
  /** Runs `work` in a write transaction of its own, taken at once: never busy half-way, all of it or nothing. */
  readonly write: <Result>(work: (db: Transaction<Tables>) => Promise<Result>) => Promise<Result>;
  /** From now on this process alone writes to it, and answers nobody before `flush`. To be called once; absent where others write too. */
  readonly alone?: () => SingleProcessStore;
  readonly close: () => Promise<void>;
  /** Set where other machines may use it at the same time. */
  readonly shared?: SharedStore;
}

/** What can be had of a database that nobody else writes to. */
export interface SingleProcessStore {
  /** No commit waits for the disk by itself: this resolves once everything committed before is there, in one go for all who wait. */
  readonly flush: () => Promise<void>;
  readonly cachedQuery: CachedQuery;
}

/** What several processes on one database need beside transactions. */
export interface SharedStore {
  /** Keeps every other process out until `work` is done. One at a time; what it writes are transactions as ever. */
  readonly runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Whether the task of this name is this process's: the first that asks has it for as long as it is connected. */
  readonly claim: (task: string) => Promise<boolean>;
}

/** Where a store is kept. */
export type StoreLocation = { readonly file: string } | SharedStoreLocation;

/** A schema of its own in a PostgreSQL database: that of the address (`?schema=`), or else `schema`. */
export interface SharedStoreLocation {
  readonly address: string;
  readonly schema: string;
  /** How long one statement may take, in milliseconds; as long as it likes when absent. */
  readonly statementMs?: number;
}

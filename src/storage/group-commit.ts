/** Group commit for SQLite in WAL mode: one commit and one fsync for the transactions of several requests. */

import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sqlite } from './sqlite.ts';

/** Transactions that are committed in groups. Each but the first is a savepoint of its group, so that it is undone alone. */
export interface GroupCommit {
  /** Begins a transaction, and a group if none is open. Throws SQLite's error if another connection writes. */
  readonly begin: () => void;
  /** Ends the transaction: it is committed with its group. */
  readonly end: () => void;
  /** Undoes the transaction and ends it. */
  readonly undo: () => void;
  /**
   * Resolves once every transaction that ended before the call is on disk.
   *
   * Rejects with the error of SQLite or the disk if that failed. Every later call does, and no transaction begins: only
   * what is on disk counts, from which the next process continues.
   */
  readonly flush: () => Promise<void>;
  /** Commits the open group and closes the log. */
  readonly close: () => Promise<void>;
}

/**
 * Returns the group commit of a connection with the write-ahead log `file`.
 *
 * A group is committed in the next turn of the event loop, or, while an earlier group is being written to the disk, when
 * that is done, but before it grows beyond the page cache. It is never committed in the middle of a transaction.
 */
export function groupCommitOf(sqlite: Sqlite, file: string): GroupCommit {
  const group = transactionsOf(sqlite);
  const log = openLog(file);
  let running: { readonly upTo: number; readonly done: Promise<void> } | undefined;
  let next: Promise<void> | undefined;
  let flushed = -1;
  let failure: { readonly error: unknown } | undefined;

  async function sync(upTo: number): Promise<void> {
    await log.sync();
    flushed = upTo;
    running = undefined;
  }

  async function commitNext(before: Promise<unknown>): Promise<void> {
    try {
      await before;
      await group.commit();
      next = undefined;
      const upTo = group.changes();
      if (upTo === flushed) return;
      running = { upTo, done: sync(upTo) };
      await running.done;
    } catch (error) {
      failure ??= { error }; // the system may have dropped what it could not write: a retry would prove nothing
      throw error;
    }
  }

  function schedule(): void {
    if (next) return;
    next = commitNext(running?.done ?? nextTurn());
    next.catch(() => {}); // those that wait for it are told
  }

  return {
    begin() {
      if (failure) throw failure.error;
      group.begin();
    },
    end() {
      group.end();
      schedule();
    },
    undo() {
      group.undo();
      schedule();
    },
    async flush() {
      if (failure) throw failure.error;
      const written = group.changes();
      if (!next && running?.upTo === written) return running.done;
      if (written !== flushed) schedule();
      return next;
    },
    async close() {
      schedule();
      await next?.catch(() => {});
      await log.close();
    },
  };
}

/** The rows that a group has written when no transaction is added any more: jobs run by the thousand in one turn. */
const MANY_ROWS = 1_000;

/** Returns the transactions of one group after the other, as savepoints. */
function transactionsOf(sqlite: Sqlite) {
  const statements = {
    beginGroup: sqlite.prepare('begin immediate'),
    commitGroup: sqlite.prepare('commit'),
    begin: sqlite.prepare('savepoint one'),
    end: sqlite.prepare('release one'),
    undo: sqlite.prepare('rollback to one'),
    undoGroup: sqlite.prepare('rollback'),
    changes: sqlite.prepare('select total_changes() as count'),
  };
  const changes = () => Number(statements.changes.get().count);
  let rowsBefore = 0;
  let isFirst = false;
  let isInside = false;
  let isLost = false;
  let onOutside: (() => void) | undefined;

  function commit(): void {
    if (isLost) throw new Error('SQLite undid a group of transactions after an error in one.');
    if (!sqlite.isTransaction) return;
    isLost = true; // unless this succeeds
    statements.commitGroup.run();
    isLost = false;
  }

  function leave(): void {
    isInside = false;
    onOutside?.();
    onOutside = undefined;
  }

  return {
    begin() {
      if (sqlite.isTransaction && changes() - rowsBefore > MANY_ROWS) commit();
      isFirst = !sqlite.isTransaction;
      if (isFirst) rowsBefore = changes();
      (isFirst ? statements.beginGroup : statements.begin).run();
      isInside = true;
    },
    end() {
      if (!isFirst) statements.end.run();
      leave();
    },
    undo() {
      // Some errors, as of a full disk, undo all that is not committed.
      if (!sqlite.isTransaction) isLost ||= !isFirst;
      else if (isFirst) statements.undoGroup.run();
      else {
        statements.undo.run();
        statements.end.run();
      }
      leave();
    },
    /** Commits the group: at once, or at the end of the transaction that is in progress. */
    commit: () =>
      new Promise<void>((resolve, reject) => {
        onOutside = () => {
          try {
            resolve(commit());
          } catch (error) {
            reject(error);
          }
        };
        if (!isInside) leave();
      }),
    /** Returns the number of rows written so far. */
    changes,
  };
}

/** Opens a write-ahead log. SQLite does not lock it, so a second handle is safe. */
function openLog(file: string) {
  let handle: Promise<FileHandle> | undefined;
  return {
    /** Writes everything that was committed to the disk. */
    async sync(): Promise<void> {
      handle ??= open(file, 'r+');
      await (await handle).datasync();
    },
    close: async () => (await handle?.catch(() => undefined))?.close(),
  };
}

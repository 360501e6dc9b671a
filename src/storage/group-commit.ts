/** Group commit for SQLite in WAL mode. */

import { type FileHandle, open } from 'node:fs/promises';

/** A group commit: one fsync for several transactions. */
export interface Flush {
  /**
   * Resolves once every transaction committed before the call is on disk. Rejects with the disk's error, and with that
   * error at every later call.
   */
  readonly all: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Returns the group commit of the write-ahead log in `file`, which holds commits in order: one `fdatasync` covers every
 * transaction committed before it.
 *
 * `changes()` is the number of rows written so far. The WAL is not locked, so a second handle is safe.
 */
export function flushOf(file: string, changes: () => number): Flush {
  let log: Promise<FileHandle> | undefined;
  let flushed = -1;
  let running: { readonly upTo: number; readonly done: Promise<void> } | undefined;
  let next: Promise<void> | undefined;
  let failure: unknown;

  async function sync(upTo: number): Promise<void> {
    try {
      log ??= open(file, 'r+');
      await (await log).datasync();
      flushed = upTo;
    } catch (error) {
      failure = error; // the system may have dropped what it could not write: a retry would prove nothing
      throw error;
    } finally {
      running = undefined;
    }
  }

  function begin(): Promise<void> {
    next = undefined;
    const upTo = changes();
    const done = sync(upTo);
    running = { upTo, done };
    return done;
  }

  return {
    async all() {
      if (failure !== undefined) throw failure;
      const written = changes();
      if (written === flushed) return;
      if (!running) return begin();
      if (running.upTo === written) return running.done;
      next ??= running.done.then(begin);
      return next;
    },
    close: async () => (await log)?.close(),
  };
}

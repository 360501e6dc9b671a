import { type FileHandle, open } from 'node:fs/promises';

/** Puts on the disk what several transactions have committed, at once for all of them. */
export interface Flush {
  /** Resolves once everything committed before the call is on the disk. Throws what the disk said, and ever after. */
  readonly all: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Of the write-ahead log in `file`, in which commits stand in their order: what was flushed later never lacks what came
 * before. `changes` counts what was ever written. Nothing locks this file, so that it may be opened beside the database.
 */
export function flushOf(file: string, changes: () => number): Flush {
  let log: Promise<FileHandle> | undefined;
  let flushed = -1;
  let running: { readonly covers: number; readonly done: Promise<void> } | undefined;
  let next: Promise<void> | undefined;
  let failure: unknown;

  async function sync(covers: number): Promise<void> {
    try {
      log ??= open(file, 'r+');
      await (await log).datasync();
      flushed = covers;
    } catch (error) {
      failure = error; // what the system could not write it may have forgotten: to ask again would prove nothing
      throw error;
    } finally {
      running = undefined;
    }
  }

  function begin(): Promise<void> {
    next = undefined;
    const covers = changes();
    const done = sync(covers);
    running = { covers, done };
    return done;
  }

  return {
    async all() {
      if (failure !== undefined) throw failure;
      const written = changes();
      if (written === flushed) return;
      if (!running) return begin();
      if (running.covers === written) return running.done;
      next ??= running.done.then(begin);
      return next;
    },
    close: async () => (await log)?.close(),
  };
}

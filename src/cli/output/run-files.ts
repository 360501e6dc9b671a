/** The files that a run writes in addition to its result. */

import { join } from 'node:path';
import { foldersOf } from '../../config/folders.ts';
import { preparePrivate, readOwn, writePrivate } from '../../config/private-file.ts';
import { UsageError } from '../../money/errors.ts';
import type { CommandFiles } from '../context.ts';
import type { Globals } from '../flags/global-flags.ts';
import type { System } from '../system.ts';
import type { OutFile } from './out-file.ts';

/** The files that a run writes in addition to its result. */
export interface RunFiles {
  readonly forCommand: Pick<
    CommandFiles,
    'replace' | 'reserve' | 'reserveFolder' | 'onExported' | 'state'
  >;
  /**
   * Creates a file as `--out` does.
   *
   * @throws {UsageError} if it cannot be created.
   */
  readonly openFile: (path: string) => Promise<OutFile>;
  /** Runs the functions that the command registered for when the file of `--out` is complete. */
  readonly runExportHooks: () => void;
  /** Removes files that were not completed, and releases locks. */
  readonly drop: () => Promise<void>;
}

/** Creates the files of a run; none is opened before it is used. */
export function createRunFiles(system: System, { out, force }: Globals): RunFiles {
  const hooks: (() => void)[] = [];
  const files: Pick<OutFile, 'drop'>[] = [];
  const locks: (() => void)[] = [];
  const openFile = async (path: string) => {
    const { openOutFile } = await import('./out-file.ts');
    const file = await openOutFile(path, system.cwd, force);
    files.push(file);
    return file;
  };
  return {
    openFile,
    forCommand: {
      replace: async (path, text) =>
        (await import('./out-file.ts')).replaceFile(path, text, system.cwd),
      async reserve(path) {
        const file = await openFile(path);
        return async (text) => {
          await file.write(text);
          await file.commit();
        };
      },
      async reserveFolder(path) {
        const { createOutFolder } = await import('./out-folder.ts');
        const folder = await createOutFolder(path, system.cwd);
        files.push(folder);
        return folder.complete;
      },
      onExported(flag, work) {
        if (out === undefined) throw new UsageError(`${flag} requires --out.`);
        hooks.push(work);
      },
      state: createStateFiles(system, locks),
    },
    runExportHooks() {
      for (const hook of hooks) hook();
    },
    async drop() {
      await Promise.all(files.map((file) => file.drop()));
      for (const release of locks) release();
    },
  };
}

/** Creates access to small files in the state directory; `locks` receives the functions that release its locks. */
function createStateFiles(system: System, locks: (() => void)[]): CommandFiles['state'] {
  const folders = foldersOf(system);
  const at = (name: string) => join(folders.state(), name);
  return {
    read: (name) => readOwn(folders, at(name)),
    write: (name, text) => writePrivate(folders, at(name), text),
    async lock(name) {
      preparePrivate(folders, at(name));
      const release = await (await import('../../storage/lock.ts')).lockFile(at(name));
      if (release) locks.push(release);
      return release !== undefined;
    },
  };
}

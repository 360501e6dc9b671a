import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import type { Globals } from '../../cli/flags/global-flags.ts';
import type { System } from '../../cli/system.ts';
import { createStateFiles } from '../state-files.ts';
import type { OutFile } from './out-file.ts';

/** The files that a run writes. */
export interface RunFiles
  extends Pick<Context, 'replaceFile' | 'reserveFile' | 'onExported' | 'stateFiles'> {
  /** Makes a file as `--out` does. Throws `UsageError`. */
  readonly openFile: (path: string) => Promise<OutFile>;
  /** Does what was left for the time when the file of --out is complete. */
  readonly exported: () => void;
  /** Leaves nothing of the files that were not put in their places. */
  readonly drop: () => Promise<void>;
}

export function createRunFiles(host: System, { out, force }: Globals): RunFiles {
  const afterwards: (() => void)[] = [];
  const files: OutFile[] = [];
  const openFile = async (path: string) => {
    const { openOutFile } = await import('./out-file.ts');
    const file = await openOutFile(path, host.cwd, force);
    files.push(file);
    return file;
  };
  return {
    openFile,
    replaceFile: async (path, text) =>
      (await import('./out-file.ts')).replaceFile(path, text, host.cwd),
    async reserveFile(path) {
      const file = await openFile(path);
      return async (text) => {
        await file.write(text);
        await file.keep();
      };
    },
    onExported(flag, work) {
      if (out === undefined) throw new UsageError(`${flag} requires --out.`);
      afterwards.push(work);
    },
    stateFiles: createStateFiles(host),
    exported() {
      for (const work of afterwards) work();
    },
    async drop() {
      await Promise.all(files.map((it) => it.drop()));
    },
  };
}

import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/errors.ts';
import type { Globals } from '../cli/globals.ts';
import type { Host } from '../cli/host.ts';
import { createKept } from './kept.ts';

/** What a command writes beside its result. */
export interface Written extends Pick<Context, 'replace' | 'save' | 'onceExported' | 'kept'> {
  /** Does what was left for the time when the file of --out is complete. */
  readonly exported: () => void;
}

export function createWritten(host: Host, { out, force }: Globals): Written {
  const afterwards: (() => void)[] = [];
  return {
    replace: async (path, text) =>
      (await import('./out-file.ts')).replaceFile(path, text, host.cwd),
    save: async (path, text) =>
      (await import('./out-file.ts')).saveFile(path, text, host.cwd, force),
    onceExported(flag, work) {
      if (out === undefined) throw new UsageError(`${flag} goes with --out.`);
      afterwards.push(work);
    },
    kept: createKept(host),
    exported() {
      for (const work of afterwards) work();
    },
  };
}

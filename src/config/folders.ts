import { isAbsolute, join, resolve } from 'node:path';
import { ConfigError } from './errors.ts';
import type { Owner } from './lock.ts';

/** What the configuration may see of the process it runs in. */
export interface Environment extends Owner {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, if there is one. */
  readonly home: string | undefined;
}

/** Where things are kept: settings and tokens, the journal, the sandbox's data, and what can be had again. Each throws `ConfigError` where no home is known. */
export interface Folders {
  readonly config: () => string;
  readonly state: () => string;
  readonly data: () => string;
  readonly cache: () => string;
  /** Who holds the locks that are taken in them. */
  readonly owner: Owner;
}

/** `REMIT_HOME` holds all of them; otherwise the XDG folders, or their defaults below the home folder. */
export function foldersOf({ env, home, pid, isAlive }: Environment): Folders {
  const own = env['REMIT_HOME'];
  const folder = (name: string, xdg: string, fallback: string) => () => {
    if (own) return join(resolve(own), name);
    const base = absolute(env[xdg]) ?? (home ? join(home, fallback) : undefined);
    if (base) return join(base, 'remit');
    throw new ConfigError('There is no home folder to keep anything in.', [
      'set REMIT_HOME to a folder that can be written',
    ]);
  };
  return {
    config: folder('config', 'XDG_CONFIG_HOME', '.config'),
    state: folder('state', 'XDG_STATE_HOME', '.local/state'),
    data: folder('data', 'XDG_DATA_HOME', '.local/share'),
    cache: folder('cache', 'XDG_CACHE_HOME', '.cache'),
    owner: { pid, isAlive },
  };
}

/** A folder, or nothing where no home is known: only writing needs one. */
export function folderIfKnown(folder: () => string): string | undefined {
  try {
    return folder();
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** The XDG rules: a path that is not absolute counts as unset. */
const absolute = (path: string | undefined) => (path && isAbsolute(path) ? path : undefined);

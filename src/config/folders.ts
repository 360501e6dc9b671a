/** The directories of the configuration, the state, the data and the cache. */

import { statSync } from 'node:fs';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { ConfigError } from './errors.ts';
import type { LockOwner } from './file-lock.ts';
import { statsOf, type User } from './trusted-path.ts';

/** The part of the process environment that the configuration may read. */
export interface Environment extends LockOwner, User {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home directory, if known. */
  readonly home: string | undefined;
}

/**
 * The directories: settings and tokens, the journal, the sandbox's data, and the cache. Each function throws `ConfigError`
 * if no home directory is known.
 */
export interface Folders {
  readonly config: () => string;
  readonly state: () => string;
  readonly data: () => string;
  readonly cache: () => string;
  /** The owner of locks in these directories. */
  readonly owner: LockOwner;
  readonly user: User;
  readonly home: string | undefined;
  /**
   * Returns the topmost directory above a path that the program itself creates, so that it is no symbolic link: one below what
   * `REMIT_HOME` or an XDG variable names, else the home directory.
   */
  readonly limitOf: (path: string) => string | undefined;
}

/** The XDG variable of each directory, and its default below the home directory. */
const defaults = {
  config: ['XDG_CONFIG_HOME', '.config'],
  state: ['XDG_STATE_HOME', '.local/state'],
  data: ['XDG_DATA_HOME', '.local/share'],
  cache: ['XDG_CACHE_HOME', '.cache'],
} as const;

type Kind = keyof typeof defaults;
const kinds = ['config', 'state', 'data', 'cache'] as const;

/**
 * Returns the directories: all below `REMIT_HOME` if set, otherwise the XDG directories or their defaults below the home
 * directory.
 *
 * Root whose home directory belongs to another user, as under `sudo` or in a container job, has none.
 */
export function foldersOf({ env, home: given, pid, isAlive, uid, gid }: Environment): Folders {
  const remitHome = env['REMIT_HOME'];
  const home = given ? resolve(given) : undefined;
  const named = (kind: Kind) => {
    if (remitHome) return join(resolve(remitHome), kind);
    const base = absolute(env[defaults[kind][0]]);
    return base && join(base, 'remit');
  };
  const folder = (kind: Kind) => () => {
    const [xdg, fallback] = defaults[kind];
    if (uid === 0 && !remitHome) refuseOfAnother(absolute(env[xdg]) ?? home);
    const path = named(kind) ?? (home && join(home, fallback, 'remit'));
    if (path) return path;
    throw new ConfigError('No home directory found.', [SET_HOME]);
  };
  return {
    config: folder('config'),
    state: folder('state'),
    data: folder('data'),
    cache: folder('cache'),
    owner: { pid, isAlive },
    user: { uid, gid },
    home,
    limitOf: (path) =>
      kinds.map(named).find((folder) => folder && path.startsWith(folder + sep)) ?? home,
  };
}

/**
 * Checks that a directory does not belong to another user when running as root: root neither reads files that others wrote
 * nor leaves its own among them. Throws `ConfigError`.
 */
function refuseOfAnother(folder: string | undefined): void {
  const owner = folder && statsOf(folder, statSync)?.uid;
  if (!owner) return;
  throw new ConfigError(`${folder} belongs to another user (uid ${owner}): root does not use it.`, [
    'run it as that user, without sudo',
    SET_HOME,
  ]);
}

/** An empty journal does not know what was paid, so that no advice is to use a new directory. */
const SET_HOME = 'set HOME, or REMIT_HOME to the directory with the journal';

/** Returns a directory; `undefined` if no home directory is known, which only writing needs. */
export function folderIfKnown(folder: () => string): string | undefined {
  try {
    return folder();
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** Returns an absolute path. According to the XDG rules, a relative path counts as unset. */
const absolute = (path: string | undefined) => (path && isAbsolute(path) ? path : undefined);

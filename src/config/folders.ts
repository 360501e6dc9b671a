import { statSync } from 'node:fs';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { ConfigError } from './errors.ts';
import type { LockOwner } from './file-lock.ts';
import { statsOf, type User } from './ownership.ts';

/** What the configuration may see of the process it runs in. */
export interface Environment extends LockOwner, User {
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
  readonly owner: LockOwner;
  readonly user: User;
  readonly home: string | undefined;
  /** The last folder above a path that has to be ours: the home folder, or what a variable holds for this program. */
  readonly limitOf: (path: string) => string | undefined;
}

/** The variable of the XDG rules for each folder, and where it is below the home folder without one. */
const places = {
  config: ['XDG_CONFIG_HOME', '.config'],
  state: ['XDG_STATE_HOME', '.local/state'],
  data: ['XDG_DATA_HOME', '.local/share'],
  cache: ['XDG_CACHE_HOME', '.cache'],
} as const;

type Kind = keyof typeof places;
const kinds = ['config', 'state', 'data', 'cache'] as const;

/**
 * `REMIT_HOME` holds all of them; otherwise the XDG folders, or their defaults below the home folder. Root, with the folder of
 * somebody else as its home, as under `sudo` or in a container job, has none.
 */
export function foldersOf({ env, home: given, pid, isAlive, uid, gid }: Environment): Folders {
  const own = env['REMIT_HOME'];
  const home = given ? resolve(given) : undefined;
  const named = (kind: Kind) => {
    if (own) return join(resolve(own), kind);
    const base = absolute(env[places[kind][0]]);
    return base && join(base, 'remit');
  };
  const folder = (kind: Kind) => () => {
    const [xdg, fallback] = places[kind];
    if (uid === 0 && !own) refuseOfAnother(absolute(env[xdg]) ?? home);
    const path = named(kind) ?? (home && join(home, fallback, 'remit'));
    if (path) return path;
    throw new ConfigError('No home folder found.', ['set REMIT_HOME to a writable folder']);
  };
  return {
    config: folder('config'),
    state: folder('state'),
    data: folder('data'),
    cache: folder('cache'),
    owner: { pid, isAlive },
    user: { uid, gid },
    home,
    limitOf: (path) => kinds.map(named).find((it) => it && path.startsWith(it + sep)) ?? home,
  };
}

/** Root reads nothing that somebody else has written, and leaves nothing of its own among it. Throws `ConfigError`. */
function refuseOfAnother(folder: string | undefined): void {
  const owner = folder && statsOf(folder, statSync)?.uid;
  if (!owner) return;
  throw new ConfigError(`${folder} belongs to another user (uid ${owner}): root does not use it.`, [
    'set REMIT_HOME to a folder of root, such as /root/.remit',
  ]);
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

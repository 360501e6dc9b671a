/**
 * Trust in paths, as the program and its launcher decide it. The build keeps this file apart, since the launcher loads it
 * before the code cache.
 */

import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';

/** The user of this process. `uid` is `undefined` on Windows, which has no numeric users and no file modes. */
export interface User {
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
}

/**
 * Reports whether only the user and root could have written what an absolute path leads to, or put it there: each directory
 * and symbolic link on the way is examined, as far as they exist. From `limit` on, no link may be on the way.
 */
export function isTrustedPath(
  user: User,
  path: string,
  { limit, home }: { readonly limit: string | undefined; readonly home: string | undefined },
): boolean {
  let isLinked = false;
  for (const [, found] of stepsTo(path)) {
    if (strangerTo(user, found) !== undefined) return false;
    isLinked ||= found.isSymbolicLink();
  }
  return !isLinked || linkUpTo(limit, path, home) === undefined;
}

/**
 * Returns the first symbolic link from `path` up to `limit`, the topmost directory that the program itself creates; the home
 * directory may be one.
 */
export function linkUpTo(
  limit: string | undefined,
  path: string,
  home: string | undefined,
): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (at !== home && statsOf(at, lstatSync)?.isSymbolicLink()) return at;
    if (at === limit || at === dirname(at)) return undefined;
  }
}

/**
 * Returns who else than the user and root could have written a file or directory; `undefined` if nobody could have, and on
 * Windows, which has no file modes.
 */
export const strangerTo = (user: User, found: Stats): 'owner' | 'mode' | undefined =>
  user.uid === undefined
    ? undefined
    : strangerIn(found, [user.uid, 0], (gid) => isOwnGroup(gid, user));

/**
 * Yields the directories, the symbolic links and the file that the system passes on its way to an absolute path, from the root
 * directory on, as far as they exist.
 */
export function* stepsTo(path: string): Generator<readonly [path: string, found: Stats]> {
  let at: string = sep;
  let links = 0;
  // The names that are left, the next one first.
  let names = namesIn(path);
  while (links < MAX_LINKS) {
    const found = statsOf(at, lstatSync);
    if (found === undefined) return;
    yield [at, found];
    if (found.isSymbolicLink()) {
      links++;
      const target = readlinkSync(at);
      names = [...namesIn(target), ...names];
      at = isAbsolute(target) ? sep : dirname(at);
    }
    const [name, ...others] = names;
    if (name === undefined) return;
    names = others;
    at = join(at, name);
  }
}

const namesIn = (path: string) => path.split(sep).filter((name) => name !== '' && name !== '.');

/** As many as Linux follows. */
const MAX_LINKS = 40;

/**
 * Returns the stats of a path; `undefined` if it does not exist, or if this user may not look, and so cannot open it.
 */
export function statsOf(path: string, stat: typeof lstatSync): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Returns who else could have written a file or directory, or replaced what is in it: its owner, or the users whom its mode
 * lets write; `undefined` if only the given owners could have.
 */
export function strangerIn(
  found: Stats,
  owners: readonly number[],
  isOwnGroup: (gid: number) => boolean = () => false,
): 'owner' | 'mode' | undefined {
  if (!owners.includes(found.uid)) return 'owner';
  // The mode of a link means nothing, and in a directory such as /tmp the sticky bit keeps users from replacing each other's files.
  const isSticky = found.isDirectory() && (found.mode & 0o1000) !== 0;
  if (found.isSymbolicLink() || isSticky) return undefined;
  // The group's bits also cover access control lists.
  const byGroup = (found.mode & 0o020) !== 0 && !isOwnGroup(found.gid);
  return byGroup || (found.mode & 0o002) !== 0 ? 'mode' : undefined;
}

/**
 * Reports whether a group contains only this user: distributions with umask 002 create such a group for each user, as
 * containers do.
 *
 * Only the machine's own files are trusted, since a directory service may add anyone to a group.
 */
function isOwnGroup(gid: number, { uid, gid: primary }: User): boolean {
  if (gid !== primary && gid !== uid) return false;
  if (gid === 0) return true;
  const users = recordsIn('/etc/passwd');
  const [name] = users.find(([, , id]) => Number(id) === uid) ?? [];
  const group = recordsIn('/etc/group').find(([, , id]) => Number(id) === gid);
  if (name === undefined || group === undefined) return gid === uid;
  const members = [
    ...users.filter(([, , , id]) => Number(id) === gid).map(([user]) => user),
    ...(group[3] ?? '').split(','),
  ];
  return members.every((member) => member === '' || member === name || member === 'root');
}

/** Returns the lines of an account file, split at colons. */
function recordsIn(path: string): string[][] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}

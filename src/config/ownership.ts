/** Ownership and permissions of the program's files. */

import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';

/** The user of this process. `uid` is `undefined` on Windows, which has no numeric users and no file modes. */
export interface User {
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
}

/** Another user could have written the program's file, so it is not used (exit 3). */
export class UnsafePermissionsError extends ConfigError {
  override readonly name = 'UnsafePermissionsError';
  override readonly code = 'unsafe_permissions';
}

/**
 * Checks a path of the program and the folders above it, without opening it. A missing file passes.
 *
 * @throws {UnsafePermissionsError} If another user could have written any of them.
 */
export function checkOwnPath(folders: Folders, path: string): void {
  if (folders.user.uid === undefined) return;
  const found = statsOf(path, lstatSync);
  if (found) checkOwn(path, found, folders.user);
  checkFoldersAbove(folders, path);
}

/**
 * Checks each folder above a file of the program, up to the root folder. Symbolic links pass only above the program's own
 * folders, where the system or the user named them, and if nobody else could have made them.
 *
 * @throws {UnsafePermissionsError} If another user could have written to one of them.
 */
export function checkFoldersAbove({ user, home, limitOf }: Folders, path: string): void {
  if (user.uid === undefined) return;
  const limit = limitOf(path);
  for (let at = dirname(path); ; at = dirname(at)) {
    if (at !== home && statsOf(at, lstatSync)?.isSymbolicLink()) throw createSymlinkError(at);
    if (at === limit || at === dirname(at)) break;
  }
  checkNamedPath(user, dirname(path));
}

/**
 * Checks an absolute path that a setting names, with the folders and symbolic links on the way. A missing file passes.
 *
 * @throws {UnsafePermissionsError} If another user could have written any of them.
 */
export function checkNamedPath(user: User, path: string): void {
  if (user.uid === undefined) return;
  for (const [at, found] of stepsTo(path)) checkTrusted(at, found, user);
}

/** Reports whether a file exists that only root could have written, or put at its path. */
export function isFileOfRoot(path: string): boolean {
  let last: Stats | undefined;
  for (const [, found] of stepsTo(path)) {
    if (strangerIn(found, [0]) !== undefined) return false;
    last = found;
  }
  return last?.isFile() === true;
}

/**
 * Yields the folders, the symbolic links and the file that the system passes on its way to an absolute path, from the root
 * folder on, as far as they exist.
 */
function* stepsTo(path: string): Generator<readonly [path: string, found: Stats]> {
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
 * Returns who else could have written a file or folder, or replaced what is in it: its owner, or the users whom its mode
 * lets write; `undefined` if only the given owners could have.
 */
export function strangerIn(
  found: Stats,
  owners: readonly number[],
  isOwnGroup: (gid: number) => boolean = () => false,
): 'owner' | 'mode' | undefined {
  if (!owners.includes(found.uid)) return 'owner';
  // The mode of a link means nothing, and in a folder such as /tmp the sticky bit keeps users from replacing each other's files.
  const isSticky = found.isDirectory() && (found.mode & 0o1000) !== 0;
  if (found.isSymbolicLink() || isSticky) return undefined;
  // The group's bits also cover access control lists.
  const byGroup = (found.mode & 0o020) !== 0 && !isOwnGroup(found.gid);
  return byGroup || (found.mode & 0o002) !== 0 ? 'mode' : undefined;
}

/**
 * Checks that only the user and root could have written a file or folder.
 *
 * @throws {UnsafePermissionsError} For a symbolic link, another owner, or write permission for others.
 */
export function checkOwn(path: string, found: Stats, user: User): void {
  if (found.isSymbolicLink()) throw createSymlinkError(path);
  checkTrusted(path, found, user);
}

function checkTrusted(path: string, found: Stats, user: User): void {
  const { uid = 0 } = user;
  const stranger = strangerIn(found, [uid, 0], (gid) => isOwnGroup(gid, user));
  if (stranger === undefined) return;
  const isRoots = found.uid === 0 && uid !== 0;
  if (stranger === 'owner') {
    throw new UnsafePermissionsError(
      `${path} belongs to another user (uid ${found.uid}), who could have changed it.`,
      [`${uid === 0 ? '' : 'sudo '}chown ${uid} ${quoted(path)}`],
    );
  }
  const mode = (found.mode & 0o777).toString(8);
  throw new UnsafePermissionsError(`${path} is writable by other users (mode ${mode}).`, [
    `${isRoots ? 'sudo ' : ''}chmod go-w ${quoted(path)}`,
  ]);
}

/** Creates the error for a symbolic link. */
export const createSymlinkError = (path: string): UnsafePermissionsError =>
  new UnsafePermissionsError(`${path} is a symbolic link: not followed.`, [
    `replace ${path} with the file or folder itself`,
  ]);

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

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

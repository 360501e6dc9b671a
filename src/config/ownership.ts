/** Ownership and permissions of the program's files. */

import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
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
 * Checks each folder above a file of the program, up to the home folder or the one that `REMIT_HOME` or an XDG variable
 * names.
 *
 * @throws {UnsafePermissionsError} If another user could have written to one of them.
 */
export function checkFoldersAbove({ user, home, limitOf }: Folders, path: string): void {
  if (user.uid === undefined) return;
  const limit = limitOf(path);
  for (let at = dirname(path); ; at = dirname(at)) {
    // The home folder may be a symbolic link, since the system names it; folders below it may not.
    const found = statsOf(at, at === home ? statSync : lstatSync);
    if (found) checkOwn(at, found, user);
    if (at === limit || at === dirname(at)) return;
  }
}

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
 * Checks that only the user and root could have written a file or folder.
 *
 * @throws {UnsafePermissionsError} For a symbolic link, another owner, or write permission for others.
 */
export function checkOwn(path: string, found: Stats, user: User): void {
  const { uid = 0 } = user;
  if (found.isSymbolicLink()) throw createSymlinkError(path);
  if (found.uid !== uid && found.uid !== 0) {
    throw new UnsafePermissionsError(
      `${path} belongs to another user (uid ${found.uid}), who could have changed it.`,
      [`${uid === 0 ? '' : 'sudo '}chown ${uid} ${quoted(path)}`],
    );
  }
  const isWorldWritable = (found.mode & 0o002) !== 0;
  const byGroup = (found.mode & 0o020) !== 0 && !isOwnGroup(found.gid, user);
  // In a folder such as /tmp, the sticky bit keeps users from replacing each other's files.
  const isSticky = found.isDirectory() && (found.mode & 0o1000) !== 0;
  if ((isWorldWritable || byGroup) && !isSticky) {
    const mode = (found.mode & 0o777).toString(8);
    throw new UnsafePermissionsError(`${path} is writable by other users (mode ${mode}).`, [
      `chmod go-w ${quoted(path)}`,
    ]);
  }
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

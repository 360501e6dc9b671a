/** Ownership and permissions of the program's files. */

import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import { linkUpTo, statsOf, stepsTo, strangerIn, strangerTo, type User } from './trusted-path.ts';

/** Another user could have written the program's file, so it is not used (exit 3). */
export class UnsafePermissionsError extends ConfigError {
  override readonly name = 'UnsafePermissionsError';
  override readonly code = 'unsafe_permissions';
}

/**
 * Checks a path of the program and the directories above it, without opening it. A missing file passes.
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
 * Checks each directory above a file of the program, up to the root directory. Symbolic links pass only above the program's own
 * directories, where the system or the user named them, and if nobody else could have made them.
 *
 * @throws {UnsafePermissionsError} If another user could have written to one of them.
 */
export function checkFoldersAbove({ user, home, limitOf }: Folders, path: string): void {
  if (user.uid === undefined) return;
  const link = linkUpTo(limitOf(path), dirname(path), home);
  if (link !== undefined) throw createSymlinkError(link);
  checkNamedPath(user, dirname(path));
}

/**
 * Checks an absolute path that a setting names, with the directories and symbolic links on the way. A missing file passes.
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
 * Checks that only the user and root could have written a file or directory.
 *
 * @throws {UnsafePermissionsError} For a symbolic link, another owner, or write permission for others.
 */
export function checkOwn(path: string, found: Stats, user: User): void {
  if (found.isSymbolicLink()) throw createSymlinkError(path);
  checkTrusted(path, found, user);
}

function checkTrusted(path: string, found: Stats, user: User): void {
  const { uid = 0 } = user;
  const stranger = strangerTo(user, found);
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

export const createSymlinkError = (path: string): UnsafePermissionsError =>
  new UnsafePermissionsError(`${path} is a symbolic link: not followed.`, [
    `replace ${path} with the file or directory itself`,
  ]);

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';

/** The user that this process runs as; without a number where the system has none (Windows), and modes mean nothing there. */
export interface User {
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
}

/** Somebody else could have written a file of ours, so nothing of it is used (exit 3). */
export class UnsafePermissionsError extends ConfigError {
  override readonly name = 'UnsafePermissionsError';
  override readonly code = 'unsafe_permissions';
}

/** Checks what lies at a path of ours, if anything, and the folders above it, without opening it. Throws `UnsafePermissionsError`. */
export function checkOwnPath(folders: Folders, path: string): void {
  if (folders.user.uid === undefined) return;
  const found = statsOf(path, lstatSync);
  if (found) checkOwn(path, found, folders.user);
  checkFoldersAbove(folders, path);
}

/**
 * Checks each folder above a file of ours: up to the home folder, or to the one that REMIT_HOME or an XDG variable holds for
 * this program. Throws `UnsafePermissionsError`.
 */
export function checkFoldersAbove({ user, home, limitOf }: Folders, path: string): void {
  if (user.uid === undefined) return;
  const limit = limitOf(path);
  for (let at = dirname(path); ; at = dirname(at)) {
    // A home folder is where the system says it is, and may be a link; what is below it is ours.
    const found = statsOf(at, at === home ? statSync : lstatSync);
    if (found) checkOwn(at, found, user);
    if (at === limit || at === dirname(at)) return;
  }
}

/** What is at a path; undefined where nothing is, or where this user may not look and so may open nothing. */
export function statsOf(path: string, look: typeof lstatSync): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Checks that nobody but the user and root could have written what was found. Throws `UnsafePermissionsError`. */
export function checkOwn(path: string, found: Stats, user: User): void {
  const { uid = 0 } = user;
  if (found.isSymbolicLink()) throw createSymlinkError(path);
  if (found.uid !== uid && found.uid !== 0) {
    throw new UnsafePermissionsError(
      `${path} belongs to another user (uid ${found.uid}), who could have changed it.`,
      [`${uid === 0 ? '' : 'sudo '}chown ${uid} ${quoted(path)}`],
    );
  }
  const byOthers = (found.mode & 0o002) !== 0;
  const byGroup = (found.mode & 0o020) !== 0 && !isOwnGroup(found.gid, user);
  // In a folder like /tmp nobody can replace what is another's (the sticky bit).
  const isSticky = found.isDirectory() && (found.mode & 0o1000) !== 0;
  if ((byOthers || byGroup) && !isSticky) {
    const mode = (found.mode & 0o777).toString(8);
    throw new UnsafePermissionsError(`${path} is writable by other users (mode ${mode}).`, [
      `chmod go-w ${quoted(path)}`,
    ]);
  }
}

export const createSymlinkError = (path: string): UnsafePermissionsError =>
  new UnsafePermissionsError(`${path} is a symbolic link: not followed.`, [
    `replace it with the file or folder itself, or set REMIT_HOME`,
  ]);

/**
 * Whether nobody else is in a group: distributions with umask 002 give each user one, as containers do. Only what this
 * machine's own files say counts: a directory service may put anybody in a group.
 */
function isOwnGroup(gid: number, { uid, gid: primary }: User): boolean {
  if (gid !== primary && gid !== uid) return false;
  if (gid === 0) return true;
  const users = recordsIn('/etc/passwd');
  const [name] = users.find(([, , id]) => Number(id) === uid) ?? [];
  const group = recordsIn('/etc/group').find(([, , id]) => Number(id) === gid);
  if (name === undefined || group === undefined) return gid === uid;
  const members = [
    ...users.filter(([, , , id]) => Number(id) === gid).map(([it]) => it),
    ...(group[3] ?? '').split(','),
  ];
  return members.every((it) => it === '' || it === name || it === 'root');
}

/** The lines of a file of accounts, each split at its colons. */
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

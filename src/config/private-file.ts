/** Private files of the program: safe reading, and atomic writing. */

import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import { checkFoldersAbove, checkNamedPath, checkOwn, createSymlinkError } from './ownership.ts';
import {
  createFolder,
  createUnwritableError,
  OWN_FOLDER,
  systemErrorCode,
  systemErrorText,
} from './system-error.ts';

/**
 * Reads a text file in one of the program's directories; `undefined` if it does not exist.
 *
 * Symbolic links are not followed, and a file that another user could have written is not read.
 *
 * @throws {ConfigError} If it is unsafe or cannot be read.
 */
export const readOwn = (folders: Folders, path: string): string | undefined =>
  readOwnBytes(folders, path)?.toString('utf8');

/** Reads the bytes of a file, otherwise as `readOwn` does. */
export function readOwnBytes(folders: Folders, path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (systemErrorCode(error) === 'ELOOP') throw createSymlinkError(path);
    if (!exists(path)) return undefined;
    throw unreadable(path, error);
  }
  try {
    // Checked on the open descriptor, so that no one can replace the file after the check.
    if (folders.user.uid !== undefined) checkOwn(path, fstatSync(file), folders.user);
    checkFoldersAbove(folders, path);
    return readFileSync(file);
  } catch (error) {
    throw error instanceof ConfigError ? error : unreadable(path, error);
  } finally {
    closeSync(file);
  }
}

/**
 * Reads a text file that a setting names; `undefined` if it does not exist. Symbolic links pass, such as those of a mounted
 * secret, if nobody else could have made them.
 *
 * @throws {ConfigError} If another user could have written it, or put it at its path, or if it cannot be read.
 */
export function readNamed({ user }: Folders, path: string): string | undefined {
  checkNamedPath(user, path);
  return readPrivate(path);
}

/**
 * Reads a file that the user named; `undefined` if it does not exist or its directory is closed to this user.
 *
 * @throws {ConfigError} If it exists and cannot be read.
 */
export function readPrivate(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!exists(path)) return undefined;
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown) =>
  new ConfigError(`${path} cannot be read: ${systemErrorText(error)}.`);

/**
 * Writes a file atomically: a temporary file beside it (mode 0600, in a directory with mode 0700), fsync, rename. With
 * `mayBeLost` there is no fsync. Symbolic links are not followed.
 *
 * @throws {ConfigError} If it cannot be written.
 */
export function writePrivate(
  folders: Folders,
  path: string,
  content: string | Uint8Array,
  { mayBeLost = false } = {},
): void {
  preparePrivate(folders, path);
  const temporary = `${path}.${Math.random().toString(36).slice(2)}`;
  try {
    const file = openSync(
      temporary,
      constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY,
      0o600,
    );
    try {
      writeFileSync(file, content);
      if (!mayBeLost) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw createUnwritableError(path, error, OWN_FOLDER);
  }
}

/**
 * Creates the directory of a file with mode 0700, and refuses a symbolic link at the file's path.
 *
 * @throws {ConfigError} If the directory is unsafe or cannot be used.
 */
export function preparePrivate(folders: Folders, path: string): void {
  const folder = dirname(path);
  try {
    createFolder(folder, { where: OWN_FOLDER, mode: 0o700 });
    checkFoldersAbove(folders, path);
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw createUnwritableError(folder, error, OWN_FOLDER);
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new ConfigError(`${path} is a symbolic link: not followed.`);
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Errors of the file system, in words. */

import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCodeOf } from '../error-code.ts';
import { isRecord } from '../is-record.ts';
import { ConfigError } from './errors.ts';

/** Returns the code of a system error, such as `ENOENT` or `EACCES`. */
export function systemErrorCode(error: unknown): string | undefined {
  const code = errorCodeOf(error);
  return code === undefined ? undefined : String(code);
}

/** Returns the reason of a system error, or of SQLite's, in words and with its code: `the disk is full (ENOSPC)`. */
export function systemErrorText(error: unknown): string {
  const code = environmentCodeOf(error) ?? systemErrorCode(error) ?? '';
  const words = environment[code] ?? others[code];
  if (words !== undefined) return `${words} (${code})`;
  return error instanceof Error ? error.message : String(error);
}

/** Words for the codes of what the machine does not allow, or has no more of. */
const environment: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than allowed',
  EIO: 'the disk reported an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** Words for the codes of wrong paths. */
const others: Readonly<Record<string, string>> = {
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'a file is in its place',
  EISDIR: 'it is a directory',
  ENAMETOOLONG: 'the name is too long',
};

/** SQLite's codes for the same: SQLITE_READONLY, SQLITE_IOERR and SQLITE_FULL. */
const ofSqlite: Readonly<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC' };

/** Returns the code of an error that no other command line avoids; `undefined` for any other error. */
function environmentCodeOf(error: unknown): string | undefined {
  const sqlite =
    isRecord(error) && 'errcode' in error ? ofSqlite[Number(error['errcode']) & 0xff] : undefined;
  const code = sqlite ?? systemErrorCode(error) ?? '';
  return Object.hasOwn(environment, code) ? code : undefined;
}

/** Reports whether the machine is the reason of an error: no permission, no space, no more files. */
export const isEnvironmentError = (error: unknown): boolean =>
  environmentCodeOf(error) !== undefined;

/**
 * Returns what helps against an error of the file system; `where` is the advice for another directory, or `OWN_FOLDER` where
 * none other will do.
 */
export function systemErrorHints(error: unknown, where?: Advice): string[] {
  const code = environmentCodeOf(error);
  if (where === OWN_FOLDER)
    return [isFullDisk(code) ? 'free some space on that disk' : 'make it writable for this user'];
  if (code === undefined) return where === undefined ? [] : [where];
  const advice = where ?? 'choose another directory';
  return [
    isFullDisk(code) ? `free some space, or ${advice}` : `${advice}: one that you may write to`,
  ];
}

/** The advice for the program's own directories: with others, a journal would be used that does not know what was paid. */
export const OWN_FOLDER = Symbol('own directory');

type Advice = string | typeof OWN_FOLDER;

const isFullDisk = (code: string | undefined) => code === 'ENOSPC' || code === 'EDQUOT';

/** Creates the error for a file or directory that cannot be written. */
export const createUnwritableError = (path: string, error: unknown, where?: Advice): ConfigError =>
  new ConfigError(
    `${path} cannot be written: ${systemErrorText(error)}.`,
    systemErrorHints(error, where),
  );

/**
 * Creates a directory and those above it, as `mkdir -p` does.
 *
 * @throws {ConfigError} If it cannot be created.
 */
export function createFolder(
  folder: string,
  { where, mode }: { readonly where?: Advice; readonly mode?: number } = {},
): void {
  try {
    mkdirSync(folder, { recursive: true, mode });
  } catch (error) {
    throw createUnwritableError(folder, reasonOf(folder, error), where);
  }
}

/**
 * Checks that files can be created in a directory, before work whose result would be lost.
 *
 * @throws {ConfigError} If not.
 */
export function assertWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw createUnwritableError(folder, error);
  }
}

/** Node reports a read-only file system as a missing directory; the nearest directory that exists knows the reason. */
function reasonOf(folder: string, error: unknown): unknown {
  if (systemErrorCode(error) !== 'ENOENT') return error;
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    try {
      accessSync(above, constants.W_OK);
      return error;
    } catch (denied) {
      if (systemErrorCode(denied) !== 'ENOENT') return denied;
    }
  }
  return error;
}

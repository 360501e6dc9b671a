import { closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSqlite } from './sqlite.ts';
import { isBusy } from './sqlite-dialect.ts';

/**
 * Locks `file` for this process until the returned function is called or the process ends, in whatever way: the
 * operating system releases it.
 *
 * Resolves to `undefined` if another process, or this one, has the lock.
 */
export async function lockFile(file: string): Promise<(() => void) | undefined> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Opened here only while no process can hold the lock: closing any handle of a file drops the locks of this process
  // on it.
  if (!existsSync(file)) createPrivate(file);

  const sqlite = await openSqlite(file, 0);
  try {
    sqlite.exec('begin exclusive');
  } catch (error) {
    sqlite.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return () => sqlite.close();
}

function createPrivate(file: string): void {
  const flags = constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;
  closeSync(openSync(file, flags, 0o600));
}

import { chmodSync, closeSync, constants, lstatSync, openSync } from 'node:fs';

/**
 * Made before SQLite does, which would leave it readable to everyone. Never through a symbolic link. What is there is not
 * opened: closing any handle of a file drops all locks this process has on it, and with them what another connection of
 * it relies on. Then a write of another process could go unseen here.
 */
export function makePrivate(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) create(file);
  else if (found.isSymbolicLink()) {
    throw Object.assign(new Error(`ELOOP: ${file} is a symbolic link`), { code: 'ELOOP' });
  } else if ((found.mode & 0o777) !== 0o600) chmodSync(file, 0o600);
}

function create(file: string): void {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR;
  try {
    closeSync(openSync(file, flags, 0o600));
  } catch (error) {
    if (!isThere(error)) throw error;
    // Another program made it just now.
    makePrivate(file);
  }
}

const isThere = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

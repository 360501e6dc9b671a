import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './errors.ts';
import { type Folders, folderIfKnown } from './folders.ts';
import { type JsonObject, readObject } from './json-file.ts';
import { readNamed, readOwn, writePrivate } from './private-file.ts';
import { profileName } from './profiles.ts';

export interface StoredDialect {
  readonly path: string;
  readonly content: JsonObject;
  /** Whether the profile names the file, which other profiles may use too. */
  readonly isShared: boolean;
}

/**
 * Reads the dialect of a profile, or the shared one at `shared`; `undefined` if the profile has no dialect.
 *
 * @throws {ConfigError} If the file is damaged, another user could have written it, or `shared` does not exist.
 */
export function readStoredDialect(
  folders: Folders,
  profile: string,
  shared: string | undefined,
): StoredDialect | undefined {
  const path = shared ?? folderIfKnown(() => fileOf(folders, profile));
  const read = shared === undefined ? readOwn : readNamed;
  const content = path === undefined ? undefined : readObject(path, folders, read);
  if (path !== undefined && content !== undefined)
    return { path, content, isShared: shared !== undefined };
  if (shared === undefined) return undefined;
  throw new ConfigError(`${shared} does not exist: profile '${profile}' uses it as its dialect.`, [
    `remit profile unset dialect --profile ${profile}`,
  ]);
}

/**
 * Changes the dialect of a profile under a lock, so that `change` gets the current content.
 *
 * @throws {ConfigError} If the file is damaged or cannot be written. Errors of `change` are passed on.
 */
export async function changeDialect(
  folders: Folders,
  profile: string,
  change: (now: JsonObject | undefined) => JsonObject,
): Promise<void> {
  const path = fileOf(folders, profile);
  const { withLock } = await import('./file-lock.ts');
  await withLock(folders, path, () =>
    writePrivate(folders, path, `${JSON.stringify(change(readObject(path, folders)), null, 2)}\n`),
  );
}

/** Deletes the dialect of a profile, so that a later profile of the same name does not get it. */
export function forgetDialect(folders: Folders, profile: string): void {
  rmSync(fileOf(folders, profile), { force: true });
}

const fileOf = (folders: Folders, profile: string) =>
  join(folders.config(), 'dialects', `${profileName(profile)}.json`);

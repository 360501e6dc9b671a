import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './errors.ts';
import { type Folders, folderIfKnown } from './folders.ts';
import { type JsonObject, readObject } from './json-file.ts';
import { writePrivate } from './private-file.ts';
import { profileName } from './profiles.ts';

/** How a service spells things, as it is kept; what it means is not known here. */
export interface StoredDialect {
  readonly path: string;
  readonly content: JsonObject;
}

/** The dialect of a profile, or the shared one at `shared`; undefined where there is none. Throws `ConfigError`. */
export function readStoredDialect(
  folders: Folders,
  profile: string,
  shared: string | undefined,
): StoredDialect | undefined {
  const path = shared ?? folderIfKnown(() => fileOf(folders, profile));
  const content =
    path === undefined ? undefined : readObject(path, shared === undefined ? folders : undefined);
  if (path !== undefined && content !== undefined) return { path, content };
  if (shared === undefined) return undefined;
  throw new ConfigError(`${shared} does not exist: profile '${profile}' uses it as its dialect.`, [
    `remit profile unset dialect --profile ${profile}`,
  ]);
}

/** Changes the dialect of a profile under a lock, from what is in the file at that moment. Throws `ConfigError`, or what `change` throws. */
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

/** Forgets the dialect of a profile: a later profile of that name must not pick it up. */
export function forgetDialect(folders: Folders, profile: string): void {
  rmSync(fileOf(folders, profile), { force: true });
}

const fileOf = (folders: Folders, profile: string) =>
  join(folders.config(), 'dialects', `${profileName(profile)}.json`);

/** Loads the dialect of the profile in use. */

import type { DialectMapper } from '../api/client/dialect/dialect-mapper.ts';
import type { Dialect } from '../api/dialect/dialect.ts';
import { readStoredDialect, type StoredDialect } from '../config/dialect-files.ts';
import { ConfigError } from '../config/errors.ts';
import type { Folders } from '../config/folders.ts';
import type { ResolvedSettings } from '../config/resolve-settings.ts';

/** The name under which a dialect is stored if no profile is in use or named. */
export const NO_PROFILE = 'default';

type Profile = Pick<ResolvedSettings, 'profile' | 'dialect'>;

/**
 * Returns the mapper of the dialect of the profile in use. Returns `undefined`, and loads no code, if it has no
 * dialect.
 *
 * @throws {ConfigError} if the dialect cannot be read or is invalid.
 */
export const loadDialectMapper = async (
  profile: Profile,
  folders: Folders,
): Promise<DialectMapper | undefined> => mapperOf(storedDialectOf(profile, folders));

/**
 * Returns the mapper of a dialect; `undefined` without one.
 *
 * @throws {ConfigError} if the dialect is invalid.
 */
export async function mapperOf(
  stored: StoredDialect | undefined,
): Promise<DialectMapper | undefined> {
  if (!stored) return undefined;
  const { createDialectMapper } = await import('../api/client/dialect/dialect-mapper.ts');
  return createDialectMapper(await checked(stored));
}

/**
 * Returns the dialect of the profile in use; an empty one if it has none.
 *
 * @throws {ConfigError} if it cannot be read or is invalid.
 */
export async function loadDialect(profile: Profile, folders: Folders): Promise<Dialect> {
  const stored = storedDialectOf(profile, folders);
  return checked(stored ?? { path: '', content: { version: 1 }, isShared: false });
}

/**
 * Reads the dialect of the profile in use; `undefined` if it has none.
 *
 * @throws {ConfigError} if the dialect cannot be read.
 */
export const storedDialectOf = (
  { profile = NO_PROFILE, dialect }: Profile,
  folders: Folders,
): StoredDialect | undefined => readStoredDialect(folders, profile, dialect);

async function checked({ path, content, isShared }: StoredDialect): Promise<Dialect> {
  const { InvalidDialectError, readDialect } = await import('../api/dialect/parse-dialect.ts');
  try {
    return readDialect(content);
  } catch (error) {
    if (!(error instanceof InvalidDialectError)) throw error;
    throw new ConfigError(`${path} is not a valid dialect: ${error.message}`, [
      isShared
        ? 'remit profile unset dialect to use a separate dialect'
        : 'remove the invalid entry: remit dialect unset <name>',
    ]);
  }
}

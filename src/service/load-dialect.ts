import { type KeptDialect, keptDialect } from '../config/dialect-files.ts';
import { ConfigError } from '../config/errors.ts';
import type { Folders } from '../config/folders.ts';
import type { Resolved } from '../config/resolve-settings.ts';
import type { Dialect } from '../contract/dialect/dialect.ts';
import type { Speech } from '../http/dialect/dialect-mapper.ts';

/** Where a dialect is kept when no profile is in use or named. */
export const NO_PROFILE = 'default';

type Profile = Pick<Resolved, 'profile' | 'dialect'>;

/** How to speak to the service of the profile in use; undefined, and nothing loaded, where it has no dialect. Throws `ConfigError`. */
export async function speechOf(profile: Profile, folders: Folders): Promise<Speech | undefined> {
  const kept = keptFor(profile, folders);
  if (!kept) return undefined;
  const { speaking } = await import('../http/dialect/dialect-mapper.ts');
  return speaking(await checked(kept));
}

/** The dialect of the profile in use; one that says nothing, where there is none. Throws `ConfigError`. */
export async function dialectIn(profile: Profile, folders: Folders): Promise<Dialect> {
  const kept = keptFor(profile, folders);
  return checked(kept ?? { path: '', content: { version: 1 } });
}

const keptFor = ({ profile = NO_PROFILE, dialect }: Profile, folders: Folders) =>
  keptDialect(folders, profile, dialect);

async function checked({ path, content }: KeptDialect): Promise<Dialect> {
  const { BadDialect, readDialect } = await import('../contract/dialect/parse-dialect.ts');
  try {
    return readDialect(content);
  } catch (error) {
    if (!(error instanceof BadDialect)) throw error;
    throw new ConfigError(`${path} is no dialect: ${error.message}`, [
      'take out what is wrong: remit dialect unset <name>',
    ]);
  }
}

import { join } from 'node:path';
import { ConfigError, InvalidSettingError } from './errors.ts';
import { type Folders, folderIfKnown } from './folders.ts';
import { createDamagedFileError, isObject, type JsonObject, readObject } from './json-file.ts';

/** What a profile or the settings hold, by key. */
export type ProfileValues = Readonly<Partial<Record<string, unknown>>>;

/** All that is configured: settings for every profile, the profiles, and which one is current. */
export interface Configuration {
  readonly version: number;
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, ProfileValues>>;
  readonly settings: ProfileValues;
}

const VERSION = 1;
const nothing: Configuration = { version: VERSION, current: null, profiles: {}, settings: {} };

export const configFile = (folders: Folders): string => join(folders.config(), 'config.json');

/** Read with `fs` alone, because every command does. No file is no configuration; a damaged one is a `ConfigError`, never replaced. */
export function readConfiguration(folders: Folders): Configuration {
  const path = folderIfKnown(() => configFile(folders));
  const found = path === undefined ? undefined : readObject(path, folders);
  return path === undefined || found === undefined ? nothing : shaped(found, path);
}

/** Changes the configuration under a lock, from what is in the file at that moment: no change of another program is lost. */
export async function changeConfiguration(
  folders: Folders,
  change: (now: Configuration) => Configuration,
): Promise<Configuration> {
  const path = configFile(folders);
  const [{ store }, { withLock }] = await Promise.all([
    import('./write-config.ts'),
    import('./file-lock.ts'),
  ]);
  return withLock(folders, path, () => {
    const changed = change(readConfiguration(folders));
    store(folders, path, changed);
    return changed;
  });
}

/** A profile's values; `ConfigError` naming the known ones when there is none of that name. */
export function profileOf({ profiles }: Configuration, name: string): ProfileValues {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  const known = Object.keys(profiles);
  throw new ConfigError(
    `Profile '${name}' not found.${known.length > 0 ? ` Profiles: ${known.join(', ')}.` : ''}`,
    ['remit profile list', `remit profile set baseUrl <url> --profile ${name}`],
  );
}

/** The text of a name that a profile may have. Throws `InvalidSettingError`. */
export function profileName(text: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(text) && !(text in Object.prototype)) return text;
  throw new InvalidSettingError(
    `'${text}' is not a valid profile name: use up to 64 letters, digits, - or _, starting with a letter or digit.`,
  );
}

/** Sets values of a profile, which is made when it is new; the first profile becomes the current one. */
export async function writeProfile(
  folders: Folders,
  name: string,
  values: ProfileValues,
): Promise<Configuration> {
  const key = profileName(name);
  return changeConfiguration(folders, (now) => ({
    ...now,
    current: now.current ?? key,
    profiles: { ...now.profiles, [key]: { ...now.profiles[key], ...values } },
  }));
}

/** What this version does not know in a file stays in it; what a later version wrote is not touched. */
function shaped(found: JsonObject, path: string): Configuration {
  const { version = VERSION, current = null, profiles = {}, settings = {} } = found;
  if (typeof version !== 'number') throw createDamagedFileError(path, "'version' is not a number");
  if (version > VERSION) {
    throw new ConfigError(`${path} was written by a newer version of this program.`, [
      'update remit, or set REMIT_HOME to another folder',
    ]);
  }
  if (current !== null && typeof current !== 'string') {
    throw createDamagedFileError(path, "'current' is not a name");
  }
  if (!isObject(settings)) throw createDamagedFileError(path, "'settings' is not an object");
  if (!areProfiles(profiles))
    throw createDamagedFileError(path, "'profiles' is not an object of objects");
  return { ...found, version, current, settings, profiles };
}

const areProfiles = (value: unknown): value is Configuration['profiles'] =>
  isObject(value) && Object.values(value).every(isObject);

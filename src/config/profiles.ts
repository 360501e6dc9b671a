import { join } from 'node:path';
import { isRecord } from '../is-record.ts';
import { ConfigError, InvalidSettingError } from './errors.ts';
import { type Folders, folderIfKnown } from './folders.ts';
import { createDamagedFileError, type JsonObject, readObject } from './json-file.ts';
import { type Key, profileKeys, settingKeys } from './settings-schema.ts';

/** The values of a profile or of the settings, by key. */
export type ProfileValues = Readonly<Partial<Record<string, unknown>>>;

/** The configuration file: settings for every profile, the profiles, and the name of the current one. */
export interface Configuration {
  readonly version: number;
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, ProfileValues>>;
  readonly settings: ProfileValues;
}

export const CONFIGURATION_VERSION = 1;
const emptyConfiguration: Configuration = {
  version: CONFIGURATION_VERSION,
  current: null,
  profiles: {},
  settings: {},
};

export const configFile = (folders: Folders): string => join(folders.config(), 'config.json');

/**
 * Reads the configuration. A missing file is an empty configuration.
 *
 * @throws {ConfigError} For a damaged file, which is never replaced, or one written by a newer version.
 */
export function readConfiguration(folders: Folders): Configuration {
  const path = folderIfKnown(() => configFile(folders));
  const found = path === undefined ? undefined : readObject(path, folders);
  return path === undefined || found === undefined ? emptyConfiguration : shaped(found, path);
}

/**
 * Changes the configuration under a lock, so that `change` gets the current content and no change of another process is
 * lost.
 */
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

/**
 * Returns the values of a profile.
 *
 * @throws {ConfigError} If it does not exist; names the known profiles.
 */
export function profileOf({ profiles }: Configuration, name: string): ProfileValues {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  const known = Object.keys(profiles);
  throw new ConfigError(
    `Profile '${name}' not found.${known.length > 0 ? ` Profiles: ${known.join(', ')}.` : ''}`,
    ['remit profile list', `remit profile set baseUrl <url> --profile ${name}`],
  );
}

export const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/**
 * Validates the name of a profile and returns it.
 *
 * @throws {InvalidSettingError} If it is invalid.
 */
export function profileName(text: string): string {
  if (PROFILE_NAME.test(text) && !(text in Object.prototype)) return text;
  throw new InvalidSettingError(
    `'${text}' is not a valid profile name: use up to 64 letters, digits, - or _, starting with a letter or digit.`,
  );
}

/** Sets values of a profile, creating it if needed. The first profile becomes the current one. */
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

/** Validates the shape of a configuration and the names of all members; a file of another version is refused. */
function shaped(found: JsonObject, path: string): Configuration {
  const {
    version = CONFIGURATION_VERSION,
    current = null,
    profiles = {},
    settings = {},
    $schema,
    ...others
  } = found;
  if (typeof version !== 'number') throw createDamagedFileError(path, "'version' is not a number");
  if (version !== CONFIGURATION_VERSION) {
    throw new ConfigError(
      `${path} has version ${version}, and this version of remit reads version ${CONFIGURATION_VERSION}.`,
      ['use the version of remit that wrote it'],
    );
  }
  if (current !== null && typeof current !== 'string') {
    throw createDamagedFileError(path, "'current' is not a name");
  }
  if (!isRecord(settings)) throw createDamagedFileError(path, "'settings' is not an object");
  if (!areProfiles(profiles))
    throw createDamagedFileError(path, "'profiles' is not an object of objects");
  const unknown = [
    ...Object.keys(others),
    ...unknownKeysIn(settings, settingKeys).map((key) => `settings.${key}`),
    ...Object.entries(profiles).flatMap(([name, values]) =>
      unknownKeysIn(values, profileKeys).map((key) => `profiles.${name}.${key}`),
    ),
  ];
  if (unknown.length === 0) {
    return { ...($schema !== undefined && { $schema }), version, current, settings, profiles };
  }
  const members = unknown.map((name) => `'${name}'`).join(', ');
  throw createDamagedFileError(path, `unknown member ${members}`);
}

/** Returns the members that are no keys, so that no rule is left out because its name is misspelled. */
const unknownKeysIn = (values: ProfileValues, keys: Readonly<Record<string, Key>>): string[] =>
  Object.keys(values).filter((key) => !Object.hasOwn(keys, key));

const areProfiles = (value: unknown): value is Configuration['profiles'] =>
  isRecord(value) && Object.values(value).every(isRecord);

/** Reads and changes of profiles that commands share. All throw `ConfigError`. */

import type { Context } from '../cli/context.ts';
import { forgetCredential, readCredential } from '../config/credentials.ts';
import { forgetDialect } from '../config/dialect-files.ts';
import { type Folders, foldersOf } from '../config/folders.ts';
import {
  changeConfiguration,
  type ProfileValues,
  profileOf,
  readConfiguration,
  writeProfile,
} from '../config/profiles.ts';
import { FIRST_PROFILE } from '../config/resolve-settings.ts';
import { findSettingKey, profileKeys } from '../config/settings-schema.ts';
import { forgetIds } from './id-cache.ts';

/** A profile as `remit profile list` shows it. */
export interface ProfileRow {
  readonly name: string;
  readonly baseUrl: string | null;
  readonly business: string | null;
  readonly current: boolean;
  readonly hasToken: boolean;
}

/** Returns all profiles, in the order in which they are stored. */
export function listProfiles({ system }: Pick<Context, 'system'>): readonly ProfileRow[] {
  const folders = foldersOf(system);
  const configuration = readConfiguration(folders);
  return Object.entries(configuration.profiles).map(([name, values]) => ({
    name,
    baseUrl: textOf(values['baseUrl']),
    business: textOf(values['business']),
    current: configuration.current === name,
    hasToken: hasToken(folders, name, values),
  }));
}

/** Returns the values of a profile; of the one in use if `name` is `undefined`. */
export function readProfile(
  context: Context,
  name = nameInUse(context),
): Readonly<Record<string, unknown>> {
  const folders = foldersOf(context.system);
  const values = profileOf(readConfiguration(folders), name);
  return { name, ...values, hasToken: hasToken(folders, name, values) };
}

export async function setCurrentProfile({ system }: Context, name: string): Promise<void> {
  await changeConfiguration(foldersOf(system), (now) => {
    profileOf(now, name);
    return { ...now, current: name };
  });
}

/** Sets a key of the profile in use, and returns the profile's name. */
export async function setProfileKey(context: Context, key: string, text: string): Promise<string> {
  const name = nameInUse(context);
  const value = findSettingKey(profileKeys, key).read(text);
  await writeProfile(foldersOf(context.system), name, { [key]: value });
  return name;
}

/** Removes a key of the profile in use, and returns the profile's name. */
export async function unsetProfileKey(context: Context, key: string): Promise<string> {
  const name = nameInUse(context);
  findSettingKey(profileKeys, key);
  await changeConfiguration(foldersOf(context.system), (now) => {
    const { [key]: _, ...rest } = profileOf(now, name);
    return { ...now, profiles: { ...now.profiles, [name]: rest } };
  });
  return name;
}

/** Removes a profile with its token, its dialect and its cached ids. */
export async function removeProfile({ system }: Context, name: string): Promise<void> {
  const folders = foldersOf(system);
  profileOf(readConfiguration(folders), name);
  // The token first: one that is left would be picked up by a later profile of that name.
  await forgetCredential(folders, name);
  forgetDialect(folders, name);
  forgetIds(system, name);
  await changeConfiguration(folders, (now) => {
    profileOf(now, name);
    const { [name]: _, ...profiles } = now.profiles;
    return { ...now, profiles, current: now.current === name ? null : now.current };
  });
}

const nameInUse = ({ settings }: Context) => settings({ mayBeNew: true }).profile ?? FIRST_PROFILE;

const hasToken = (folders: Folders, name: string, values: ProfileValues) =>
  readCredential(folders, name, originOf(values['baseUrl'])) !== undefined;

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

function originOf(baseUrl: unknown): string {
  return URL.canParse(String(baseUrl)) ? new URL(String(baseUrl)).origin : '';
}

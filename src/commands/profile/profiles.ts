import type { Profiles, Settings } from '../../cli/facades.ts';
import type { System } from '../../cli/system.ts';
import { forgetCredential, readCredential, saveCredential } from '../../config/credentials.ts';
import { forgetDialect } from '../../config/dialect-files.ts';
import { foldersOf } from '../../config/folders.ts';
import {
  changeConfiguration,
  configFile,
  type ProfileValues,
  profileName,
  profileOf,
  readConfiguration,
  writeProfile,
} from '../../config/profiles.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import { findSettingKey, profileKeys, settingKeys } from '../../config/settings-schema.ts';
import { forgetIds } from '../../service/id-cache.ts';

/** What the commands of `remit profile` do. `current` is the name of the profile in use, whether or not it is there yet. */
export function createProfiles(host: System, current: () => string): Profiles {
  const folders = foldersOf(host);
  const hasToken = (name: string, values: ProfileValues) =>
    readCredential(folders, name, originOf(values['baseUrl'])) !== undefined;
  return {
    async list() {
      const configuration = readConfiguration(folders);
      return Object.entries(configuration.profiles).map(([name, values]) => ({
        name,
        baseUrl: textOf(values['baseUrl']),
        business: textOf(values['business']),
        current: configuration.current === name,
        hasToken: hasToken(name, values),
      }));
    },
    async show(name = current()) {
      const values = profileOf(readConfiguration(folders), name);
      return { name, ...values, hasToken: hasToken(name, values) };
    },
    async use(name) {
      await changeConfiguration(folders, (now) => {
        profileOf(now, name);
        return { ...now, current: name };
      });
    },
    async set(key, text) {
      const name = current();
      await writeProfile(folders, name, { [key]: findSettingKey(profileKeys, key).read(text) });
      return name;
    },
    async unset(key) {
      const name = current();
      findSettingKey(profileKeys, key);
      await changeConfiguration(folders, (now) => {
        const { [key]: _, ...rest } = profileOf(now, name);
        return { ...now, profiles: { ...now.profiles, [name]: rest } };
      });
      return name;
    },
    async remove(name) {
      profileOf(readConfiguration(folders), name);
      // The token first: one left behind would be picked up by a later profile of that name.
      await forgetCredential(folders, name);
      forgetDialect(folders, name);
      forgetIds(host, name);
      await changeConfiguration(folders, (now) => {
        profileOf(now, name);
        const { [name]: _, ...profiles } = now.profiles;
        return { ...now, profiles, current: now.current === name ? null : now.current };
      });
    },
    async write(name, values, token) {
      await writeProfile(folders, profileName(name), values);
      await saveCredential(folders, name, token);
    },
  };
}

/** What the commands of `remit config` do. */
export function createSettings(host: System, resolved: () => ResolvedSettings): Settings {
  const folders = foldersOf(host);
  const rows = () => {
    const now = resolved();
    const values: ProfileValues = {
      ...now,
      timeout: now.timeoutSeconds,
      'confirm.typeAmountAbove': now.typeAmountAbove,
    };
    return Object.keys(settingKeys).map((key) => ({
      key,
      value: values[key] ?? null,
      source: now.sources[key] ?? 'default',
    }));
  };
  const change = async (edit: (settings: ProfileValues) => ProfileValues) => {
    await changeConfiguration(folders, (now) => ({ ...now, settings: edit(now.settings) }));
  };
  return {
    list: async () => rows(),
    async get(key) {
      findSettingKey(settingKeys, key);
      return rows().find((row) => row.key === key) ?? { key, value: null, source: 'default' };
    },
    async set(key, text) {
      const value = findSettingKey(settingKeys, key).read(text);
      await change((now) => ({ ...now, [key]: value }));
    },
    async unset(key) {
      findSettingKey(settingKeys, key);
      await change(({ [key]: _, ...rest }) => rest);
    },
    path: async () => configFile(folders),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

function originOf(baseUrl: unknown): string {
  return URL.canParse(String(baseUrl)) ? new URL(String(baseUrl)).origin : '';
}

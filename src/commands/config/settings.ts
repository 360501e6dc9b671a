/** The settings that apply to every profile. All throw `ConfigError`. */

import type { Context } from '../../cli/context.ts';
import { foldersOf } from '../../config/folders.ts';
import { changeConfiguration, type ProfileValues } from '../../config/profiles.ts';
import { findSettingKey, settingKeys } from '../../config/settings-schema.ts';

/** A setting, its value in this run and the source of the value: `flag`, `env`, `profile`, `config` or `default`. */
export interface SettingRow {
  readonly key: string;
  readonly value: unknown;
  readonly source: string;
}

/** Returns every setting with its value. */
export function listSettings({ settings }: Context): readonly SettingRow[] {
  const now = settings();
  const values: ProfileValues = {
    ...now,
    timeout: now.timeoutSeconds,
    'confirm.typeAmountAbove': now.typeAmountAbove,
    ...Object.fromEntries(
      Object.entries(now.columns).map(([resource, names]) => [`columns.${resource}`, names]),
    ),
  };
  return Object.keys(settingKeys).map((key) => ({
    key,
    value: values[key] ?? null,
    source: now.sources[key] ?? 'default',
  }));
}

/** Returns one setting. Throws for a key that does not exist. */
export function findSetting(context: Context, key: string): SettingRow {
  findSettingKey(settingKeys, key);
  const found = listSettings(context).find((row) => row.key === key);
  return found ?? { key, value: null, source: 'default' };
}

/** Changes all settings under the lock of their file. */
export async function changeSettings(
  { system }: Context,
  edit: (settings: ProfileValues) => ProfileValues,
): Promise<void> {
  await changeConfiguration(foldersOf(system), (now) => ({ ...now, settings: edit(now.settings) }));
}

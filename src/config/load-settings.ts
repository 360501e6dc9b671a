import { type Environment, foldersOf } from './folders.ts';
import { type ResolvedSettings, resolveSettings, type SettingFlags } from './resolve-settings.ts';

/** The profile that a first sign-in writes when none is named. */
export const FIRST_PROFILE = 'default';

/** Returns the settings of one run: flags, environment, profile and configuration, in that order. Throws `ConfigError`. */
export const settingsOf = (
  system: Environment,
  flags: SettingFlags,
  options: { readonly mayBeNew?: boolean } = {},
): ResolvedSettings => resolveSettings(flags, system, foldersOf(system), options);

/** Returns the output format that environment, profile or settings name; `undefined` if they cannot be read. */
export function configuredOutput(system: Environment): string | undefined {
  try {
    return settingsOf(system, {}).output;
  } catch {
    return system.env['REMIT_OUTPUT'];
  }
}

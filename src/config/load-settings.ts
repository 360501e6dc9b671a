/** Settings of one run. */

import { type Environment, foldersOf } from './folders.ts';
import { type ResolvedSettings, resolveSettings, type SettingFlags } from './resolve-settings.ts';

/** The profile that the first sign-in creates if none is named. */
export const FIRST_PROFILE = 'default';

/**
 * Returns the settings of one run: flags, environment, profile and configuration, in this order of precedence.
 *
 * @throws {ConfigError} For a damaged file, an invalid value or an unknown profile.
 */
export const settingsOf = (
  system: Environment,
  flags: SettingFlags,
  options: { readonly mayBeNew?: boolean } = {},
): ResolvedSettings => resolveSettings(flags, system, foldersOf(system), options);

/**
 * Returns the output format from environment, profile or settings. If they cannot be read, that of `REMIT_OUTPUT`,
 * which may be `undefined`.
 */
export function configuredOutput(system: Environment): string | undefined {
  try {
    return settingsOf(system, {}).output;
  } catch {
    return system.env['REMIT_OUTPUT'];
  }
}

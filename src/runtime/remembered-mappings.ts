/** The mappings of CSV columns that a profile remembers. */

import type { Context } from '../cli/context.ts';
import {
  addMapping,
  type ColumnMapping,
  type MappedFields,
  parseMappings,
} from '../cli/input/column-mapping.ts';
import { ConfigError } from '../config/errors.ts';
import { readProfile, setProfileKey } from './profiles.ts';

/**
 * Returns the mappings that a key of the profile in use remembers; none without a profile.
 *
 * @throws {ConfigError} if the value is damaged.
 */
export function readMappings<Field extends string>(
  context: Context,
  key: string,
  known: MappedFields<Field>,
): readonly ColumnMapping<Field>[] {
  const hasProfile = context.settings().profile !== undefined;
  const found = parseMappings(hasProfile ? readProfile(context)[key] : undefined, known);
  if (found) return found;
  throw new ConfigError(`The value of ${key} in the profile is damaged.`, [
    `remit profile unset ${key}`,
  ]);
}

/** Remembers a mapping that was given, in the profile in use; without one, nothing. */
export async function rememberMapping<Field extends string>(
  context: Context,
  key: string,
  known: MappedFields<Field>,
  mapping: ColumnMapping<Field>,
): Promise<void> {
  const { profile } = context.settings();
  if (profile === undefined) return;
  const stored = readMappings(context, key, known);
  const changed = addMapping(stored, mapping);
  if (JSON.stringify(changed) === JSON.stringify(stored)) return;
  try {
    await setProfileKey(context, key, JSON.stringify(changed));
    context.notice(`The columns are remembered for files with this header (profile ${profile}).`);
  } catch (error) {
    // The file can be used all the same.
    if (!(error instanceof ConfigError)) throw error;
    context.notice(`The columns could not be remembered: ${error.message}`);
  }
}

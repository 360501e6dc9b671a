import type { Context } from '../cli/context.ts';
import { readStoredDialect } from '../config/dialect-files.ts';
import { foldersOf } from '../config/folders.ts';
import { canonicalJson, sha256 } from '../journal/canonical-json.ts';

/**
 * Returns the SHA-256 of the dialect in use, in hexadecimal; `null` without a dialect.
 *
 * @throws {ConfigError} If the dialect cannot be read.
 */
export function dialectHashOf({
  system,
  settings,
}: Pick<Context, 'system' | 'settings'>): string | null {
  const { profile = 'default', dialect } = settings();
  const stored = readStoredDialect(foldersOf(system), profile, dialect);
  return stored === undefined ? null : sha256(canonicalJson(stored.content));
}

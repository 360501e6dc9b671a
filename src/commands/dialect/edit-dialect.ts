/** Changes the stored dialect of a profile. */

import { InvalidDialectError, readDialect } from '../../api/dialect/parse-dialect.ts';
import type { Context } from '../../cli/context.ts';
import { changeDialect } from '../../config/dialect-files.ts';
import { foldersOf } from '../../config/folders.ts';
import type { JsonObject } from '../../config/json-file.ts';
import { isRecord } from '../../is-record.ts';
import { UsageError } from '../../money/errors.ts';
import { NO_PROFILE } from '../../runtime/load-dialect.ts';

/**
 * Changes the dialect of the profile in use and returns the profile's name.
 *
 * @throws {UsageError} for a dialect in a shared file.
 */
export async function editDialect(
  { system, settings }: Context,
  edit: (now: JsonObject | undefined) => JsonObject,
): Promise<string> {
  const { profile = NO_PROFILE, dialect } = settings({ mayBeNew: true });
  if (dialect !== undefined) {
    // An edit here would change it for everyone who reads that file.
    throw new UsageError(`The dialect of this profile is a shared file: ${dialect}`, {
      next: [`edit it there: ${dialect}`, 'remit profile unset dialect to use a separate dialect'],
    });
  }
  await changeDialect(foldersOf(system), profile, edit);
  return profile;
}

/**
 * Returns a dialect with one name, enum value or path mapped to that of the service.
 *
 * @throws {UsageError} if the mapping is not valid.
 */
export function withEntry(now: JsonObject | undefined, name: string, apiName: string): JsonObject {
  const group = apiName.startsWith('/') ? 'paths' : 'names';
  const [place = [group, name]] = places(name).filter(
    ([part]) => part !== 'paths' && part !== 'names',
  );
  const changed = setIn({ version: 1, ...now }, place, apiName);
  try {
    readDialect(changed);
    return changed;
  } catch (error) {
    if (!(error instanceof InvalidDialectError)) throw error;
    throw new UsageError(error.message, { next: ['remit dialect list'] });
  }
}

/**
 * Returns a dialect without one entry.
 *
 * @throws {UsageError} if there is no such entry.
 */
export function withoutEntry(now: JsonObject | undefined, name: string): JsonObject {
  const mapped = places(name).filter((place) => valueAt(now, place) !== undefined);
  if (mapped.length > 0)
    return mapped.reduce((left, path) => setIn(left, path, undefined), now ?? {});
  throw new UsageError(`The dialect has no entry for '${name}'.`, {
    next: ['remit dialect list --changed'],
  });
}

/**
 * Returns the possible places of an entry: `link.status:enabled` is an enum value, `bank.linkToken` an operation with a
 * path, or a name in its resource.
 */
function places(name: string): readonly (readonly string[])[] {
  if (name === 'amountUnit') return [['amountUnit']];
  const [key = '', word] = name.split(/:(.*)/s);
  if (word !== undefined) return [['words', key, word]];
  return ['paths', 'names'].map((group) => [group, name]);
}

const valueAt = (now: JsonObject | undefined, place: readonly string[]) =>
  place.reduce<unknown>((at, key) => asObject(at)[key], now);

/** Sets or removes a value at a path, and removes objects that become empty. */
function setIn(
  at: JsonObject,
  [key = '', ...rest]: readonly string[],
  value: string | undefined,
): JsonObject {
  const inner = rest.length === 0 ? value : setIn(asObject(at[key]), rest, value);
  const { [key]: _, ...others } = at;
  return isEmpty(inner) ? others : { ...at, [key]: inner };
}

const isEmpty = (value: unknown) =>
  value === undefined || (isRecord(value) && Object.keys(value).length === 0);

const asObject = (value: unknown): JsonObject => (isRecord(value) ? value : {});

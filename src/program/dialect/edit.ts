import { UsageError } from '../../cli/errors.ts';
import { isObject, type JsonObject } from '../../config/json-file.ts';
import { BadDialect, readDialect } from '../../contract/read-dialect.ts';
import { spokenOperations } from '../../contract/spoken.ts';

/** A dialect with one thing spelled in another way. Throws `UsageError` for one that cannot be. */
export function withEntry(now: JsonObject | undefined, name: string, wire: string): JsonObject {
  const changed = setIn({ version: 1, ...now }, placeOf(name), wire);
  try {
    readDialect(changed);
    return changed;
  } catch (error) {
    if (!(error instanceof BadDialect)) throw error;
    throw new UsageError(error.message, { next: ['remit dialect list'] });
  }
}

/** A dialect without it. Throws `UsageError` where it says nothing of it. */
export function withoutEntry(now: JsonObject | undefined, name: string): JsonObject {
  const place = placeOf(name);
  const found = place.reduce<unknown>((at, key) => asObject(at)[key], now);
  if (found !== undefined) return setIn(now ?? {}, place, undefined);
  throw new UsageError(`The dialect says nothing of '${name}'.`, {
    next: ['remit dialect list --changed'],
  });
}

/** Where it stands: `bank.linkToken` is a path, `link.status:enabled` a word, the others are names of members. */
function placeOf(name: string): readonly string[] {
  if (name === 'amountUnit') return ['amountUnit'];
  const [key = '', word] = name.split(/:(.*)/s);
  if (word !== undefined) return ['words', key, word];
  return [spokenOperations.some(({ id }) => id === name) ? 'paths' : 'names', name];
}

/** What becomes empty goes. */
function setIn(
  at: JsonObject,
  [key = '', ...rest]: readonly string[],
  value: string | undefined,
): JsonObject {
  const below = rest.length === 0 ? value : setIn(asObject(at[key]), rest, value);
  const { [key]: _, ...others } = at;
  return isEmpty(below) ? others : { ...at, [key]: below };
}

const isEmpty = (value: unknown) =>
  value === undefined || (isObject(value) && Object.keys(value).length === 0);

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

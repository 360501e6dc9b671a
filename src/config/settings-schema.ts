/** The keys of settings and profiles, and their validation. */

import { isAbsolute } from 'node:path';
import { ConfigError, InvalidSettingError } from './errors.ts';
import { parseDollarsText, policyKeys } from './policy.ts';

/** A setting: its help text, and the parser of its value. `read` throws `InvalidSettingError`. */
export interface Key {
  readonly help: string;
  readonly read: (text: string) => unknown;
}

type Keys = Readonly<Record<string, Key>>;

const formats = ['table', 'json', 'ndjson', 'csv', 'tsv'];

/** The settings that apply to every profile. */
export const settingKeys: Keys = {
  output: { help: `format: ${formats.join(', ')}`, read: oneOf(formats) },
  timeout: { help: 'maximum time per request, in seconds', read: whole(1, 3600) },
  retries: { help: 'number of retries for requests that are safe to repeat', read: whole(0, 10) },
  timeZone: { help: 'time zone of times in tables, such as America/New_York', read: timeZone },
  caFile: { help: 'PEM file of certificate authorities to trust', read: absolutePath },
  'confirm.typeAmountAbove': {
    help: 'dollars above which a payment is confirmed by typing its amount (default 10000.00)',
    read: parseDollarsText,
  },
};

/** The keys of a profile, including all settings. */
export const profileKeys: Keys = {
  baseUrl: { help: 'base URL of the service', read: text },
  business: { help: 'business to act for', read: id },
  environment: {
    help: 'live, or test if no real money moves: duplicate checks and totals are separate',
    read: oneOf(['live', 'test']),
  },
  ...settingKeys,
  tokenCommand: { help: 'program that prints a token: a JSON array of arguments', read: argv },
  dialect: { help: 'dialect file shared by several profiles', read: absolutePath },
  ...policyKeys,
  'journal.database': {
    help: 'PostgreSQL database of a shared journal, without a password',
    read: database,
  },
  'journal.quietSeconds': {
    help: 'seconds after the last send before an unknown outcome is reconciled',
    read: whole(0, 86_400),
  },
  'match.csv': {
    help: 'columns of CSV bank statements, as remit match remembers them',
    read: jsonArray,
  },
  'run.requireApproval': {
    help: 'whether a payment run needs a second approver',
    read: yesOrNo,
  },
};

/**
 * Returns the definition of a key.
 *
 * @throws {InvalidSettingError} For an unknown key; names the known ones.
 */
export function findSettingKey(keys: Keys, key: string): Key {
  const known = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (known) return known;
  throw new InvalidSettingError(`'${key}' is not a key. Keys: ${Object.keys(keys).join(', ')}.`);
}

/**
 * Validates a value from a file or the environment as if it had been typed.
 *
 * @throws {ConfigError} If it is invalid; the message begins with `place`.
 */
export function checkedValue(key: string, value: unknown, place: string): unknown {
  try {
    return findSettingKey(profileKeys, key).read(
      typeof value === 'string' ? value : JSON.stringify(value),
    );
  } catch (error) {
    if (!(error instanceof InvalidSettingError)) throw error;
    throw new ConfigError(`${place}: ${error.message}`);
  }
}

function text(given: string): string {
  if (given.trim() === '') throw new InvalidSettingError('The value must not be empty.');
  return given;
}

/** Parses the URL of a database. It may not contain a password, since settings are printed. */
function database(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new InvalidSettingError('A database must be postgres://user@host/name.');
  }
  if (url.password === '' && !url.searchParams.has('password')) return given;
  throw new InvalidSettingError(
    'A database must not include a password: it is read from PGPASSWORD or ~/.pgpass.',
  );
}

/** Parses an absolute path. A relative one is refused, since the current folder is never read for configuration. */
function absolutePath(given: string): string {
  if (isAbsolute(given)) return given;
  throw new InvalidSettingError(`'${given}' is not an absolute path.`);
}

function id(given: string): string {
  if (/^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/.test(given)) return given;
  throw new InvalidSettingError(`'${given}' is not an id.`);
}

function whole(least: number, most: number) {
  return (given: string): number => {
    const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidSettingError(`'${given}' is not a whole number from ${least} to ${most}.`);
  };
}

function yesOrNo(given: string): boolean {
  if (given === 'true' || given === 'false') return given === 'true';
  throw new InvalidSettingError(`'${given}' is not true or false.`);
}

function oneOf(values: readonly string[]) {
  return (given: string): string => {
    if (values.includes(given)) return given;
    throw new InvalidSettingError(`'${given}' is not one of ${values.join(', ')}.`);
  };
}

/** Time zones that were looked up. A lookup takes over a millisecond, and `mcp serve` resolves settings at each call. */
const timeZones = new Map<string, string>();

function timeZone(given: string): string {
  try {
    const known = timeZones.get(given);
    if (known !== undefined) return known;
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions();
    timeZones.set(given, timeZone);
    return timeZone;
  } catch {
    throw new InvalidSettingError(`'${given}' is not a time zone.`);
  }
}

function argv(given: string): string[] {
  const words = jsonOf(given);
  const isText = (it: unknown) => typeof it === 'string' && it !== '' && !it.includes('\0');
  if (Array.isArray(words) && words.length > 0 && words.every(isText)) return words;
  throw new InvalidSettingError(
    'tokenCommand must be a JSON array of arguments, such as ["vault", "read", "token"].',
  );
}

function jsonArray(given: string): unknown[] {
  const value = jsonOf(given);
  if (Array.isArray(value)) return value;
  throw new InvalidSettingError('The value must be a JSON array.');
}

function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

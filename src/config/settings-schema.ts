/** The keys of settings and profiles, and their validation. */

import { isAbsolute } from 'node:path';
import { ConfigError, InvalidSettingError } from './errors.ts';
import { currentKeyOf, parseDollarsText, policyKeys } from './policy-settings.ts';

/** A setting: its help text, and the parser of its value. `read` throws `InvalidSettingError`. */
export interface Key {
  readonly help: string;
  readonly read: (text: string) => unknown;
}

type Keys = Readonly<Record<string, Key>>;

const formats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'markdown'];

/** The resources whose list can have columns of one's own. */
export const LISTED_RESOURCES = ['business', 'bank', 'connection', 'invite', 'payable', 'pay'];

/** The settings that apply to every profile. */
export const settingKeys: Keys = {
  output: { help: `format: ${formats.join(', ')}`, read: oneOf(formats) },
  timeout: { help: 'maximum time per request, in seconds', read: wholeNumber(1, 3600) },
  retries: {
    help: 'number of retries for requests that are safe to repeat',
    read: wholeNumber(0, 10),
  },
  timeZone: { help: 'time zone of times in tables, such as America/New_York', read: timeZone },
  caFile: { help: 'PEM file of certificate authorities to trust', read: absolutePath },
  'confirm.typeAmountAbove': {
    help: 'dollars above which a payment is confirmed by typing its amount (default 10000.00)',
    read: parseDollarsText,
  },
  ...Object.fromEntries(
    LISTED_RESOURCES.map((resource) => [
      `columns.${resource}`,
      { help: `columns of remit ${resource} list on a terminal: a,b.c`, read: columnNames },
    ]),
  ),
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
    read: wholeNumber(0, 86_400),
  },
  'match.csv': {
    help: 'columns of CSV bank statements, as remit match remembers them',
    read: jsonArray,
  },
  'run.key': {
    help: 'SSH key that signs the plans you make: its file, or that of the public key if it is in ssh-agent',
    read: text,
  },
};

/**
 * Returns the definition of a key, also under its old name.
 *
 * @throws {InvalidSettingError} For an unknown key; names the known ones.
 */
export function findSettingKey(keys: Keys, key: string): Key {
  const name = currentKeyOf(key);
  const known = Object.hasOwn(keys, name) ? keys[name] : undefined;
  if (known) return known;
  throw new InvalidSettingError(`'${key}' is not a key. Keys: ${Object.keys(keys).join(', ')}.`);
}

/**
 * Validates a value from a file or the environment as if it had been typed.
 *
 * @throws {ConfigError} If it is invalid; the message begins with `location`.
 */
export function checkedValue(key: string, value: unknown, location: string): unknown {
  try {
    return findSettingKey(profileKeys, key).read(
      typeof value === 'string' ? value : JSON.stringify(value),
    );
  } catch (error) {
    if (!(error instanceof InvalidSettingError)) throw error;
    throw new ConfigError(`${location}: ${error.message}`);
  }
}

function text(input: string): string {
  if (input.trim() === '') throw new InvalidSettingError('The value must not be empty.');
  return input;
}

/** Parses the URL of a database. It may not contain a password, since settings are printed. */
function database(input: string): string {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new InvalidSettingError('A database must be postgres://user@host/name.');
  }
  if (url.password === '' && !url.searchParams.has('password')) return input;
  throw new InvalidSettingError(
    'A database must not include a password: it is read from PGPASSWORD or ~/.pgpass.',
  );
}

/** Parses an absolute path. A relative one is refused, since the current folder is never read for configuration. */
function absolutePath(input: string): string {
  if (isAbsolute(input)) return input;
  throw new InvalidSettingError(`'${input}' is not an absolute path.`);
}

function id(input: string): string {
  if (/^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/.test(input)) return input;
  throw new InvalidSettingError(`'${input}' is not an id.`);
}

function wholeNumber(min: number, max: number) {
  return (input: string): number => {
    const number = /^\d{1,9}$/.test(input) ? Number(input) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidSettingError(`'${input}' is not a whole number from ${min} to ${max}.`);
  };
}

/** Parses names of columns: `invoiceNumber,amount`, or a JSON array as the file has them. */
function columnNames(input: string): readonly string[] {
  const names = input.startsWith('[') ? jsonArray(input) : input.split(',');
  const trimmed = names.map((it) => String(it).trim());
  if (trimmed.every((it) => /^\w[\w.]*$/.test(it))) return trimmed;
  throw new InvalidSettingError(
    `'${input}' is not a list of columns such as invoiceNumber,amount.`,
  );
}

function oneOf(values: readonly string[]) {
  return (input: string): string => {
    if (values.includes(input)) return input;
    throw new InvalidSettingError(`'${input}' is not one of ${values.join(', ')}.`);
  };
}

/** Time zones that were looked up. A lookup takes over a millisecond, and `mcp serve` resolves settings at each call. */
const timeZones = new Map<string, string>();

function timeZone(input: string): string {
  try {
    const known = timeZones.get(input);
    if (known !== undefined) return known;
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: input }).resolvedOptions();
    timeZones.set(input, timeZone);
    return timeZone;
  } catch {
    throw new InvalidSettingError(`'${input}' is not a time zone.`);
  }
}

function argv(input: string): string[] {
  const parsed = jsonOf(input);
  const isText = (value: unknown) =>
    typeof value === 'string' && value !== '' && !value.includes('\0');
  if (Array.isArray(parsed) && parsed.length > 0 && parsed.every(isText)) return parsed;
  throw new InvalidSettingError(
    'tokenCommand must be a JSON array of arguments, such as ["vault", "read", "token"].',
  );
}

function jsonArray(given: string): unknown[] {
  const value = jsonOf(given);
  if (Array.isArray(value)) return value;
  throw new InvalidSettingError('The value must be a JSON array.');
}

function jsonOf(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}

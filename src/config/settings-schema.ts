/** The keys of settings and profiles, and their validation. */

import { RECORD_FORMATS } from '../render/options.ts';
import { ConfigError, InvalidSettingError } from './errors.ts';
import { policyKeys } from './policy-settings.ts';
import {
  absolutePath,
  anyText,
  argv,
  columnNames,
  database,
  dollars,
  headerNames,
  jsonArray,
  oneOf,
  serviceId,
  timeZone,
  type ValueType,
  wholeNumberFrom,
} from './value-types.ts';

export interface Key extends ValueType {
  readonly help: string;
}

type Keys = Readonly<Record<string, Key>>;

/** The resources whose list can have columns of one's own. */
export const LISTED_RESOURCES = ['business', 'bank', 'connection', 'invite', 'payable', 'pay'];

export const settingKeys: Keys = {
  format: { help: `output format: ${RECORD_FORMATS.join(', ')}`, ...oneOf(RECORD_FORMATS) },
  timeout: { help: 'maximum time per request, in seconds', ...wholeNumberFrom(1, 3600) },
  retries: {
    help: 'number of retries for requests that are safe to repeat',
    ...wholeNumberFrom(0, 10),
  },
  timeZone: { help: 'time zone of times in tables, such as America/New_York', ...timeZone },
  caFile: { help: 'PEM file of certificate authorities to trust', ...absolutePath },
  'confirm.typeAmountAbove': {
    help: 'dollars above which a payment is confirmed by typing its amount (default 10000.00)',
    ...dollars,
  },
  ...Object.fromEntries(
    LISTED_RESOURCES.map((resource) => [
      `columns.${resource}`,
      { help: `columns of remit ${resource} list in a terminal: a,b.c`, ...columnNames },
    ]),
  ),
};

/** The keys of a profile, including all settings. */
export const profileKeys: Keys = {
  baseUrl: { help: 'base URL of the service', ...anyText },
  business: { help: 'business to act for', ...serviceId },
  environment: {
    help: 'live, or test if no real money moves: duplicate checks and totals are separate',
    ...oneOf(['live', 'test']),
  },
  ...settingKeys,
  tokenCommand: { help: 'program that prints a token: a JSON array of arguments', ...argv },
  dialect: { help: 'dialect file shared by several profiles', ...absolutePath },
  gatewayHeaders: {
    help: 'headers that -H may set on payments, for a gateway before the service: comma-separated names',
    ...headerNames,
  },
  ...policyKeys,
  'journal.database': {
    help: 'PostgreSQL database of a shared journal, without a password',
    ...database,
  },
  'journal.quietSeconds': {
    help: 'seconds after the last send before an unknown outcome is reconciled',
    ...wholeNumberFrom(0, 86_400),
  },
  'match.csv': {
    help: 'columns of CSV bank statements, as remit match remembers them',
    ...jsonArray,
  },
  'payable.csv': {
    help: 'columns of CSV files of invoices, as remit payable create --file remembers them',
    ...jsonArray,
  },
  'run.key': {
    help: 'SSH key that signs the plans you make: its file, or that of the public key if it is in ssh-agent',
    ...anyText,
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
 * Validates a value from a file or the environment: it must be as the program stores it.
 *
 * @throws {ConfigError} If it is invalid or of another type; the message begins with `location`.
 */
export function checkedValue(key: string, value: unknown, location: string): unknown {
  try {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const read = findSettingKey(profileKeys, key).read(text);
    const [found, wanted] = [typeOf(value), typeOf(read)];
    if (found === wanted) return read;
    throw new InvalidSettingError(`The value is of type ${found}, not ${wanted}.`);
  } catch (error) {
    if (!(error instanceof InvalidSettingError)) throw error;
    throw new ConfigError(`${location}: ${error.message}`);
  }
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

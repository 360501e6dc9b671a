/** Resolution of settings from flags, environment, profile and configuration. */

import { type Environment, type Folders, folderIfKnown, foldersOf } from './folders.ts';
import { type PolicySettings, policyFrom } from './policy-settings.ts';
import {
  type Configuration,
  configFile,
  type ProfileValues,
  profileOf,
  readConfiguration,
} from './profiles.ts';
import { checkedValue, LISTED_RESOURCES, settingKeys } from './settings-schema.ts';

export type Source = 'flag' | 'env' | 'profile' | 'config' | 'default';

/** The settings of one run, and the source of each value. */
export interface ResolvedSettings {
  /** The profile in use; `undefined` if there is no profile. */
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly business: string | undefined;
  /**
   * `test` only if the base URL has the origin of the profile's own, since the profile declares only that one a test
   * environment.
   */
  readonly environment: 'live' | 'test';
  readonly format: string | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly retries: number | undefined;
  readonly caFile: string | undefined;
  readonly timeZone: string | undefined;
  /** Columns of lists in a terminal, by resource. */
  readonly columns: Readonly<Record<string, readonly string[] | undefined>>;
  /** Dollars above which a payment is confirmed by typing its amount. */
  readonly typeAmountAbove: string | undefined;
  readonly quietSeconds: number | undefined;
  /** The URL of a journal database shared by several machines; `undefined` for the journal in the state directory. */
  readonly journalDatabase: string | undefined;
  /** A shared dialect file that replaces the profile's own. */
  readonly dialect: string | undefined;
  /** The headers that the profile declares for a gateway before its own base URL, in lower case. */
  readonly gatewayHeaders: readonly string[];
  /** The spending policy of the profile; nothing is forbidden if it is empty. */
  readonly policy: PolicySettings;
  /** Set only if the base URL has the origin of the profile's own, so that its token is sent nowhere else. */
  readonly tokenCommand: readonly string[] | undefined;
  /** The base URL that a token in the environment is for, and the setting that names it. */
  readonly tokenFor: { readonly baseUrl: string; readonly source: string } | undefined;
  /** By key; a key that is absent has its default value. */
  readonly sources: Readonly<Record<string, Source>>;
}

export interface SettingFlags {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly business?: string | undefined;
  readonly format?: string | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  readonly caFile?: string | undefined;
}

/**
 * Returns the settings of one run: flags, environment, profile and configuration, in this order of precedence.
 *
 * @throws {ConfigError} For a damaged file, an invalid value, or a named profile that does not exist, unless `mayBeNew`
 *   is set because the command creates it.
 */
export function settingsOf(
  system: Environment,
  flags: SettingFlags,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {},
): ResolvedSettings {
  const { env } = system;
  const folders = foldersOf(system);
  const configuration = readConfiguration(folders);
  const { profile, values } = profileInUse(flags, env, configuration, mayBeNew);
  const sources: Record<string, Source> = {};
  const lookup = valuesIn(layersOf(flags, env, values, configuration, folders), sources);
  const baseUrl = text(lookup('baseUrl'));
  const isOwn = sameOrigin(baseUrl, values['baseUrl']);
  return {
    profile,
    baseUrl,
    business: text(lookup('business')),
    environment: lookup('environment') === 'test' && isOwn ? 'test' : 'live',
    format: text(lookup('format')),
    timeoutSeconds: numeric(lookup('timeout')),
    retries: numeric(lookup('retries')),
    caFile: text(lookup('caFile')),
    timeZone: text(lookup('timeZone')),
    columns: columnsOf(lookup),
    typeAmountAbove: text(lookup('confirm.typeAmountAbove')),
    quietSeconds: numeric(lookup('journal.quietSeconds')),
    journalDatabase: text(lookup('journal.database')),
    dialect: text(lookup('dialect')),
    gatewayHeaders: (isOwn && strings(lookup('gatewayHeaders'))) || [],
    policy: policyFrom((name) => lookup(`policy.${name}`)),
    tokenCommand: isOwn ? strings(lookup('tokenCommand')) : undefined,
    tokenFor: tokenFor(flags, env, configuration),
    sources,
  };
}

function columnsOf(lookup: (key: string) => unknown): ResolvedSettings['columns'] {
  const found = LISTED_RESOURCES.map((it) => [it, strings(lookup(`columns.${it}`))] as const);
  return Object.fromEntries(found.filter(([, names]) => names !== undefined));
}

/**
 * Returns the profile in use. A profile named explicitly must exist; a current one that was deleted counts as not set.
 */
function profileInUse(
  flags: SettingFlags,
  env: Environment['env'],
  configuration: Configuration,
  mayBeNew: boolean,
): { readonly profile: string | undefined; readonly values: ProfileValues } {
  const { profiles, current } = configuration;
  const named = flags.profile ?? (env['REMIT_PROFILE'] || undefined);
  const exists = (name: string) => Object.hasOwn(profiles, name);
  if (named === undefined) {
    const profile = current !== null && exists(current) ? current : undefined;
    return { profile, values: profile === undefined ? {} : profileOf(configuration, profile) };
  }
  if (mayBeNew && !exists(named)) return { profile: named, values: {} };
  return { profile: named, values: profileOf(configuration, named) };
}

/**
 * Returns the base URL that a token in the environment is for: the one of the environment, of the current profile, or,
 * if neither is set, of the flag. Otherwise a flag cannot send the token elsewhere.
 */
function tokenFor(
  { baseUrl: flag }: SettingFlags,
  env: Environment['env'],
  configuration: Configuration,
): ResolvedSettings['tokenFor'] {
  const variable = env['REMIT_BASE_URL'];
  if (variable) return { baseUrl: variable, source: 'REMIT_BASE_URL' };
  const { profile, values } = profileInUse({}, env, configuration, true);
  const ownBaseUrl = text(values['baseUrl']);
  if (ownBaseUrl !== undefined) return { baseUrl: ownBaseUrl, source: `profile ${profile}` };
  return flag === undefined ? undefined : { baseUrl: flag, source: '--base-url' };
}

interface Layer {
  readonly source: Source;
  readonly values: ProfileValues;
  /** Returns the name of a value for an error message. Not set for flags, which were validated when parsed. */
  readonly locationOf?: (key: string) => string;
}

/**
 * Returns the layers in order of precedence. `TZ` comes last: it is meant for every program, so a setting of this one
 * is more specific.
 */
function layersOf(
  flags: SettingFlags,
  env: Environment['env'],
  profile: ProfileValues,
  { settings }: Configuration,
  folders: Folders,
): readonly Layer[] {
  const locationOf = (key: string) => `${folderIfKnown(() => configFile(folders))}, ${key}`;
  return [
    { source: 'flag', values: { ...flags } },
    { source: 'env', values: fromEnvironment(env), locationOf: (key) => variables[key] ?? key },
    { source: 'profile', values: profile, locationOf },
    { source: 'config', values: pickKeys(settings, Object.keys(settingKeys)), locationOf },
    { source: 'env', values: { timeZone: zoneOf(env['TZ']) } },
  ];
}

function valuesIn(layers: readonly Layer[], sources: Record<string, Source>) {
  return (key: string): unknown => {
    const layer = layers.find(
      ({ values }) => Object.hasOwn(values, key) && values[key] !== undefined,
    );
    if (!layer) return undefined;
    sources[key] = layer.source;
    const value = layer.values[key];
    return layer.locationOf ? checkedValue(key, value, layer.locationOf(key)) : value;
  };
}

const variables: Readonly<Record<string, string>> = {
  baseUrl: 'REMIT_BASE_URL',
  business: 'REMIT_BUSINESS',
  format: 'REMIT_FORMAT',
  caFile: 'REMIT_CA_FILE',
  'journal.database': 'REMIT_JOURNAL_DATABASE',
};

/** Returns the values of the environment. An empty variable counts as unset. */
const fromEnvironment = (env: Environment['env']): ProfileValues =>
  Object.fromEntries(
    Object.entries(variables).map(([key, variable]) => [key, env[variable] || undefined]),
  );

const pickKeys = (values: ProfileValues, keys: readonly string[]): ProfileValues =>
  Object.fromEntries(keys.map((key) => [key, values[key]]));

/** Returns the system's time zone if it is a known name: `TZ` may have other forms. */
function zoneOf(zone: string | undefined): unknown {
  try {
    return zone ? checkedValue('timeZone', zone, 'TZ') : undefined;
  } catch {
    return undefined;
  }
}

/** Reports whether both values are URLs with the same scheme, host and port. */
export function sameOrigin(left: unknown, right: unknown): boolean {
  const [first, second] = [left, right].map((setting) =>
    typeof setting === 'string' && URL.canParse(setting) ? new URL(setting).origin : undefined,
  );
  return first !== undefined && first === second;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const numeric = (value: unknown) => (typeof value === 'number' ? value : undefined);
const strings = (value: unknown) => (Array.isArray(value) ? value.map(String) : undefined);

/** The profile that the first sign-in creates if none is named. */
export const FIRST_PROFILE = 'default';

/**
 * Returns the output format from environment, profile or settings. If they cannot be read, that of `REMIT_FORMAT`,
 * which may be `undefined`.
 */
export function configuredOutput(system: Environment): string | undefined {
  try {
    return settingsOf(system, {}).format;
  } catch {
    return system.env['REMIT_FORMAT'];
  }
}

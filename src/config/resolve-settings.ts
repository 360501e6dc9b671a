import { type Environment, type Folders, folderIfKnown } from './folders.ts';
import { type PolicySettings, policyOf } from './policy.ts';
import {
  type Configuration,
  configFile,
  type ProfileValues,
  profileOf,
  readConfiguration,
} from './profiles.ts';
import { checkedValue, settingKeys } from './settings-schema.ts';

export type Source = 'flag' | 'env' | 'profile' | 'config' | 'default';

/** What holds for this run, and where each value came from. */
export interface ResolvedSettings {
  /** The profile in use, if any. */
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly business: string | undefined;
  /** `test` only where the base URL is the profile's own: no other is what the profile calls so. */
  readonly environment: 'live' | 'test';
  readonly output: string | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly retries: number | undefined;
  readonly caFile: string | undefined;
  readonly timeZone: string | undefined;
  /** Dollars above which a payment is confirmed by typing its amount. */
  readonly typeAmountAbove: string | undefined;
  readonly quietSeconds: number | undefined;
  /** The database of a journal that machines share; the state folder holds the journal when undefined. */
  readonly journalDatabase: string | undefined;
  /** A file that holds the dialect in place of the profile's own. */
  readonly dialect: string | undefined;
  /** What may be done under this profile; nothing is forbidden where it says nothing. */
  readonly policy: PolicySettings;
  /** Only where the base address is the profile's own: its token goes nowhere else. */
  readonly tokenCommand: readonly string[] | undefined;
  /** The address that a token in the environment is for, and what says so. */
  readonly tokenFor: { readonly baseUrl: string; readonly by: string } | undefined;
  /** By key; what is in none of them is at its default. */
  readonly sources: Readonly<Record<string, Source>>;
}

export interface SettingFlags {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly business?: string | undefined;
  readonly output?: string | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  readonly caFile?: string | undefined;
}

/**
 * Flag, then environment, then profile, then settings. Throws `ConfigError` for a damaged file, a value that cannot be, or a profile
 * named that is not there, unless it `mayBeNew` because the command is about to make it.
 */
export function resolveSettings(
  flags: SettingFlags,
  { env }: Environment,
  folders: Folders,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {},
): ResolvedSettings {
  const configuration = readConfiguration(folders);
  const { profile, values } = profileInUse(flags, env, configuration, mayBeNew);
  const sources: Record<string, Source> = {};
  const of = valuesIn(layersOf(flags, env, values, configuration, folders), sources);
  const baseUrl = text(of('baseUrl'));
  const isOwn = sameOrigin(baseUrl, values['baseUrl']);
  return {
    profile,
    baseUrl,
    business: text(of('business')),
    environment: of('environment') === 'test' && isOwn ? 'test' : 'live',
    output: text(of('output')),
    timeoutSeconds: numeric(of('timeout')),
    retries: numeric(of('retries')),
    caFile: text(of('caFile')),
    timeZone: text(of('timeZone')),
    typeAmountAbove: text(of('confirm.typeAmountAbove')),
    quietSeconds: numeric(of('journal.quietSeconds')),
    journalDatabase: text(of('journal.database')),
    dialect: text(of('dialect')),
    policy: policyOf(of),
    tokenCommand: isOwn ? words(of('tokenCommand')) : undefined,
    tokenFor: tokenFor(flags, env, configuration),
    sources,
  };
}

/** A profile that was requested with --allow-duplicate must be there; a current one that is gone is as if there were none. */
function profileInUse(
  flags: SettingFlags,
  env: Environment['env'],
  configuration: Configuration,
  mayBeNew: boolean,
): { readonly profile: string | undefined; readonly values: ProfileValues } {
  const { profiles, current } = configuration;
  const named = flags.profile ?? (env['REMIT_PROFILE'] || undefined);
  const isThere = (name: string) => Object.hasOwn(profiles, name);
  if (named === undefined) {
    const profile = current !== null && isThere(current) ? current : undefined;
    return { profile, values: profile === undefined ? {} : profileOf(configuration, profile) };
  }
  if (mayBeNew && !isThere(named)) return { profile: named, values: {} };
  return { profile: named, values: profileOf(configuration, named) };
}

/** A token in the environment was set for what the environment and the current profile say: no flag takes it elsewhere. */
function tokenFor(
  { baseUrl: flag }: SettingFlags,
  env: Environment['env'],
  configuration: Configuration,
): ResolvedSettings['tokenFor'] {
  const variable = env['REMIT_BASE_URL'];
  if (variable) return { baseUrl: variable, by: 'REMIT_BASE_URL' };
  const { profile, values } = profileInUse({}, env, configuration, true);
  const own = text(values['baseUrl']);
  if (own !== undefined) return { baseUrl: own, by: `profile ${profile}` };
  return flag === undefined ? undefined : { baseUrl: flag, by: '--base-url' };
}

interface Layer {
  readonly source: Source;
  readonly values: ProfileValues;
  /** How a value of it is called where it is wrong; none for flags, which were checked when they were read. */
  readonly place?: (key: string) => string;
}

/** First come, first served. `TZ` stands last: it is meant for every program, and what is set for this one says more. */
function layersOf(
  flags: SettingFlags,
  env: Environment['env'],
  profile: ProfileValues,
  { settings }: Configuration,
  folders: Folders,
): readonly Layer[] {
  const place = (key: string) => `${folderIfKnown(() => configFile(folders))}, ${key}`;
  return [
    { source: 'flag', values: { ...flags } },
    { source: 'env', values: fromEnvironment(env), place: (key) => variables[key] ?? key },
    { source: 'profile', values: profile, place },
    { source: 'config', values: only(settings, Object.keys(settingKeys)), place },
    { source: 'env', values: { timeZone: zoneOf(env['TZ']) } },
  ];
}

function valuesIn(layers: readonly Layer[], sources: Record<string, Source>) {
  return (key: string): unknown => {
    const layer = layers.find(({ values }) => Object.hasOwn(values, key) && values[key] != null);
    if (!layer) return undefined;
    sources[key] = layer.source;
    const value = layer.values[key];
    return layer.place ? checkedValue(key, value, layer.place(key)) : value;
  };
}

const variables: Readonly<Record<string, string>> = {
  baseUrl: 'REMIT_BASE_URL',
  business: 'REMIT_BUSINESS',
  output: 'REMIT_OUTPUT',
  'journal.database': 'REMIT_JOURNAL_DATABASE',
};

/** An empty variable counts as unset. */
const fromEnvironment = (env: Environment['env']): ProfileValues =>
  Object.fromEntries(
    Object.entries(variables).map(([key, variable]) => [key, env[variable] || undefined]),
  );

const only = (values: ProfileValues, keys: readonly string[]): ProfileValues =>
  Object.fromEntries(keys.map((key) => [key, values[key]]));

/** The system's zone, where it is one that can be named: `TZ` may hold other things too. */
function zoneOf(zone: string | undefined): unknown {
  try {
    return zone ? checkedValue('timeZone', zone, 'TZ') : undefined;
  } catch {
    return undefined;
  }
}

/** Whether both are addresses, of the same scheme, host and port. */
export function sameOrigin(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((it) =>
    typeof it === 'string' && URL.canParse(it) ? new URL(it).origin : undefined,
  );
  return first !== undefined && first === second;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const numeric = (value: unknown) => (typeof value === 'number' ? value : undefined);
const words = (value: unknown) => (Array.isArray(value) ? value.map(String) : undefined);

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError } from '../../src/config/errors.ts';
import { type SettingFlags, settingsOf } from '../../src/config/resolve-settings.ts';
import { environmentOf, errorOf, type Home, newHome } from './temporary-home.ts';

type Env = Readonly<Record<string, string>>;

function homeWith(configuration: object): Home {
  const home = newHome();
  mkdirSync(home.folders.config(), { recursive: true });
  writeFileSync(home.file('config.json'), JSON.stringify(configuration));
  return home;
}

const resolve = ({ path }: Home, flags: SettingFlags = {}, env: Env = {}) =>
  settingsOf(environmentOf({ REMIT_HOME: path, ...env }), flags);

const profiles = {
  live: {
    baseUrl: 'https://live.test/v1',
    business: 'biz_live',
    format: 'csv',
    timeout: 5,
    retries: 1,
    caFile: '/live.pem',
    timeZone: 'Europe/Paris',
    tokenCommand: ['vault', 'read'],
    'journal.quietSeconds': 2,
    'policy.maxPerPayment': '500',
    'policy.allowedBankAccounts': ['fs_1', 'fs_2'],
    dialect: '/shared/dialect.json',
    gatewayHeaders: ['x-team'],
  },
  bare: { baseUrl: 'https://bare.test' },
};
const settings = {
  format: 'tsv',
  timeout: 9,
  retries: 3,
  caFile: '/all.pem',
  timeZone: 'Asia/Tokyo',
};
const full = { current: 'live', profiles, settings };

const flags: SettingFlags = {
  baseUrl: 'https://flag.test',
  business: 'biz_flag',
  format: 'json',
  timeout: 1,
  retries: 0,
  caFile: 'flag.pem',
};
const env: Env = {
  REMIT_BASE_URL: 'https://env.test',
  REMIT_BUSINESS: 'biz_env',
  REMIT_FORMAT: 'ndjson',
};

const every = (source: string) =>
  Object.fromEntries(
    ['baseUrl', 'business', 'format', 'timeout', 'retries', 'caFile'].map((key) => [key, source]),
  );

test('flags come first', () => {
  expect(resolve(homeWith(full), flags, env)).toMatchObject({
    profile: 'live',
    baseUrl: 'https://flag.test',
    business: 'biz_flag',
    format: 'json',
    timeoutSeconds: 1,
    retries: 0,
    caFile: 'flag.pem',
    sources: every('flag'),
  });
});

test('then the environment', () => {
  expect(resolve(homeWith(full), {}, env)).toMatchObject({
    baseUrl: 'https://env.test',
    business: 'biz_env',
    format: 'ndjson',
    timeoutSeconds: 5,
    sources: { baseUrl: 'env', business: 'env', format: 'env', timeout: 'profile' },
  });
});

test('then the profile', () => {
  expect(resolve(homeWith(full))).toEqual({
    profile: 'live',
    tokenFor: { baseUrl: 'https://live.test/v1', source: 'profile live' },
    baseUrl: 'https://live.test/v1',
    business: 'biz_live',
    environment: 'live',
    format: 'csv',
    timeoutSeconds: 5,
    retries: 1,
    caFile: '/live.pem',
    timeZone: 'Europe/Paris',
    columns: {},
    quietSeconds: 2,
    policy: { maxPerPayment: '500', allowedBankAccounts: ['fs_1', 'fs_2'] },
    dialect: '/shared/dialect.json',
    gatewayHeaders: ['x-team'],
    tokenCommand: ['vault', 'read'],
    sources: {
      ...every('profile'),
      timeZone: 'profile',
      tokenCommand: 'profile',
      'journal.quietSeconds': 'profile',
      'policy.maxPerPayment': 'profile',
      'policy.allowedBankAccounts': 'profile',
      dialect: 'profile',
      gatewayHeaders: 'profile',
    },
  });
});

test('the environment setting applies to the base URL of the profile only', () => {
  const sandbox = { baseUrl: 'http://localhost:4010', environment: 'test' };
  const home = homeWith({ current: 'sandbox', profiles: { ...profiles, sandbox } });
  const given = (wishes: SettingFlags, from: Env = {}) => resolve(home, wishes, from).environment;
  expect(given({})).toBe('test');
  expect(given({ baseUrl: 'http://LOCALHOST:4010/v2' })).toBe('test');
  expect(given({ baseUrl: 'https://elsewhere.test' })).toBe('live');
  expect(given({}, { REMIT_BASE_URL: 'https://elsewhere.test' })).toBe('live');
  expect(given({ profile: 'bare' })).toBe('live');
  expect(given({ profile: 'bare', baseUrl: 'http://localhost:4010' })).toBe('live');
  expect(() => resolve(homeWith({ settings: { environment: 'test' } }))).toThrow('unknown member');
});

test('settings that contain a base URL are refused', () => {
  const home = homeWith({ settings: { ...settings, baseUrl: 'https://never.test' } });
  expect(() => resolve(home)).toThrow("unknown member 'settings.baseUrl'");
});

test('then the settings, which contain no base URL', () => {
  const resolved = resolve(homeWith({ settings }));
  expect(resolved).toMatchObject({
    profile: undefined,
    baseUrl: undefined,
    format: 'tsv',
    timeoutSeconds: 9,
    retries: 3,
    caFile: '/all.pem',
    timeZone: 'Asia/Tokyo',
  });
  expect(resolved.sources).toEqual({
    format: 'config',
    timeout: 'config',
    retries: 'config',
    caFile: 'config',
    timeZone: 'config',
  });
});

test('undefined where nothing is set', () => {
  const { sources, policy, columns, environment, gatewayHeaders, ...values } = resolve(newHome());
  expect([sources, policy, columns, environment]).toEqual([{}, {}, {}, 'live']);
  expect(gatewayHeaders).toEqual([]);
  expect(Object.values(values).filter((it) => it !== undefined)).toEqual([]);
});

test.each([
  [{ profile: 'bare' }, { REMIT_PROFILE: 'live' }, 'bare'],
  [{}, { REMIT_PROFILE: 'bare' }, 'bare'],
  [{}, { REMIT_PROFILE: '' }, 'live'],
])('the profile of %j and %j is %s', (wishes, variables, name) => {
  expect(resolve(homeWith(full), wishes, variables).profile).toBe(name);
});

test('an empty variable counts as unset', () => {
  const empty = { REMIT_BASE_URL: '', REMIT_BUSINESS: '', REMIT_FORMAT: '' };
  expect(resolve(homeWith(full), {}, empty)).toMatchObject({ business: 'biz_live', format: 'csv' });
});

test.each([
  [{ profile: 'gone' }, {}],
  [{}, { REMIT_PROFILE: 'gone' }],
  [{}, { REMIT_PROFILE: '__proto__' }],
])('an unknown profile is an error: %j %j', async (wishes, variables) => {
  const error = await errorOf(() => resolve(homeWith(full), wishes, variables));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).toContain('live, bare');
});

test('a command that creates a profile may name a new one', () => {
  const { environment } = homeWith(full);
  const resolved = settingsOf(environment, { profile: 'new' }, { mayBeNew: true });
  expect(resolved).toMatchObject({ profile: 'new', baseUrl: undefined, format: 'tsv' });
});

test('a deleted current profile counts as none', () => {
  expect(resolve(homeWith({ ...full, current: 'gone' }))).toMatchObject({ profile: undefined });
});

test.each([
  ['https://live.test', true],
  ['https://live.test/other', true],
  ['https://LIVE.test:443/', true],
  ['http://live.test/v1', false],
  ['https://live.test:8443/v1', false],
  ['https://evil.test/v1', false],
  ['https://live.test.evil.test', false],
  ['nonsense', false],
])('the token command of the profile applies to %s: %s', (baseUrl, goes) => {
  expect(resolve(homeWith(full), { baseUrl }).tokenCommand !== undefined).toBe(goes);
});

test('TZ is the last source of the time zone, and an invalid TZ is ignored', () => {
  const TZ = 'America/New_York';
  expect(resolve(homeWith(full), {}, { TZ }).timeZone).toBe('Europe/Paris');
  expect(resolve(newHome(), {}, { TZ }).timeZone).toBe(TZ);
  expect(resolve(newHome(), {}, { TZ: ':/etc/localtime' }).timeZone).toBeUndefined();
});

test.each([
  [{}, { REMIT_FORMAT: 'xml' }, 'REMIT_FORMAT'],
  [{}, { REMIT_BUSINESS: '../x' }, 'REMIT_BUSINESS'],
  [{ format: 'xml' }, {}, 'format'],
  [{ timeout: 'soon' }, {}, 'timeout'],
  [{ retries: 99 }, {}, 'retries'],
  [{ tokenCommand: 'rm -rf' }, {}, 'tokenCommand'],
])('an invalid value is reported with its location: %j %j', async (values, variables, place) => {
  const profile = { baseUrl: 'https://a.test', ...values };
  const home = homeWith({ current: 'a', profiles: { a: profile } });
  const error = await errorOf(() => resolve(home, {}, variables));
  expect(error.name).toBe('ConfigError');
  expect(error.message).toContain(place);
});

test('an invalid value that a flag overrides is ignored, so that it can be repaired', () => {
  const home = homeWith({ current: 'a', profiles: { a: { format: 'xml' } } });
  expect(resolve(home, { format: 'json' }).format).toBe('json');
});

test('a base URL and token in the environment need no home directory, and nothing is written', () => {
  const variables = { REMIT_BASE_URL: 'https://env.test' };
  for (const home of [undefined, '/dev/null', '/proc/nowhere']) {
    const environment = environmentOf(variables, home);
    const resolved = settingsOf(environment, {});
    expect(resolved).toMatchObject({ profile: undefined, baseUrl: 'https://env.test' });
  }
});

test('a profile without a home directory is a specific error', async () => {
  const environment = environmentOf({ REMIT_PROFILE: 'live' });
  const error = await errorOf(() => settingsOf(environment, {}));
  expect(error).toBeInstanceOf(ConfigError);
});

test('resolving does not change the file', () => {
  const home = homeWith(full);
  resolve(home, flags, env);
  expect(readFileSync(home.file('config.json'), 'utf8')).toBe(JSON.stringify(full));
});

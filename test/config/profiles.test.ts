import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, InvalidSettingError } from '../../src/config/errors.ts';
import {
  changeConfiguration,
  profileName,
  profileOf,
  readConfiguration,
  writeProfile,
} from '../../src/config/profiles.ts';
import { findSettingKey, profileKeys, settingKeys } from '../../src/config/settings-schema.ts';
import { errorOf, newHome } from './temporary-home.ts';

function homeWith(config: string) {
  const home = newHome();
  mkdirSync(home.folders.config(), { recursive: true });
  writeFileSync(home.file('config.json'), config);
  return home;
}

test('nothing is configured at first, and reading writes nothing', () => {
  const { folders } = newHome({ REMIT_HOME: '/proc/nowhere' });
  expect(readConfiguration(folders)).toMatchObject({ current: null, profiles: {}, settings: {} });
});

test('the first profile becomes the current one, a second does not', async () => {
  const { folders } = newHome();
  await writeProfile(folders, 'live', { baseUrl: 'https://a.test' });
  await writeProfile(folders, 'test', { baseUrl: 'https://b.test' });
  await writeProfile(folders, 'live', { business: 'biz_1' });
  expect(readConfiguration(folders)).toEqual({
    version: 1,
    current: 'live',
    profiles: {
      live: { baseUrl: 'https://a.test', business: 'biz_1' },
      test: { baseUrl: 'https://b.test' },
    },
    settings: {},
  });
});

test('a reference to the schema of the file is preserved', async () => {
  const { folders, file } = homeWith('{"$schema":"https://a.test/config.json","profiles":{}}');
  await writeProfile(folders, 'live', { format: 'json' });
  expect(JSON.parse(readFileSync(file('config.json'), 'utf8'))).toMatchObject({
    $schema: 'https://a.test/config.json',
    profiles: { live: { format: 'json' } },
  });
});

test('a byte order mark is accepted', () => {
  const { folders } = homeWith('\uFEFF{"current":"live"}');
  expect(readConfiguration(folders).current).toBe('live');
});

test.each([
  ['{\n  "current": "live",\n  "profiles": }\n', 'line 3'],
  ['{\n  "current": "live"\n  "profiles": {}\n}\n', 'line 3'],
  ['{\n  "profiles": {\n    "live": {\n', 'line 4'],
  ['{\n  "profiles": {},\n}\n', 'line 3'],
  ['{\n  "current": "li\nve"\n}', 'line 2'],
  ['{\n  "current": nil\n}', 'line 2'],
  ['', 'line 1'],
  ['[]', 'not a JSON object'],
  ['{"profiles":{"live":1}}', 'profiles'],
  ['{"settings":[]}', 'settings'],
  ['{"current":7}', 'current'],
  ['{"version":"1"}', 'version'],
  ['{"version":2}', 'has version 2, and this version of remit reads version 1'],
  ['{"note":"mine"}', "unknown member 'note'"],
  ['{"settings":{"baseUrl":"https://a.test"}}', "unknown member 'settings.baseUrl'"],
  ['{"profiles":{"live":{"policy.maxPerDy":"1"}}}', "'profiles.live.policy.maxPerDy'"],
  ['{"profiles":{"a":{"policy.maxPerDay":"1","policy.maxPer\\u0044ay":"9"}}}', 'occurs twice'],
  ['{"profiles":{"a":{}},"profiles":{}}', 'occurs twice'],
])('a damaged file is reported with its line, and never overwritten: %j', async (text, where) => {
  const { folders, file } = homeWith(text);
  const error = await errorOf(() => writeProfile(folders, 'live', { format: 'json' }));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).toContain(file('config.json'));
  expect(error.message).toContain(where);
  expect(readFileSync(file('config.json'), 'utf8')).toBe(text);
});

test('an unknown profile is an error that lists the known ones', async () => {
  const { folders } = newHome();
  await writeProfile(folders, 'live', {});
  await writeProfile(folders, 'test', {});
  const error = await errorOf(() => profileOf(readConfiguration(folders), 'liv'));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).toContain('live, test');
});

test.each(['a', 'Live-2', '0_x', 'x'.repeat(64)])('%s is a valid profile name', (name) => {
  expect(profileName(name)).toBe(name);
});

test.each(['', '-a', '../a', 'a b', 'ä', 'x'.repeat(65), '__proto__', 'constructor', 'toString'])(
  '%j is an invalid profile name',
  async (name) => {
    const { folders } = newHome();
    const error = await errorOf(() => writeProfile(folders, name, { format: 'json' }));
    expect(error).toBeInstanceOf(InvalidSettingError);
    expect(({} as Record<string, unknown>)['format']).toBeUndefined();
  },
);

test('names of Object.prototype are neither profiles nor keys', () => {
  const { folders } = homeWith('{"profiles":{"__proto__":{"format":"json"}}}');
  const configuration = readConfiguration(folders);
  expect(() => profileOf(configuration, 'constructor')).toThrow(ConfigError);
  expect(() => findSettingKey(profileKeys, '__proto__')).toThrow(InvalidSettingError);
  expect(() => findSettingKey(profileKeys, 'constructor')).toThrow(InvalidSettingError);
  expect(({} as Record<string, unknown>)['format']).toBeUndefined();
});

test.each([
  ['baseUrl', 'https://a.test/v1', 'https://a.test/v1'],
  ['business', 'biz_1', 'biz_1'],
  ['environment', 'test', 'test'],
  ['format', 'ndjson', 'ndjson'],
  ['timeout', '60', 60],
  ['retries', '0', 0],
  ['timeZone', 'America/New_York', 'America/New_York'],
  ['caFile', '/etc/ca.pem', '/etc/ca.pem'],
  ['tokenCommand', '["vault","read","a b"]', ['vault', 'read', 'a b']],
  ['journal.quietSeconds', '2', 2],
  ['journal.database', 'postgres://pay@db.example/ops', 'postgres://pay@db.example/ops'],
])('%s accepts %s', (key, text, value) => {
  expect(findSettingKey(profileKeys, key).read(text)).toEqual(value);
});

test.each([
  ['baseUrl', ' '],
  ['business', '..'],
  ['environment', 'Test'],
  ['business', 'a/b'],
  ['format', 'xml'],
  ['timeout', '0'],
  ['timeout', '1e3'],
  ['retries', '-1'],
  ['retries', '11'],
  ['timeZone', 'Mars/Base'],
  ['caFile', 'ca.pem'],
  ['tokenCommand', 'vault read'],
  ['tokenCommand', '[]'],
  ['tokenCommand', '["vault",""]'],
  ['tokenCommand', '["vault",1]'],
  ['journal.quietSeconds', '2.5'],
  ['journal.database', 'mysql://pay@db.example/ops'],
  ['journal.database', 'postgres://pay:secret@db.example/ops'],
  ['journal.database', 'postgres://pay@db.example/ops?password=secret'],
])('%s refuses %s', (key, text) => {
  expect(() => findSettingKey(profileKeys, key).read(text)).toThrow(InvalidSettingError);
});

test('an unknown key is an error that lists the known ones', () => {
  expect(() => findSettingKey(settingKeys, 'baseUrl')).toThrow(
    "'baseUrl' is not a key. Keys: format, timeout, retries, timeZone, caFile, confirm.typeAmountAbove, columns.business, ",
  );
});

test('a change is applied to the current content of the file, not to what was read before', async () => {
  const { folders } = newHome();
  const add = (key: string) =>
    changeConfiguration(folders, (now) => ({ ...now, settings: { ...now.settings, [key]: 1 } }));
  await Promise.all(['timeout', 'retries'].map(add));
  expect(readConfiguration(folders).settings).toEqual({ timeout: 1, retries: 1 });
});

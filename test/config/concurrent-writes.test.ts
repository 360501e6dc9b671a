import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { expect, test } from 'vitest';
import { readCredential } from '../../src/config/credentials.ts';
import { readConfiguration } from '../../src/config/profiles.ts';
import { newHome, temporary } from './temporary-home.ts';

const source = (name: string) => JSON.stringify(resolve(`src/config/${name}.ts`));

/** A program that sets one key of the profile `live`, a few times over, and stores a token under a name of its own. */
const program = `
import { foldersOf } from ${source('folders')};
import { findSettingKey, profileKeys } from ${source('settings-schema')};
import { writeProfile } from ${source('profiles')};
import { saveCredential } from ${source('credentials')};

const [key, ...texts] = process.argv.slice(2);
const isAlive = (pid) => process.kill(pid, 0);
const folders = foldersOf({ env: process.env, home: undefined, pid: process.pid, isAlive });
for (const text of texts) await writeProfile(folders, 'live', { [key]: findSettingKey(profileKeys, key).read(text) });
const name = key.replace('.', '-');
await saveCredential(folders, name, { origin: 'https://a.test', token: 'token-of-' + name, expiresAt: null, user: null });
`;

const texts: Readonly<Record<string, readonly string[]>> = {
  baseUrl: ['https://a.test', 'https://b.test', 'https://c.test'],
  business: ['biz_1', 'biz_2', 'biz_3'],
  format: ['csv', 'tsv', 'json'],
  timeout: ['1', '2', '3'],
  retries: ['1', '2', '3'],
  timeZone: ['UTC', 'Europe/Paris', 'America/New_York'],
  tokenCommand: ['["a"]', '["b"]', '["c"]'],
  'journal.quietSeconds': ['1', '2', '3'],
};

test('eight processes that change one profile concurrently lose no change', async () => {
  const folder = temporary();
  writeFileSync(join(folder, 'program.js'), program);
  await build({
    input: join(folder, 'program.js'),
    output: { dir: join(folder, 'built'), entryFileNames: 'program.mjs' },
    platform: 'node',
    logLevel: 'silent',
  });
  const { folders, path } = newHome();
  const start = ([key, values]: [string, readonly string[]]) =>
    promisify(execFile)(process.execPath, [join(folder, 'built', 'program.mjs'), key, ...values], {
      env: { ...process.env, REMIT_HOME: path },
    });

  await Promise.all(Object.entries(texts).map(start));

  expect(readConfiguration(folders)).toEqual({
    version: 1,
    current: 'live',
    profiles: {
      live: {
        baseUrl: 'https://c.test',
        business: 'biz_3',
        format: 'json',
        timeout: 3,
        retries: 3,
        timeZone: 'America/New_York',
        tokenCommand: ['c'],
        'journal.quietSeconds': 3,
      },
    },
    settings: {},
  });
  for (const name of Object.keys(texts).map((key) => key.replace('.', '-'))) {
    expect(readCredential(folders, name, 'https://a.test')?.token).toBe(`token-of-${name}`);
  }
  expect(readdirSync(folders.config()).sort()).toEqual(['config.json', 'credentials.json']);
}, 60_000);

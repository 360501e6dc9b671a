import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saveCredential } from '../../src/config/credentials.ts';
import { ConfigError } from '../../src/config/errors.ts';
import { readPrivate, writePrivate } from '../../src/config/private-file.ts';
import { writeProfile } from '../../src/config/profiles.ts';
import { type Home, newHome, temporary } from './temporary-home.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

const credential = { origin: 'https://a.test', token: 'token-123', expiresAt: null, user: null };
const writers: readonly [name: string, write: (home: Home) => Promise<unknown>][] = [
  ['config.json', ({ folders }) => writeProfile(folders, 'live', { format: 'json' })],
  ['credentials.json', ({ folders }) => saveCredential(folders, 'live', credential)],
];

test.each(writers)('%s is 0600 in a directory that is 0700', async (name, write) => {
  const home = newHome();
  await write(home);
  expect(modeOf(home.file(name))).toBe(0o600);
  expect(modeOf(home.folders.config())).toBe(0o700);
  expect(readdirSync(home.folders.config())).toEqual([name]);
});

test.each(writers)('%s is made private again if its mode was widened', async (name, write) => {
  const home = newHome();
  await write(home);
  chmodSync(home.folders.config(), 0o755);
  chmodSync(home.file(name), 0o644);
  await write(home);
  expect(modeOf(home.file(name))).toBe(0o600);
  expect(modeOf(home.folders.config())).toBe(0o700);
});

test.each(writers)('%s is never written through a symbolic link', async (name, write) => {
  const home = newHome();
  const target = join(home.path, 'target.json');
  writeFileSync(target, '{}');
  mkdirSync(home.folders.config(), { recursive: true });
  symlinkSync(target, home.file(name));
  await expect(write(home)).rejects.toThrow(/symbolic link/);
  expect(readFileSync(target, 'utf8')).toBe('{}');
  expect(existsSync(`${home.file(name)}.lock`)).toBe(false);
});

test('a file named by the user may be a symbolic link, such as a mounted secret', () => {
  const folder = temporary();
  writeFileSync(join(folder, 'target'), 'text');
  symlinkSync(join(folder, 'target'), join(folder, 'link'));
  expect(readPrivate(join(folder, 'link'))).toBe('text');
});

test('a missing file is undefined; an unreadable file is an error', () => {
  const folder = temporary();
  expect(readPrivate(join(folder, 'none'))).toBeUndefined();
  expect(readPrivate(join(folder, 'none', 'below'))).toBeUndefined();
  expect(() => readPrivate(folder)).toThrow(ConfigError);
});

test('reports a directory in place of the file', () => {
  const { path: folder, folders } = newHome();
  writeFileSync(join(folder, 'config'), '');
  const path = join(folder, 'config', 'a.json');
  expect(() => writePrivate(folders, path, '')).toThrow(
    `${join(folder, 'config')} cannot be written: a file is in its place (EEXIST).`,
  );
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  checkToken,
  forgetCredential,
  readCredential,
  saveCredential,
} from '../../src/config/credentials.ts';
import { ConfigError } from '../../src/config/errors.ts';
import { foldersOf } from '../../src/config/folders.ts';
import { environmentOf, errorOf, newHome } from './temporary-home.ts';

const origin = 'https://a.test';
const credential = {
  origin,
  token: 'secret-token',
  expiresAt: '2030-01-01T00:00:00Z',
  user: 'ann@a.test',
};

function homeWith(credentials: string) {
  const home = newHome();
  mkdirSync(home.folders.config(), { recursive: true });
  writeFileSync(home.file('credentials.json'), credentials);
  return home;
}

test('a token is returned for its profile and origin only', async () => {
  const { folders } = newHome();
  await saveCredential(folders, 'live', credential);
  expect(readCredential(folders, 'live', origin)).toEqual(credential);
  expect(readCredential(folders, 'live', 'http://a.test')).toBeUndefined();
  expect(readCredential(folders, 'live', 'https://a.test:8443')).toBeUndefined();
  expect(readCredential(folders, 'live', 'https://a.test.evil.test')).toBeUndefined();
  expect(readCredential(folders, 'other', origin)).toBeUndefined();
});

test('a later token replaces the earlier one', async () => {
  const { folders } = newHome();
  await saveCredential(folders, 'live', credential);
  await saveCredential(folders, 'live', { ...credential, origin: 'https://b.test' });
  expect(readCredential(folders, 'live', origin)).toBeUndefined();
});

test('deleting reports whether there was a token, and keeps the others', async () => {
  const { folders } = newHome();
  expect(await forgetCredential(folders, 'live')).toBe(false);
  await saveCredential(folders, 'live', credential);
  await saveCredential(folders, 'test', credential);
  expect(await forgetCredential(folders, 'live')).toBe(true);
  expect(readCredential(folders, 'live', origin)).toBeUndefined();
  expect(readCredential(folders, 'test', origin)).toEqual(credential);
});

test('without a home directory there is no token to read or delete', async () => {
  const folders = foldersOf(environmentOf({}));
  expect(readCredential(folders, 'live', origin)).toBeUndefined();
  expect(await forgetCredential(folders, 'live')).toBe(false);
  await expect(saveCredential(folders, 'live', credential)).rejects.toThrow(ConfigError);
});

test('a damaged file is reported with its line, left unchanged, and never quoted', async () => {
  const text = '{\n  "live": {\n    "token": secret-token\n  }\n}';
  const { folders, file } = homeWith(text);
  for (const work of [
    () => readCredential(folders, 'live', origin),
    () => saveCredential(folders, 'live', credential),
    () => forgetCredential(folders, 'live'),
  ]) {
    const error = await errorOf(work);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toContain(`${file('credentials.json')} is corrupted: line 3`);
    expect(error.stack).not.toContain('secret-token');
    expect(error.cause).toBeUndefined();
  }
  expect(readFileSync(file('credentials.json'), 'utf8')).toBe(text);
});

test('an invalid credential counts as missing', () => {
  const { folders } = homeWith('{"a":1,"b":{"token":"secret-token"},"c":null}');
  for (const name of ['a', 'b', 'c', '__proto__', 'constructor']) {
    expect(readCredential(folders, name, origin)).toBeUndefined();
  }
});

test.each(['12345678', 'eyJhbGciOi.J9~!', 'x'.repeat(4096)])('%s is a valid token', (token) => {
  expect(checkToken(token)).toBe(token);
  expect(checkToken(`${token}\n`)).toBe(token);
  expect(checkToken(`${token}\r\n`)).toBe(token);
});

test.each([
  '',
  'short',
  'two words',
  ' leading1',
  'trailing1 ',
  'two-lines\n\n',
  'two\nlines-of-it',
  'nul-in-\0it',
  'ümlaut-token',
  'escape-\x1b[31m',
  'x'.repeat(4097),
])('%j is an invalid token, and the error does not repeat it', async (text) => {
  const error = await errorOf(() => checkToken(text));
  expect(error).toBeInstanceOf(ConfigError);
  if (text !== '') expect(`${error.stack}`).not.toContain(text);
});

test('a token that could not be sent is not stored', async () => {
  const { folders } = newHome();
  const error = await errorOf(() =>
    saveCredential(folders, 'live', { ...credential, token: 'two words' }),
  );
  expect(error.message).not.toContain('two words');
  expect(readCredential(folders, 'live', origin)).toBeUndefined();
});

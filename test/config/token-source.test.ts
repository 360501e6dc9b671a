import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCredential, saveCredential } from '../../src/config/credentials.ts';
import { ConfigError } from '../../src/config/errors.ts';
import { foldersOf } from '../../src/config/folders.ts';
import { findToken, renewToken, type TokenOptions } from '../../src/config/token-source.ts';
import { environmentOf, errorOf, type Home, newHome } from './temporary-home.ts';

const origin = 'https://a.test';
const wishes: TokenOptions = {
  fromFile: undefined,
  takesEnvironment: true,
  profile: 'live',
  origin,
  tokenCommand: undefined,
};
const stored = { origin, token: 'stored-token', expiresAt: null, user: 'ann' };

/** A token command that is a script of Node, run without a shell. */
const command = (script: string, ...args: string[]) => [process.execPath, '-e', script, ...args];
const printing = (text: string) => command(`process.stdout.write(process.argv[1])`, text);

const find = (home: Home, given: Partial<TokenOptions> = {}, env: Record<string, string> = {}) =>
  findToken(
    { ...wishes, ...given },
    environmentOf({ ...home.environment.env, ...env }),
    home.folders,
  );

async function homeWithAll() {
  const home = newHome();
  await saveCredential(home.folders, 'live', stored);
  const file = join(home.path, 'token');
  writeFileSync(file, 'variable-file-token\n');
  return { home, file };
}

test('order: token file, the two variables, the stored token, the command', async () => {
  const { home, file } = await homeWithAll();
  const tokenCommand = printing('command-token\n');
  const env = { REMIT_TOKEN: 'variable-token', REMIT_TOKEN_FILE: file };
  const fromFile = 'given-token\n';

  expect(await find(home, { fromFile, tokenCommand }, env)).toMatchObject({
    source: 'file',
    token: 'given-token',
  });
  expect(await find(home, { tokenCommand }, env)).toMatchObject({
    source: 'env',
    token: 'variable-token',
  });
  expect(await find(home, { tokenCommand }, { REMIT_TOKEN_FILE: file })).toMatchObject({
    source: 'file',
    token: 'variable-file-token',
  });
  expect(await find(home, { tokenCommand })).toEqual({
    source: 'profile',
    origin,
    token: 'stored-token',
    expiresAt: null,
    user: 'ann',
  });
  expect(await find(home, { tokenCommand, profile: 'other' })).toEqual({
    source: 'tokenCommand',
    token: 'command-token',
    expiresAt: null,
    user: null,
  });
  expect(await find(home, { profile: 'none' })).toMatchObject({ source: 'none', token: undefined });
});

test('a token stored for another origin is not used', async () => {
  const { home } = await homeWithAll();
  expect(await find(home, { origin: 'https://b.test' })).toMatchObject({ source: 'none' });
});

test('a variable needs no home directory and no profile', async () => {
  const environment = environmentOf({ REMIT_TOKEN: 'variable-token' });
  const token = await findToken(
    { ...wishes, profile: undefined },
    environment,
    foldersOf(environment),
  );
  expect(token).toMatchObject({ source: 'env', token: 'variable-token' });
});

test.each([
  ['REMIT_TOKEN', { REMIT_TOKEN: 'bad token here' }],
  ['a newline inside', { REMIT_TOKEN: 'bad-token\nhere' }],
])('a token that cannot be sent is refused, and not repeated: %s', async (_, env) => {
  const error = await errorOf(() => find(newHome(), {}, env));
  expect(error).toBeInstanceOf(ConfigError);
  expect(`${error.stack}`).not.toContain('bad');
});

test('a missing file is reported with its name', async () => {
  const error = await errorOf(() => find(newHome(), {}, { REMIT_TOKEN_FILE: '/none/token' }));
  expect(error.message).toContain('/none/token');
});

test("the command's output is stored, so that it is not run at every start", async () => {
  const home = newHome();
  const runs = join(home.path, 'runs');
  const script = `require('fs').appendFileSync(process.argv[1], 'x'); console.log('command-token')`;
  const tokenCommand = command(script, runs);
  expect(await find(home, { tokenCommand })).toMatchObject({ source: 'tokenCommand' });
  expect(await find(home, { tokenCommand })).toMatchObject({
    source: 'profile',
    token: 'command-token',
  });
  expect(readFileSync(runs, 'utf8')).toBe('x');
  expect(readCredential(home.folders, 'live', 'https://b.test')).toBeUndefined();
});

test('the command is run again if the stored token has expired', async () => {
  const home = newHome();
  const tokenCommand = printing('fresh-token');
  await saveCredential(home.folders, 'live', { ...stored, expiresAt: '2001-01-01T00:00:00Z' });
  expect(await find(home)).toMatchObject({ source: 'profile', token: 'stored-token' });
  expect(await find(home, { tokenCommand })).toMatchObject({ token: 'fresh-token' });

  await saveCredential(home.folders, 'live', { ...stored, expiresAt: '2999-01-01T00:00:00Z' });
  expect(await find(home, { tokenCommand })).toMatchObject({ token: 'stored-token' });
});

test('the command is run again after a 401, whatever is stored, and its output is stored', async () => {
  const { home } = await homeWithAll();
  const given = { ...wishes, tokenCommand: printing('fresh-token\n') };
  expect(await renewToken(given, home.environment, home.folders)).toBe('fresh-token');
  expect(readCredential(home.folders, 'live', origin)?.token).toBe('fresh-token');
  expect(await renewToken(wishes, home.environment, home.folders)).toBeUndefined();
});

test('a token that cannot be stored is used all the same', async () => {
  const home = newHome();
  writeFileSync(join(home.path, 'config'), '');
  const tokenCommand = printing('command-token');
  expect(await find(home, { tokenCommand })).toMatchObject({ token: 'command-token' });
});

test('the command runs without a shell', async () => {
  const home = newHome();
  const mark = join(home.path, 'mark');
  const tokenCommand = printing(`$(touch$IFS${mark});"'`);
  expect((await find(home, { tokenCommand })).token).toContain('$(touch');
  expect(existsSync(mark)).toBe(false);
});

test('the command inherits the environment, except variables that override the profile', async () => {
  const home = newHome();
  const script = `
    const names = Object.keys(process.env).filter((name) => name.startsWith('REMIT_')).sort();
    console.log(names.concat(process.env.OTHER, process.env.REMIT_FORMAT).join(','))`;
  const env = {
    REMIT_PROFILE: 'other',
    REMIT_BUSINESS: 'biz_1',
    REMIT_BASE_URL: 'https://b.test',
    REMIT_FORMAT: 'json',
    OTHER: 'kept',
  };
  expect((await find(home, { tokenCommand: command(script) }, env)).token).toBe(
    'REMIT_FORMAT,REMIT_HOME,REMIT_TOKEN_COMMAND_OF,kept,tsv',
  );
  const refused = { ...env, REMIT_TOKEN: 'refused-token', REMIT_TOKEN_FILE: '/none' };
  const given = { ...wishes, profile: 'second', tokenCommand: command(script) };
  const environment = environmentOf({ ...home.environment.env, ...refused });
  expect(await renewToken(given, environment, home.folders)).not.toContain('REMIT_TOKEN_FILE');
});

test('a command that requests its own token is stopped; one that requests another is not', async () => {
  const tokenCommand = printing('command-token');
  const asking = { REMIT_TOKEN_COMMAND_OF: 'outer,live' };
  const error = await errorOf(() => find(newHome(), { tokenCommand }, asking));
  expect(error.message).toContain('calls itself');
  const other = await find(newHome(), { tokenCommand, profile: 'inner' }, asking);
  expect(other.token).toBe('command-token');
});

test('its stdin is empty, so that it cannot wait for input', async () => {
  const script = `process.stdin.on('end', () => console.log('after-the-end')).resume()`;
  expect((await find(newHome(), { tokenCommand: command(script) })).token).toBe('after-the-end');
});

test.each([
  ['ends badly', command(`console.error('\\nvault is sealed\\nmore'); process.exit(2)`), 'sealed'],
  ['ends badly and says nothing', command('process.exit(7)'), 'exited with 7'],
  ['is not there', ['/none/vault'], '/none/vault was not found'],
  ['prints too much', command(`console.log('x'.repeat(1e6))`), 'too large'],
  ['prints nothing', command(''), 'Invalid token'],
])('a command that %s is reported', async (_, tokenCommand, why) => {
  const { folders, environment } = newHome();
  const error = await errorOf(() => findToken({ ...wishes, tokenCommand }, environment, folders));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).toContain(why);
});

test.each([
  command(`console.log('secret-part'); process.exit(1)`),
  printing('secret-part and more'),
  printing('secret-part\nsecond-line'),
])('its output is never part of an error', async (...tokenCommand) => {
  const { folders, environment } = newHome();
  const error = await errorOf(() => findToken({ ...wishes, tokenCommand }, environment, folders));
  expect(`${error.stack} ${error.cause}`).not.toContain('secret-part and');
  expect(error.message).not.toContain('secret-part');
});

test('a damaged credentials file does not prevent the use of an explicit token', async () => {
  const home = newHome();
  mkdirSync(home.folders.config(), { recursive: true });
  writeFileSync(home.file('credentials.json'), '{');
  expect(await find(home, {}, { REMIT_TOKEN: 'variable-token' })).toMatchObject({ source: 'env' });
  await expect(find(home)).rejects.toThrow(ConfigError);
});

import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../src/config/errors.ts';
import { foldersOf } from '../../src/config/folders.ts';
import { environmentOf } from './temporary-home.ts';

const all = (env: Record<string, string>, home?: string) => {
  const { config, state, data, cache } = foldersOf(environmentOf(env, home));
  return [config(), state(), data(), cache()];
};

test('REMIT_HOME contains everything', () => {
  const env = { REMIT_HOME: '/r', XDG_CONFIG_HOME: '/c' };
  expect(all(env, '/home/ann')).toEqual(['/r/config', '/r/state', '/r/data', '/r/cache']);
});

test('a relative REMIT_HOME is made absolute, for child processes in other directories', () => {
  expect(all({ REMIT_HOME: 'r' })[0]).toBe(join(resolve('r'), 'config'));
});

test('the XDG directories come next, then their defaults', () => {
  const env = { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '', XDG_DATA_HOME: 'relative' };
  expect(all(env, '/home/ann')).toEqual([
    '/c/remit',
    '/home/ann/.local/state/remit',
    '/home/ann/.local/share/remit',
    '/home/ann/.cache/remit',
  ]);
});

test('a missing home is an error only where a directory is needed', () => {
  const folders = foldersOf(environmentOf({}));
  expect(() => folders.config()).toThrow(ConfigError);
});

import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from './sources.ts';

const MAX_LINES = 350;
/** Names that say nothing of what is inside, so that everything ends up there. */
const EMPTY_NAMES = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'lib',
  'misc',
  'types',
  'index',
];

const pathsWhere = (holds: (source: (typeof sources)[number]) => boolean) =>
  sources.filter(holds).map(({ path }) => path);

test('finds files to check', () => {
  expect(sources.length).toBeGreaterThan(50);
});

test(`no file is longer than ${MAX_LINES} lines`, () => {
  const long = sources
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES);
  expect(long).toEqual([]);
});

test('every file name describes its content', () => {
  const isEmpty = (path: string) =>
    path.split('/').some((part) => EMPTY_NAMES.includes(basename(part, '.ts')));
  expect(pathsWhere(({ path }) => isEmpty(path) || /-(manager|service)\.ts$/.test(path))).toEqual(
    [],
  );
});

test('file names are in kebab-case', () => {
  expect(
    pathsWhere(({ path }) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(path)),
  ).toEqual([]);
});

test('all exports are named, and no file only re-exports', () => {
  expect(pathsWhere(({ code }) => /\bexport default\b|\bas default\b/.test(code))).toEqual([]);
  expect(pathsWhere(({ code }) => /^export (type )?\*/m.test(code))).toEqual([]);
});

test('one guard tells a record from a list', () => {
  const ownGuard = /=== 'object' &&\s+\w+ !== null &&\s+!Array\.isArray\(/;
  expect(pathsWhere(({ text }) => ownGuard.test(text))).toEqual(['is-record.ts']);
});

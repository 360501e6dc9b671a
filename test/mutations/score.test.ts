import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error: `npm run mutation-score` runs it as it is.
import { groups } from './score-groups.mjs';
// @ts-expect-error: `npm run mutation-score` runs it as it is.
import { FIGURES, nameOf, PAGE, pageOf } from './score-page.mjs';

interface Group {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

const all: readonly Group[] = groups;

test.each(all)('the files and the tests of $name are there', ({ files, tests }) => {
  expect([...files, ...tests].filter((path) => !existsSync(path))).toEqual([]);
});

test('no two files have one name, which their figures are kept by', () => {
  const files: readonly string[] = all.flatMap((group) => group.files.map(nameOf));
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
});

test('the page has the figures that were measured, and the reasons', () => {
  const figures: unknown = JSON.parse(readFileSync(FIGURES, 'utf8'));
  expect(readFileSync(PAGE, 'utf8')).toBe(pageOf(figures));
});

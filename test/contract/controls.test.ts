import { expect, test } from 'vitest';
import { type ControlOperation, controls } from '../../src/contract/control.ts';
import { controlRoutes } from '../../src/sandbox/control/endpoints.ts';
import { sources } from '../architecture/sources.ts';

const isControl = (it: object): it is ControlOperation => 'path' in it;

const all: readonly ControlOperation[] = Object.values(controls).flatMap((it) =>
  isControl(it) ? [it] : Object.values(it),
);

const named = ({ method, path }: ControlOperation) => `${method} ${path}`;

test('the sandbox implements every control of the table, once, and no other', () => {
  const implemented = controlRoutes(60).map(({ operation }) => operation);
  expect(implemented.map(named).toSorted()).toEqual(all.map(named).toSorted());
  expect(new Set(implemented)).toEqual(new Set(all));
  expect(new Set(all.map(named)).size).toBe(all.length);
});

test('no other file spells a path of it', () => {
  const spelling = sources
    .filter(({ text }) => /['"`}]\/sandbox\/[a-z]/.test(text))
    .map(({ path }) => path);
  // The other one holds the paths of pages, which are no controls.
  expect(spelling).toEqual(['contract/control.ts', 'sandbox/web/page-paths.ts']);
});

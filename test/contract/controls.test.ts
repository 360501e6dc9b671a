import { expect, test } from 'vitest';
import { type Control, routeOf } from '../../src/api/controls/control.ts';
import { controls } from '../../src/api/controls/controls.ts';
import { shapeOf } from '../../src/api/schema/schema-introspection.ts';
import { sources } from '../architecture/sources.ts';

const all: readonly Control[] = Object.values(controls);

test('no two controls of the sandbox have one route', () => {
  expect(new Set(all.map(({ route }) => route)).size).toBe(all.length);
});

test('what the path of a control names is a member of its input', () => {
  const missing = all.flatMap((control) => {
    const members = Object.keys(control.input ? shapeOf(control.input()) : {});
    const names = [...routeOf(control).path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return names.filter((name) => !members.includes(name)).map((name) => [control.route, name]);
  });
  expect(missing).toEqual([]);
});

test('no other file spells a path of a control', () => {
  const spelling = sources
    .filter(({ text }) => /['"`} ]\/sandbox\/[a-z]/.test(text))
    .map(({ path }) => path.replace(/^api\/controls\/.*/, 'the table of controls'));
  // The other one holds the paths of pages, which are no controls.
  expect([...new Set(spelling)]).toEqual(['the table of controls', 'sandbox/web/page-paths.ts']);
});

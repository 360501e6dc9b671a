import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'];

test.each(documents)('%s names only files and directories that exist', (document) => {
  const named = [
    ...readFileSync(document, 'utf8').matchAll(
      /`((?:src|test|bin|docs|packaging|bench|\.ci)\/[\w./-]+)`/g,
    ),
  ].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('each hop of the walkthroughs is a function of the named file', () => {
  const hops = [
    ...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/`(src\/[\w./-]+\.ts)`: `(\w+)`/g),
  ].map(([, path = '', name = '']) => ({ path, name }));
  expect(hops.length).toBeGreaterThan(15);
  const missing = hops.filter(
    ({ path, name }) => !new RegExp(`export [\\w ]*\\b${name}\\b`).test(readFileSync(path, 'utf8')),
  );
  expect(missing).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

test('the package holds the built program and its papers, and nothing else', () => {
  const [pack] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const paths: string[] = pack.files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'bin/remit.js',
      'dist/main.js',
      'dist/package.json',
      'examples/invoices.csv',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
    ]),
  );
  expect(paths.filter((path) => /^(src|test|docs|\.ci)\/|\.ts$/.test(path))).toEqual([]);
});

test('installing it runs no script of its own', () => {
  const hooks = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(Object.keys(manifest.scripts).filter((name) => hooks.includes(name))).toEqual([]);
});

test('no package that it is built from needs an install script', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const needing = Object.entries<{ hasInstallScript?: boolean; optional?: boolean }>(packages)
    .filter(([, it]) => it.hasInstallScript && !it.optional)
    .map(([path]) => path);
  expect(needing).toEqual([]);
});

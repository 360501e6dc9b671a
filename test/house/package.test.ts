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

test('npm installs the database driver beside it, and nothing else', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['libsql']);
});

test('the bill of materials names what is in the build and what is installed, and no tool', () => {
  execFileSync('node', ['packaging/bill-of-materials.mjs'], { stdio: 'ignore' });
  const bill = JSON.parse(readFileSync('sbom.cdx.json', 'utf8'));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: manifest.name, version: manifest.version } },
  });
  const refs: string[] = bill.components.map((it: { 'bom-ref': string }) => it['bom-ref']);
  const bundled: string[] = JSON.parse(readFileSync('dist/bundled.json', 'utf8'));
  expect(bundled.length).toBeGreaterThan(20);
  expect(refs).toEqual(expect.arrayContaining(bundled));
  expect(refs.filter((ref) => /^(libsql|@libsql\/linux-x64-gnu)@/.test(ref))).toHaveLength(2);
  expect(refs.filter((ref) => /^(vitest|typescript|rolldown|express)@/.test(ref))).toEqual([]);
  const licenses = readFileSync('dist/LICENSES.txt', 'utf8');
  for (const it of bundled) expect(licenses).toContain(`${it.replace(/@([^@]+)$/, ' $1')} (`);
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** All that may be in the package. */
const WANTED = [
  /^(package\.json|CHANGELOG\.md|LICENSE|README\.md|openapi\.json|sbom\.cdx\.json)$/,
  /^bin\/(remit\.js|package\.json)$/,
  /^dist\/([\w.-]+\.js|(library|sandbox)\.(mjs|d\.[cm]ts)|package\.json|(bundled|completions)\.json|LICENSES\.txt)$/,
  /^completions\/(remit\.bash|_remit|remit\.fish|remit\.ps1)$/,
  /^examples\/(invoices|invoices-refused|march|recurring|spreadsheet)\.csv$/,
  /^examples\/fixtures\.json$/,
  /^skills\/remit\/SKILL\.md$/,
  /^examples\/([\w-]+\.sh|(ci|cron|sudo|systemd)\/[\w.-]+)$/,
  /^examples\/certify\/[\w-]+\.mjs$/,
  /^examples\/sandbox\/[\w.-]+\.(cjs|go|mjs|py|t|ts|yml)$/,
];

test('the package contains the built program and its documents, and nothing else', () => {
  const [pack] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const paths: string[] = pack.files.map(({ path }: { path: string }) => path);
  expect(paths.filter((path) => !WANTED.some((it) => it.test(path)))).toEqual([]);
  for (const it of WANTED) expect(paths.filter((path) => it.test(path)).length).toBeGreaterThan(0);
  expect(paths).toEqual(
    expect.arrayContaining(['dist/main.js', 'dist/LICENSES.txt', 'LICENSE', 'openapi.json']),
  );
  // Larger than this by accident: a map, a second copy of a library, something of a test. 170,000 bytes are
  // the sandbox of programs, which shares no chunk with the program.
  expect(pack.size).toBeLessThan(1_400_000);
  expect(pack.unpackedSize).toBeLessThan(4_800_000);
});

test('the package has the description of the API that the program prints', async () => {
  const { out } = await remit('api openapi');
  expect(readFileSync('openapi.json', 'utf8')).toBe(out);
});

test('installing runs no script of the package', () => {
  const hooks = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(Object.keys(manifest.scripts).filter((name) => hooks.includes(name))).toEqual([]);
});

test('no build dependency needs an install script', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const needing = Object.entries<{ hasInstallScript?: boolean; optional?: boolean }>(packages)
    .filter(([, it]) => it.hasInstallScript && !it.optional)
    .map(([path]) => path);
  expect(needing).toEqual([]);
});

test('npm installs only the optional SQLite package; newer versions of Node work without it', () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(Object.keys(manifest.optionalDependencies)).toEqual(['@photostructure/sqlite']);
});

test('of undici the build holds what opens a tunnel, and neither fetch, HTTP/2 nor WebSocket', () => {
  const chunks: Readonly<Record<string, readonly string[]>> = JSON.parse(
    readFileSync('dist/chunks.json', 'utf8'),
  );
  const names = Object.keys(chunks).filter((name) => chunks[name]?.includes('undici'));
  const code = names.map((name) => readFileSync(`dist/${name}`, 'utf8')).join('');
  expect(code).toContain('proxy-authorization');
  expect(code).not.toMatch(/node:http2|multipart\/form-data|permessage-deflate|text\/event-stream/);
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
  expect(refs.filter((ref) => /^(@photostructure\/sqlite|node-gyp-build)@/.test(ref))).toHaveLength(
    2,
  );
  expect(refs.filter((ref) => /^(vitest|typescript|rolldown|express)@/.test(ref))).toEqual([]);
  const licenses = readFileSync('dist/LICENSES.txt', 'utf8');
  for (const it of bundled) expect(licenses).toContain(`${it.replace(/@([^@]+)$/, ' $1')} (`);
  expect(new Set(refs).size).toBe(refs.length);
  for (const it of bill.components) {
    expect(it).toMatchObject({
      type: expect.stringMatching(/^(library|framework|platform)$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      purl: expect.stringMatching(/^pkg:(npm|github\/(nodejs\/node|sqlite\/sqlite))[/@]/),
      licenses: [expect.anything()],
    });
  }
  const known = [...refs, bill.metadata.component['bom-ref']];
  const named: { ref: string; dependsOn: string[] }[] = bill.dependencies;
  expect(
    named.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((it) => !known.includes(it)),
  ).toEqual([]);
  expect(bill).toMatchObject({
    specVersion: expect.stringMatching(/^1\.[56]$/),
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
    version: 1,
  });
});

test('the bill of materials names the Node.js of the executables, and the SQLite in it and in the driver', () => {
  execFileSync('node', ['packaging/bill-of-materials.mjs'], { stdio: 'ignore' });
  const { components, dependencies } = JSON.parse(readFileSync('sbom.cdx.json', 'utf8'));
  const node = JSON.parse(readFileSync('packaging/node.json', 'utf8'));
  const below = (prefix: string): string[] =>
    dependencies.find(({ ref }: { ref: string }) => ref.startsWith(prefix)).dependsOn;
  expect(below('node@')).toEqual([`sqlite@${node.sqlite}`]);
  const script = `const { DatabaseSync } = require('@photostructure/sqlite');
    console.log(new DatabaseSync(':memory:').prepare('select sqlite_version() as it').get().it);`;
  const linked = execFileSync('node', ['-e', script], { encoding: 'utf8' }).trim();
  expect(below('@photostructure/sqlite@')).toContain(`sqlite@${linked}`);
  const purls: string[] = components.map(({ purl }: { purl: string }) => purl);
  expect(purls).toEqual(
    expect.arrayContaining([
      `pkg:github/nodejs/node@v${node.version}`,
      `pkg:github/sqlite/sqlite@version-${node.sqlite}`,
      `pkg:github/sqlite/sqlite@version-${linked}`,
    ]),
  );
});

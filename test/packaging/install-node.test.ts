import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

const name = 'node-for-a-test';
let packed: string;
let tarball: Buffer;
let folder: string;
let dependencies: Readonly<Record<string, string>>;
let registry: Answering;

const integrityOf = (bytes: Buffer) =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

const scripts = { install: 'touch ran', postinstall: 'touch ran' };

beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), 'remit-packed-node-'));
  mkdirSync(join(packed, 'bin'));
  writeFileSync(join(packed, 'bin/node'), 'The Node.js of the executables');
  writeFileSync(join(packed, 'package.json'), JSON.stringify({ name, version: '26.0.0', scripts }));
  execFileSync('npm', ['pack', '--silent'], { cwd: packed, stdio: 'ignore' });
  tarball = readFileSync(join(packed, `${name}-26.0.0.tgz`));
});
afterAll(() => rmSync(packed, { recursive: true, force: true }));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remit-install-node-'));
  dependencies = {};
  registry = await answering(({ url = '' }, response) => {
    if (url.endsWith('.tgz')) return void response.end(tarball);
    const asked = url.slice(1);
    const version = {
      ...{ name: asked, version: '26.0.0', scripts, hasInstallScript: true },
      dependencies: asked === name ? dependencies : {},
      dist: { tarball: `${registry.baseUrl}/${asked}.tgz`, integrity: integrityOf(tarball) },
    };
    const tags = { 'dist-tags': { latest: '26.0.0' }, versions: { '26.0.0': version } };
    return reply(response, 200, { name: asked, ...tags });
  });
});
afterEach(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Installs the package for a platform from the registry of the test. */
async function install(integrity: string, platform = 'linux') {
  const script = `import { installNode } from ${JSON.stringify(resolve('packaging/install-node.mjs'))};
    const [node, directory, platform] = process.argv.slice(1);
    console.log(installNode(JSON.parse(node), directory, { platform, arch: 'x64' }));`;
  const node = { version: '26.0.0', packages: { 'linux-x64': { name, integrity } } };
  const target = join(folder, 'installed');
  const words = ['--input-type=module', '-e', script, JSON.stringify(node), target, platform];
  const { exitCode, stdout, stderr } = await execa(process.execPath, words, {
    ...{ reject: false, extendEnv: false },
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, npm_config_registry: registry.baseUrl },
      npm_config_cache: join(folder, 'cache'),
    },
  });
  return { code: exitCode, out: stdout, err: stderr };
}

/** Reports whether a script of the package has run: in its directory. */
const hasRun = () => existsSync(join(folder, 'installed/node_modules', name, 'ran'));

test('what has the hash of node.json is installed, and runs no script', async () => {
  const { code, out } = await install(integrityOf(tarball));
  expect([code, readFileSync(out, 'utf8')]).toEqual([0, 'The Node.js of the executables']);
  expect(hasRun()).toBe(false);
});

test('another hash ends the build, and runs no script', async () => {
  const { code, out, err } = await install(integrityOf(Buffer.from('another')));
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`${name}@26.0.0 is ${integrityOf(tarball)}, and not the sha512-`);
  expect(hasRun()).toBe(false);
});

test('a package that brings another one ends the build', async () => {
  dependencies = { another: '26.0.0' };
  const { code, err } = await install(integrityOf(tarball));
  expect([code, err]).toEqual([1, expect.stringContaining('brings node_modules/another')]);
});

test('a platform without an executable asks the registry for nothing', async () => {
  const { code, err } = await install(integrityOf(tarball), 'aix');
  expect([code, err]).toEqual([1, expect.stringContaining('has no Node.js for aix-x64')]);
  expect(registry.seen).toEqual([]);
});

test('node.json has the package and hash of each platform that releases have an executable for', () => {
  const { packages } = JSON.parse(readFileSync('packaging/node.json', 'utf8'));
  const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8'));
  const built: { name: string }[] = jobs.executable.strategy.matrix.include;
  const platforms = built.map((it) =>
    it.name.replace(/^remit-|\.exe$/g, '').replace(/^win-/, 'win32-'),
  );
  expect(Object.keys(packages)).toEqual(platforms.toSorted());
  for (const it of Object.values(packages)) {
    expect(it).toEqual({
      name: expect.stringMatching(/^node-/),
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
    });
  }
});

test('no script installs a package from the registry whose scripts would run', () => {
  const scripts = ['.ci', 'packaging'].flatMap((at) =>
    readdirSync(at, { withFileTypes: true }).filter((it) => it.isFile()),
  );
  const lines = scripts.flatMap((it) =>
    readFileSync(join(it.parentPath, it.name), 'utf8').replaceAll('\\\n', ' ').split('\n'),
  );
  const installing = lines.filter((line) => /^\s*npm install .*\w@[$\d]/.test(line));
  expect(installing.length).toBeGreaterThan(2);
  expect(installing.filter((line) => !line.includes('--ignore-scripts'))).toEqual([]);
});

import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

/**
 * The cost of a start is what it loads. Each of these command lines is run as built, and every chunk of the program, package
 * and module of Node that it loaded is listed in `startup-imports/`, so that an addition is visible as a new line.
 */

let service: Service;
let chunks: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  service = await startService();
  chunks = JSON.parse(await readFile('dist/chunks.json', 'utf8'));
});
afterAll(() => service.close());

/** Where nothing is kept of earlier starts. */
const cache = () => join(service.home, 'cache');
beforeEach(() => rm(cache(), { recursive: true, force: true }));

/** Modules of Node that take a while to load. The others come and go with its versions. */
const costly = new Set(
  'child_process crypto fs/promises http http2 https os readline tls vm worker_threads zlib'.split(
    ' ',
  ),
);

interface Loaded {
  readonly files: readonly string[];
  readonly node: readonly string[];
}

async function loadedBy(words: readonly string[]): Promise<Loaded> {
  const file = join(service.cwd, 'loaded.json');
  const preload = resolve('test/architecture/record-imports.cjs');
  await execa(process.execPath, ['--require', preload, ...words], {
    env: { ...service.env, LOADED_FILE: file, PATH: process.env['PATH'] },
    extendEnv: false,
    cwd: service.cwd,
  });
  return JSON.parse(await readFile(file, 'utf8'));
}

/** A list for people: a chunk is known by its name, whatever its contents make of the rest of it. */
async function listing(words: readonly string[]): Promise<string> {
  const { files, node } = await loadedBy([resolve('bin/remit.js'), ...words]);
  const names = files.map((path) => basename(path));
  return [
    [
      'chunks',
      names.filter((name) => name in chunks).map((name) => name.replace(/-[\w-]{8}\.js$/, '.js')),
    ],
    ['packages', [...new Set(names.flatMap((name) => chunks[name] ?? []))]],
    ['node', node.filter((name) => costly.has(name))],
  ]
    .map(
      ([what, list]) =>
        `${what}:\n${[...(list ?? [])]
          .toSorted()
          .map((it) => `  ${it}\n`)
          .join('')}`,
    )
    .join('\n');
}

test('--version loads nothing', async () => {
  await expect(await listing(['--version'])).toMatchFileSnapshot('startup-imports/version.txt');
});

test('--help loads no command', async () => {
  await expect(await listing(['--help'])).toMatchFileSnapshot('startup-imports/help.txt');
});

test('a list loads no optional library and no payment code', async () => {
  await expect(await listing(['payable', 'list'])).toMatchFileSnapshot(
    'startup-imports/payable-list.txt',
  );
});

test('a payment loads the journal, and no other command', async () => {
  const [payable] = await service.json<{ id: string }[]>('payable list --status APPROVED');
  await rm(cache(), { recursive: true });
  const line = ['pay', 'initiate', payable?.id ?? '', '--yes'];
  await expect(await listing(line)).toMatchFileSnapshot('startup-imports/pay-initiate.txt');
});

test('a start with the code cache loads the same modules as one without', async () => {
  const first = await listing(['payable', 'list']);
  await mkdir(cache(), { recursive: true });
  await listing(['payable', 'list']);
  expect(await listing(['payable', 'list'])).toBe(first);
});

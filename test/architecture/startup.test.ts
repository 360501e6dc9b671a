import { isAscii } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let payable: string;
beforeAll(async () => {
  service = await startService();
  const [found] = await service.json<{ id: string }[]>('payable list --status APPROVED');
  payable = found?.id ?? '';
});
afterAll(() => service.close());

/** Preloaded into the program: prints the files that it read, and the modules of Node.js that it loaded. */
const recorder = `
  const fs = require('node:fs');
  const { readFileSync, writeSync } = fs;
  const files = [];
  fs.readFileSync = (path, ...rest) => {
    files.push(String(path));
    return readFileSync(path, ...rest);
  };
  process.on('exit', () => writeSync(3, JSON.stringify({ files, node: process.moduleLoadList })));
`;

/** Modules of Node.js that take a while to load. The others differ between its versions. */
const costly =
  /^NativeModule (child_process|crypto|fs\/promises|https?|http2|tls|worker_threads|zlib)$/;

/** `npm run bench` measures a start. What makes it slow is a library that it does not need, such as that of the sandbox. */
test.for([
  ['--version', 0, [], []],
  ['--help', 5, [], []],
  ['__complete payable get pay_', 6, [], []],
  ['payable list', 10, ['commander', 'zod'], ['http']],
  [
    'pay initiate <id> --yes',
    90,
    ['commander', 'kysely', 'zod'],
    ['crypto', 'fs/promises', 'http'],
  ],
] as const)(
  'remit %s loads at most %i files, and no library that it does not need',
  async (row) => {
    const [line, mostFiles, libraries, node] = row;
    const preload = join(service.cwd, 'recorder.cjs');
    await writeFile(preload, recorder);
    const words = line.replace('<id>', payable).split(' ');
    const { stdio } = await execa(
      process.execPath,
      ['--require', preload, resolve('bin/remit.js'), ...words],
      {
        env: service.env,
        extendEnv: false,
        cwd: service.cwd,
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      },
    );
    const loaded: Record<'files' | 'node', string[]> = JSON.parse(String(stdio[3]));
    const chunks: Record<string, string[]> = JSON.parse(await readFile('dist/chunks.json', 'utf8'));
    const names = loaded.files.map((path) => basename(path)).filter((name) => name in chunks);
    expect(new Set(names).size).toBeLessThanOrEqual(mostFiles);
    for (const name of names) {
      expect(isAscii(await readFile(join('dist', name))), `${name} is ASCII`).toBe(true);
    }
    expect([...new Set(names.flatMap((name) => chunks[name]))].toSorted()).toEqual(libraries);
    expect(loaded.node.flatMap((it) => costly.exec(it)?.[1] ?? []).toSorted()).toEqual(node);
  },
);

test.for([
  ['library', /^(?!sandbox|serve)/],
  ['sandbox', /^sandbox/],
] as const)('import of the %s loads no chunk of anything else', async ([entry, own]) => {
  const script = `await import('${resolve(`dist/${entry}.mjs`)}');
    const { createRequire } = await import('node:module');
    console.log(JSON.stringify(Object.keys(createRequire('/').cache)));`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script]);
  const files = (JSON.parse(stdout) as string[]).map((path) => basename(path));
  expect(files).toContain(`${entry}.js`);
  expect(files.filter((name) => !own.test(name))).toEqual([]);
});

/** Licenses and bill of materials, as the program prints them. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readBuiltFile } from '../../src/cli/run/built-file.ts';
import { remit } from '../helpers/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'remit-built-'));
afterAll(() => rmSync(folder, { recursive: true }));

const builtFile = (name: string) =>
  `{ "file": "${name}", "text": "\u00e9 \u4e2d ${'x'.repeat(200)}" }\n`;

test.for([
  ['--licenses', 'LICENSES.txt'],
  ['--sbom', 'sbom.cdx.json'],
] as const)('%s prints the file as it was built, byte for byte', async ([flag, name]) => {
  const printed = await remit(`help ${flag}`, { builtFile });
  expect(printed).toEqual({ code: 0, out: builtFile(name), err: '' });
  const written = await remit(`help ${flag} --out ${name} -q`, { builtFile, cwd: folder });
  expect([written.code, written.err]).toEqual([0, '']);
  expect(readFileSync(join(folder, name), 'utf8')).toBe(builtFile(name));
});

test('a program that was built without the file says so', async () => {
  const { code, err } = await remit('help --sbom');
  expect([code, err]).toEqual([3, expect.stringContaining('built without sbom.cdx.json')]);
});

test('only one of them is printed', async () => {
  const { code, err } = await remit('help --licenses --sbom', { builtFile });
  expect([code, err]).toEqual([2, expect.stringContaining('cannot be used together')]);
});

test('the executable has them as assets, the package as files', async () => {
  const launcher = resolve('bin/remit.js');
  const getAsset = (name: string) => `asset ${name}`;
  const read = (isSea: boolean, from: string) =>
    readBuiltFile('LICENSES.txt', {
      assets: { isSea: () => isSea, getAsset } as never,
      launcher: from,
    });
  expect(await read(true, launcher)).toBe('asset LICENSES.txt');
  expect(await read(false, launcher)).toBe(readFileSync('dist/LICENSES.txt', 'utf8'));
  expect(await read(false, join(folder, 'bin', 'remit.js'))).toBeUndefined();
});

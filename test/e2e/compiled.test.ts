import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { node, remit } from './program.ts';

/** Only newer versions of Node keep what they compiled; an executable has it built in, and is started without Node. */
const asked = 'typeof require("node:module").enableCompileCache === "function"';
const { stdout } = await execa(node, ['-p', asked], { reject: false });
const keeps = stdout === 'true';
const isNode = keeps || stdout === 'false';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remit-compiled-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const homes = [
  ['REMIT_HOME', 'cache', (at: string) => ({ REMIT_HOME: at })],
  ['XDG_CACHE_HOME', 'remit', (at: string) => ({ HOME: '/nowhere', XDG_CACHE_HOME: at })],
  ['HOME', '.cache/remit', (at: string) => ({ HOME: at })],
] as const;

test.skipIf(!isNode).for(homes)(
  'compiled code is kept below %s where something else is',
  async ([, path, env]) => {
    const cache = join(folder, path);
    await mkdir(cache, { recursive: true });
    expect(await remit(['help', 'dates'], { env: env(folder) })).toMatchObject({ code: 0 });
    expect(await readdir(cache)).toEqual(keeps ? ['code'] : []);
    expect(await remit(['help', 'dates'], { env: env(folder) })).toMatchObject({ code: 0 });
  },
);

test.skipIf(!isNode).for(homes)(
  'nothing is made below %s where nothing is kept',
  async ([, path, env]) => {
    expect(await remit(['help', 'dates'], { env: env(folder) })).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, path))).toBe(false);
  },
);

test.skipIf(!isNode)('a folder that cannot be written is no reason to fail', async () => {
  await writeFile(join(folder, 'remit'), 'where a folder would be');
  const ran = await remit(['help', 'dates'], { env: { XDG_CACHE_HOME: folder } });
  expect(ran).toMatchObject({ code: 0, err: '' });
});

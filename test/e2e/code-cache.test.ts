import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { node, program, remit } from '../helpers/built-program.ts';

/** An executable has compiled code built in, and is started without Node. */
const { stdout } = await execa(node, ['-p', '1'], { reject: false });
const isNode = stdout === '1';

/** Another user, for tests that run as root. */
const SOMEBODY = 65_534;

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
  'the code cache is created below %s if that folder is in use',
  async ([, path, env]) => {
    const cache = join(folder, path);
    await mkdir(cache, { recursive: true });
    expect(await remit(['help', 'dates'], { env: env(folder) })).toMatchObject({ code: 0 });
    expect(await readdir(cache)).toEqual(['code']);
    expect(await remit(['help', 'dates'], { env: env(folder) })).toMatchObject({ code: 0 });
  },
);

test.skipIf(!isNode).for(homes)(
  'nothing is created below %s without a folder in use',
  async ([, path, env]) => {
    expect(await remit(['help', 'dates'], { env: env(folder) })).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, path))).toBe(false);
  },
);

test.skipIf(!isNode)('a file in place of the folder is no error', async () => {
  const ran = await remit(['help', 'dates'], { env: { HOME: '/dev/null' } });
  expect(ran).toMatchObject({ code: 0, err: '' });
});

test.skipIf(!isNode)('an unwritable folder is no error', async () => {
  await writeFile(join(folder, 'remit'), 'where a folder would be');
  const ran = await remit(['help', 'dates'], { env: { XDG_CACHE_HOME: folder } });
  expect(ran).toMatchObject({ code: 0, err: '' });
});

describe.skipIf(!isNode)('the code cache', () => {
  let cache: string;
  let help: string;
  const run = () => remit(['help', 'dates'], { env: { REMIT_HOME: folder } });

  beforeEach(async () => {
    cache = join(folder, 'cache');
    await mkdir(cache);
    help = (await run()).out;
    expect(help).toContain('YYYY-MM-DD');
  });

  const files = async () =>
    (await readdir(cache, { recursive: true }))
      .filter((name) => name.endsWith('.compiled'))
      .map((name) => join(cache, name));

  /** How many runs have written each. */
  const writes = async () =>
    Promise.all((await files()).map(async (path) => (await readFile(path)).readUInt32LE()));

  test('is used: three runs extend it, and no more', async () => {
    const seen = [];
    for (let at = 0; at < 4; at++) {
      seen.push([...new Set(await writes())]);
      expect(await run()).toMatchObject({ code: 0, err: '' });
    }
    expect(seen).toEqual([[1], [2], [3], [3]]);
    expect((await files()).length).toBeGreaterThan(2);
  });

  test('is not extended by a long run', async () => {
    const work = join(folder, 'work.cjs');
    await writeFile(work, 'while (process.cpuUsage().user < 1_100_000);');
    await execa(node, ['--require', work, program, 'help', 'dates'], {
      env: { PATH: process.env['PATH'], REMIT_HOME: folder },
      extendEnv: false,
    });
    expect(new Set(await writes())).toEqual(new Set([1]));
  });

  test('is private, and leaves no temporary file', async () => {
    for (const path of await files()) expect((await stat(path)).mode & 0o777).toBe(0o600);
    const parts = (await readdir(cache, { recursive: true })).filter((it) =>
      it.includes('.compiled.'),
    );
    expect(parts).toEqual([]);
  });

  test('is not used if a bit is flipped or the end is missing', async () => {
    const paths = await files();
    const wholes = await Promise.all(paths.map((path) => readFile(path)));
    const damaged = wholes.map((whole) => [
      ...flipped(whole),
      ...[0, 10, whole.length / 3, whole.length - 1].map((end) => whole.subarray(0, end)),
      Buffer.alloc(whole.length),
      Buffer.concat([whole, whole.subarray(-1)]),
    ]);
    // Every file at once, each in its own way.
    for (let at = 0; at < Math.max(...damaged.map((it) => it.length)); at++) {
      const bytes = damaged.map((ones) => ones[at % ones.length] ?? Buffer.of());
      await Promise.all(paths.map((path, file) => writeFile(path, bytes[file] ?? '')));
      expect(await run()).toEqual({ code: 0, out: help, err: '' });
      expect(await writes()).toEqual(paths.map(() => 1));
    }
  }, 120_000);

  test('is not used for another source of the same length, which V8 would accept', async () => {
    const other = join(folder, 'other');
    const root = dirname(dirname(await realpath(program)));
    for (const name of ['bin', 'dist', 'package.json']) {
      await cp(join(root, name), join(other, name), { recursive: true });
    }
    for (const name of await readdir(join(other, 'dist'))) {
      const path = join(other, 'dist', name);
      const text = await readFile(path, 'utf8');
      if (name.endsWith('.js')) await writeFile(path, text.replaceAll('YYYY-MM-DD', 'YYYY_MM_DD'));
    }
    const { stdout: said } = await execa(node, [join(other, 'bin/remit.js'), 'help', 'dates'], {
      env: { PATH: process.env['PATH'], REMIT_HOME: folder },
      extendEnv: false,
      stripFinalNewline: false,
    });
    expect(said).toBe(help.replaceAll('YYYY-MM-DD', 'YYYY_MM_DD'));
    expect(await run()).toEqual({ code: 0, out: help, err: '' });
  });

  test('is not used from a folder that others can write to', async () => {
    await chmod(cache, 0o777);
    expect(await run()).toEqual({ code: 0, out: help, err: '' });
    expect(new Set(await writes())).toEqual(new Set([1]));
  });

  test('is deleted a month after another version stored one', async () => {
    const [own = ''] = await readdir(join(cache, 'code'));
    const longAgo = new Date(Date.now() - 31 * 86_400_000);
    for (const name of ['old', 'new']) await mkdir(join(cache, 'code', name));
    await utimes(join(cache, 'code', 'old'), longAgo, longAgo);
    await rm(join(cache, 'code', own), { recursive: true });
    await run();
    expect((await readdir(join(cache, 'code'))).toSorted()).toEqual([own, 'new'].toSorted());
  });
});

/** Copies with one bit turned, in the head and all over the rest: in the code, its copy and the source. */
function flipped(whole: Buffer): Buffer[] {
  const anywhere = Array.from({ length: 12 }, (_, at) => Math.floor((whole.length * at) / 12) + at);
  const places = [5, 8, 14, ...anywhere];
  return places
    .filter((place) => place < whole.length)
    .map((place) => {
      const copy = Buffer.from(whole);
      copy[place] = (copy[place] ?? 0) ^ (1 << (place % 8));
      return copy;
    });
}

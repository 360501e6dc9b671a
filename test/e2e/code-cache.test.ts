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
import { isStartedByNode, node, program, remit } from '../helpers/built-program.ts';
import { canUnshare, remitInNamespace } from '../helpers/mount-namespace.ts';

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

test.skipIf(!isStartedByNode).for(homes)(
  'compiled code is kept below %s where something else is',
  async ([, path, env]) => {
    const cache = join(folder, path);
    await mkdir(cache, { recursive: true });
    expect(await remit(['help', 'dates'], { env: env(folder) })).toMatchObject({ code: 0 });
    expect(await readdir(cache)).toEqual(['code']);
    expect(await remit(['help', 'dates'], { env: env(folder) })).toMatchObject({ code: 0 });
  },
);

test.skipIf(!isStartedByNode).for(homes)(
  'nothing is made below %s where nothing is kept',
  async ([, path, env]) => {
    expect(await remit(['help', 'dates'], { env: env(folder) })).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, path))).toBe(false);
  },
);

test.skipIf(!isStartedByNode)(
  'a file on the way to the directory is no reason to fail',
  async () => {
    const ran = await remit(['help', 'dates'], { env: { HOME: '/dev/null' } });
    expect(ran).toMatchObject({ code: 0, err: '' });
  },
);

test.skipIf(!isStartedByNode)(
  'a directory that cannot be written is no reason to fail',
  async () => {
    await writeFile(join(folder, 'remit'), 'where a directory would be');
    const ran = await remit(['help', 'dates'], { env: { XDG_CACHE_HOME: folder } });
    expect(ran).toMatchObject({ code: 0, err: '' });
  },
);

test.skipIf(!isStartedByNode)(
  'a home directory that is not known is no reason to fail',
  async () => {
    expect(await remit(['help', 'dates'], { env: {} })).toMatchObject({ code: 0, err: '' });
  },
);

test.skipIf(!isStartedByNode)(
  'a directory that may only be read is no reason to fail',
  async () => {
    const cache = join(folder, 'cache');
    await mkdir(cache);
    const uid = process.getuid?.() === 0 ? SOMEBODY : undefined;
    if (uid !== undefined) for (const path of [cache, folder]) await chown(path, uid, uid);
    await chmod(cache, 0o500);
    const around = { env: { REMIT_HOME: folder }, ...(uid !== undefined && { uid }) };
    expect(await remit(['help', 'dates'], around)).toMatchObject({ code: 0, err: '' });
    expect(await readdir(cache)).toEqual([]);
  },
);

test('a slow reader gets all of the output before the process ends', async () => {
  const line = '"$0" "$1" api openapi | (sleep 1; cat)';
  const { stdout: output } = await execa('sh', ['-c', line, node, program], {
    env: { PATH: process.env['PATH'], REMIT_HOME: folder },
    extendEnv: false,
  });
  expect(output.length).toBeGreaterThan(200_000);
  expect(JSON.parse(output)).toMatchObject({ openapi: '3.1.0' });
});

describe.skipIf(!isStartedByNode)('what is kept', () => {
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

  test('is taken: three runs add to it, and no more', async () => {
    const seen = [];
    for (let at = 0; at < 4; at++) {
      seen.push([...new Set(await writes())]);
      expect(await run()).toMatchObject({ code: 0, err: '' });
    }
    expect(seen).toEqual([[1], [2], [3], [3]]);
    expect((await files()).length).toBeGreaterThan(2);
  });

  test('is not taken of a run that worked for long', async () => {
    const work = join(folder, 'work.cjs');
    await writeFile(work, 'while (process.cpuUsage().user < 1_100_000);');
    await execa(node, ['--require', work, program, 'help', 'dates'], {
      env: { PATH: process.env['PATH'], REMIT_HOME: folder },
      extendEnv: false,
    });
    expect(new Set(await writes())).toEqual(new Set([1]));
  });

  test('is for nobody else, and leaves no part behind', async () => {
    for (const path of await files()) expect((await stat(path)).mode & 0o777).toBe(0o600);
    const parts = (await readdir(cache, { recursive: true })).filter((it) =>
      it.includes('.compiled.'),
    );
    expect(parts).toEqual([]);
  });

  test('is whole when many write it at once', async () => {
    await rm(join(cache, 'code'), { recursive: true });
    for (const { code, out, err } of await Promise.all(Array.from({ length: 8 }, run))) {
      expect({ code, out, err }).toEqual({ code: 0, out: help, err: '' });
    }
    const before = await writes();
    expect(await run()).toEqual({ code: 0, out: help, err: '' });
    // Every file was taken, and added to where less than three runs had.
    expect(await writes()).toEqual(before.map((it) => Math.min(it + 1, 3)));
  });

  test('is not taken for another chunk, nor for another Node', async () => {
    const [first = '', second = ''] = await files();
    await writeFile(first, await readFile(second));
    const [own = ''] = await readdir(join(cache, 'code'));
    const other = own.replace(/v[\d.]+/, 'v1.2.3');
    await cp(join(cache, 'code', own), join(cache, 'code', other), { recursive: true });
    for (const path of await files()) {
      if (path.includes(other)) await writeFile(path, 'code of another Node');
    }
    expect(await run()).toEqual({ code: 0, out: help, err: '' });
    expect((await readFile(first)).readUInt32LE()).toBe(1);
    expect(String(await readFile(first.replace(own, other)))).toBe('code of another Node');
  });

  test('is not taken when one bit of it is another, or the rest is missing', async () => {
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

  test('is not taken for another source of the same length, as which V8 would run it', async () => {
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

  test('is not taken from a directory that others can write to', async () => {
    await chmod(cache, 0o777);
    expect(await run()).toEqual({ code: 0, out: help, err: '' });
    expect(new Set(await writes())).toEqual(new Set([1]));
  });

  test('is not taken if others can replace the directory above', async () => {
    await chmod(folder, 0o777);
    expect(await run()).toEqual({ code: 0, out: help, err: '' });
    expect(new Set(await writes())).toEqual(new Set([1]));
  });

  test('goes a month after another version has kept it', async () => {
    const [own = ''] = await readdir(join(cache, 'code'));
    const longAgo = new Date(Date.now() - 31 * 86_400_000);
    for (const name of ['old', 'new']) await mkdir(join(cache, 'code', name));
    await utimes(join(cache, 'code', 'old'), longAgo, longAgo);
    await rm(join(cache, 'code', own), { recursive: true });
    await run();
    expect((await readdir(join(cache, 'code'))).toSorted()).toEqual([own, 'new'].toSorted());
  });
});

describe.runIf(isStartedByNode && canUnshare)(
  'a directory that the group of the user may write',
  () => {
    /** Runs the program as a user whose group has these members beside them, and returns what it kept. */
    async function keptWith(members: string): Promise<string[]> {
      const cache = join(folder, 'cache');
      await mkdir(cache);
      for (const path of [folder, cache]) {
        await chown(path, SOMEBODY, SOMEBODY);
        await chmod(path, 0o770);
      }
      const { code } = await remitInNamespace(['help', 'dates'], {
        env: { REMIT_HOME: folder },
        cwd: folder,
        prepare: `sed -i '/:${SOMEBODY}:/d' /etc/passwd /etc/group
        echo 'payer:x:${SOMEBODY}:${SOMEBODY}::/:/bin/sh' >> /etc/passwd
        echo 'payer:x:${SOMEBODY}:${members}' >> /etc/group`,
        uid: SOMEBODY,
      });
      expect(code).toBe(0);
      return readdir(cache);
    }

    test('keeps compiled code if nobody else is in the group, as in a container', async () => {
      expect(await keptWith('payer')).toEqual(['code']);
    });

    test('keeps none if somebody else is in it, whose code would run as the user', async () => {
      expect(await keptWith('payer,other')).toEqual([]);
    });
  },
);

/** Copies with one bit turned, in the head and all over the rest: in the code, its copy and the source. */
function flipped(whole: Buffer): Buffer[] {
  const anywhere = Array.from({ length: 6 }, (_, at) => Math.floor((whole.length * at) / 6) + at);
  const places = [5, 8, 14, ...anywhere];
  return places
    .filter((place) => place < whole.length)
    .map((place) => {
      const copy = Buffer.from(whole);
      copy[place] = (copy[place] ?? 0) ^ (1 << (place % 8));
      return copy;
    });
}

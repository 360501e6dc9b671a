import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isStartedByNode, type Ran, remit, words } from '../helpers/built-program.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

const isRoot = process.getuid?.() === 0;
const SOMEBODY = 65534;

const bank = { id: 'fs_1', businessId: 'biz_1', status: 'verified', isDefault: true };

let folder: string;
let service: Answering;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remit-ownership-'));
  chmodSync(folder, 0o755);
  service = await answering(({ url = '' }, response) => {
    if (url.includes('/payments/')) {
      return reply(response, 201, { paymentId: 'pmt_1', status: 'PENDING', payableId: 'pay_1' });
    }
    if (/\/payables\/pay_\d$/.test(url)) {
      return reply(response, 200, { id: url.slice(-5), status: 'APPROVED', amount: 12.5 });
    }
    if (url.endsWith('/bank-accounts')) return reply(response, 200, [bank]);
    reply(response, 200, url.endsWith('/profile') ? { id: 'usr_1', email: 'a@b.test' } : []);
  });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

type Env = Readonly<Record<string, string>>;

const inForce = (): Env => ({
  REMIT_BASE_URL: service.baseUrl,
  REMIT_TOKEN: 'token-of-the-test',
  REMIT_BUSINESS: 'biz_1',
});
const run = (line: string, env: Env): Promise<Ran> => remit(words(line), { env, cwd: folder });
const PAY = 'pay initiate pay_1 --yes --json';

/** A program that says that it ran, in the place of a token. */
function planted(): { readonly command: string; readonly ran: () => boolean } {
  const mark = join(folder, 'ran');
  const path = join(folder, 'planted.sh');
  writeFileSync(path, `#!/bin/sh\ntouch ${mark}\necho token-of-somebody-else\n`, { mode: 0o755 });
  return { command: JSON.stringify([path]), ran: () => existsSync(mark) };
}

/** A home with a profile whose token command is such a program; where its configuration is. */
function home(): { readonly path: string; readonly config: string; readonly ran: () => boolean } {
  const { command, ran } = planted();
  const path = join(folder, 'home');
  const config = join(path, '.config', 'remit', 'config.json');
  mkdirSync(dirname(config), { recursive: true, mode: 0o700 });
  const live = { baseUrl: service.baseUrl, tokenCommand: JSON.parse(command) };
  const content = { version: 1, current: 'live', profiles: { live } };
  writeFileSync(config, JSON.stringify(content), { mode: 0o600 });
  return { path, config, ran };
}

describe('a program that somebody else could have put into the configuration is not run:', () => {
  type Spoil = (it: ReturnType<typeof home>) => string;
  const spoiled: [
    what: string,
    needsRoot: boolean,
    spoil: Spoil,
    mend: 'chmod' | 'chown' | 'replace',
  ][] = [
    ['the file is open to all', false, ({ config }) => opened(config, 0o666), 'chmod'],
    ['a directory is', false, ({ config }) => opened(dirname(config), 0o777), 'chmod'],
    ['the home directory is', false, ({ path }) => opened(path, 0o757), 'chmod'],
    [
      'the file is a link',
      false,
      ({ config }) => {
        renameSync(config, `${config}.real`);
        symlinkSync(`${config}.real`, config);
        return config;
      },
      'replace',
    ],
    [
      'a directory is a link',
      false,
      ({ config }) => {
        renameSync(dirname(config), join(folder, 'elsewhere'));
        symlinkSync(join(folder, 'elsewhere'), dirname(config));
        return dirname(config);
      },
      'replace',
    ],
    ['the file is theirs', true, ({ config }) => given(config), 'chown'],
    ['a directory is theirs', true, ({ config }) => given(dirname(config)), 'chown'],
    [
      'another group may write to it',
      true,
      ({ config }) => {
        chownSync(config, 0, SOMEBODY);
        return opened(config, 0o660);
      },
      'chmod',
    ],
  ];
  const opened = (path: string, mode: number) => {
    chmodSync(path, mode);
    return path;
  };
  const given = (path: string) => {
    chownSync(path, SOMEBODY, SOMEBODY);
    return path;
  };

  test.for(spoiled)('%s', async ([, needsRoot, spoil, mend], { skip }) => {
    skip(needsRoot && !isRoot, 'only root can give a file away');
    const it = home();
    const path = spoil(it);
    for (const line of ['whoami --json', 'doctor --json', 'profile set timeout 9 --json']) {
      const { code, out, err } = await run(line, { HOME: it.path });
      expect([line, code]).toEqual([line, 3]);
      expect(`${out}${err}`).toContain(path);
      if (line.startsWith('doctor')) continue;
      const { error } = JSON.parse(err);
      expect(error).toMatchObject({ code: 'unsafe_permissions', outcome: 'not-sent' });
      expect(error.next[0]).toMatch(new RegExp(`^(sudo )?${mend} .*${path}`));
    }
    expect([it.ran(), service.seen]).toEqual([false, []]);
  });

  test('and the line that is printed mends it', async () => {
    const it = home();
    opened(it.config, 0o666);
    const { err } = await run('whoami --json', { HOME: it.path });
    expect(JSON.parse(err).error.next[0]).toBe(`chmod go-w ${it.config}`);
    opened(it.config, 0o644);
    expect((await run('whoami', { HOME: it.path })).code).toBe(0);
    expect(it.ran()).toBe(true);
  });

  test('tokens, cursors and the journal are looked at in the same way', async () => {
    const env = { ...inForce(), REMIT_HOME: join(folder, 'own') };
    expect((await run(PAY, env)).code).toBe(0);
    const journal = join(folder, 'own', 'state', 'journal.db');
    for (const path of [journal, dirname(journal)]) {
      const { mode } = statSync(path);
      chmodSync(path, 0o777);
      const { code, err } = await run(PAY.replace('pay_1', 'pay_2'), env);
      expect([code, JSON.parse(err).error.code]).toEqual([3, 'unsafe_permissions']);
      chmodSync(path, mode);
    }
    expect(service.seen.filter((it) => it.startsWith('POST'))).toHaveLength(1);
    const signedOut = { ...env, REMIT_TOKEN: '' };
    mkdirSync(join(folder, 'own', 'config'), { mode: 0o700, recursive: true });
    const credentials = join(folder, 'own', 'config', 'credentials.json');
    const config = join(folder, 'own', 'config', 'config.json');
    writeFileSync(config, '{"version":1,"current":"a","profiles":{"a":{}}}', { mode: 0o600 });
    writeFileSync(credentials, '{}');
    chmodSync(credentials, 0o666);
    expect((await run('whoami --json', signedOut)).err).toContain(`chmod go-w ${credentials}`);
  });
});

describe('a journal that somebody else could move away is not used:', () => {
  const open = (path: string) => chmodSync(path, 0o777);
  const give = (path: string) => chownSync(path, SOMEBODY, SOMEBODY);
  const [above, home] = ['above', 'above/home'] as const;
  const named: [what: string, needsRoot: boolean, spoil: (at: string) => void, where: string][] = [
    ['REMIT_HOME is open to all', false, open, home],
    ['REMIT_HOME is theirs', true, give, home],
    [
      'the group of REMIT_HOME is another',
      true,
      (at) => {
        chownSync(at, 0, SOMEBODY);
        chmodSync(at, 0o2775);
      },
      home,
    ],
    ['the directory above is open to all', false, open, above],
    ['the directory above is theirs', true, give, above],
    [
      'a link above is theirs',
      true,
      (at) => {
        renameSync(at, `${at}.real`);
        symlinkSync(`${at}.real`, at);
        lchownSync(at, SOMEBODY, SOMEBODY);
      },
      above,
    ],
    [
      'a link leads through an open directory',
      false,
      (at) => {
        const real = join(folder, 'open', 'real');
        mkdirSync(dirname(real));
        renameSync(at, real);
        symlinkSync(real, at);
        open(dirname(real));
      },
      above,
    ],
  ];

  test.for(named)('%s', async ([, needsRoot, spoil, where], { skip }) => {
    skip(needsRoot && !isRoot, 'only root can give a directory away');
    mkdirSync(join(folder, home), { recursive: true });
    for (const env of [
      { REMIT_HOME: join(folder, home) },
      { XDG_STATE_HOME: join(folder, home), XDG_CONFIG_HOME: join(folder, home) },
    ]) {
      expect((await run('profile set timeout 9 -P x', env)).code).toBe(0);
    }
    spoil(join(folder, where));
    for (const env of [
      { REMIT_HOME: join(folder, home) },
      { HOME: '/', XDG_STATE_HOME: join(folder, home), XDG_CONFIG_HOME: folder },
    ]) {
      const { code, out, err } = await run(PAY, { ...inForce(), ...env });
      expect([code, out]).toEqual([3, '']);
      const { message, outcome } = JSON.parse(err).error;
      expect([message, outcome]).toEqual([
        expect.stringMatching(/belongs to another user|is writable by other users/),
        'not-sent',
      ]);
    }
    expect(service.seen.filter((it) => it.startsWith('POST'))).toEqual([]);
  });
});

describe('what is usual is no hindrance:', () => {
  /** A user of the test's own, in a group of the same number. */
  const ORDINARY = 54_321;
  const isLetIn = async () => isRoot && (await remit(['--version'], { uid: ORDINARY })).code === 0;

  test('umask 002, where each user has a group of their own', async ({ skip }) => {
    skip(!(await isLetIn()), 'only root can run it as another user');
    const it = home();
    for (const path of [it.path, join(it.path, '.config'), dirname(it.config), it.config]) {
      chownSync(path, ORDINARY, ORDINARY);
      chmodSync(path, path === it.config ? 0o664 : 0o775);
    }
    chmodSync(folder, 0o1777);
    const whoami = () => remit(['whoami'], { env: { HOME: it.path }, uid: ORDINARY, cwd: '/' });
    expect(await whoami()).toMatchObject({ code: 0 });
    chownSync(it.config, ORDINARY, SOMEBODY);
    expect(await whoami()).toMatchObject({ code: 3 });
  });

  test('HOME=/, where nothing of ours is', async () => {
    const env = { ...inForce(), HOME: '/', XDG_STATE_HOME: join(folder, 'state') };
    expect((await run('whoami', env)).code).toBe(0);
    // A payment records its journal in the configuration, which must not stay in the root directory.
    const XDG_CONFIG_HOME = join(folder, 'config');
    expect((await run(PAY, { ...env, XDG_CONFIG_HOME })).code).toBe(0);
  });

  test('a home directory that is a link, and a temporary directory as the home', async () => {
    const it = home();
    symlinkSync(it.path, join(folder, 'link'));
    expect((await run('whoami', { HOME: `${join(folder, 'link')}/` })).code).toBe(0);
    chmodSync(it.path, 0o1777);
    expect((await run('whoami', { HOME: it.path })).code).toBe(0);
  });

  test('a volume whose group is the own one, or with the sticky bit', async () => {
    const volume = join(folder, 'volume');
    mkdirSync(volume);
    const env = { ...inForce(), REMIT_HOME: volume };
    chmodSync(volume, isRoot ? 0o2775 : 0o2755);
    expect((await run(PAY, env)).code).toBe(0);
    const state = statSync(join(volume, 'state'));
    expect([state.uid, state.mode & 0o777]).toEqual([process.getuid?.(), 0o700]);
    if (isRoot) chownSync(volume, 0, SOMEBODY);
    chmodSync(volume, 0o3777);
    const { code, out } = await run('journal list --json', env);
    expect([code, JSON.parse(out)]).toMatchObject([0, [{ outcome: 'applied' }]]);
  });

  test('a link to a directory of the own', async () => {
    mkdirSync(join(folder, 'real', 'home'), { recursive: true });
    symlinkSync('real/../real', join(folder, 'link'));
    const env = { ...inForce(), REMIT_HOME: join(folder, 'link', 'home') };
    expect((await run(PAY, env)).code).toBe(0);
  });

  test('configuration that root wrote for an ordinary user', async ({ skip }) => {
    skip(!(await isLetIn()), 'only root can run it as another user');
    const it = home();
    for (const path of [it.path, join(it.path, '.config'), dirname(it.config)])
      chmodSync(path, 0o755);
    chmodSync(it.config, 0o644);
    chmodSync(folder, 0o1777);
    const ran = await remit(['whoami'], { env: { HOME: it.path }, uid: ORDINARY, cwd: '/' });
    expect(ran).toMatchObject({ code: 0 });
  });
});

describe.skipIf(!isRoot)(
  'root with the home directory of somebody else, as in a container job',
  () => {
    const theirs = () => {
      const it = home();
      for (const path of [it.path, join(it.path, '.config'), dirname(it.config), it.config]) {
        chownSync(path, SOMEBODY, SOMEBODY);
      }
      return it;
    };

    test('reads without it, and leaves nothing in it', async () => {
      const it = theirs();
      const before = readdirSync(it.path, { recursive: true });
      const lines = ['whoami', 'payable list --csv --out payables.csv', 'business list --json'];
      for (const line of lines) {
        const { code, err } = await run(`${line} -q`, { ...inForce(), HOME: it.path });
        expect([line, code, err]).toEqual([line, 0, '']);
      }
      expect(it.ran()).toBe(false);
      expect(readdirSync(it.path, { recursive: true })).toEqual(before);
    });

    test('pays nothing without a directory of its own, and pays with one', async () => {
      const it = theirs();
      const env = { ...inForce(), HOME: it.path };
      for (const line of [PAY, 'profile set timeout 9 -P x --json']) {
        const { code, err } = await run(line, env);
        expect(code).toBe(3);
        expect(JSON.parse(err).error.next.join()).toContain('REMIT_HOME');
      }
      expect(service.seen.filter((it) => it.startsWith('POST'))).toEqual([]);
      expect(existsSync(join(it.path, '.local'))).toBe(false);
      const foreign = { XDG_STATE_HOME: join(it.path, '.config') };
      expect((await run(PAY, { ...env, ...foreign })).code).toBe(3);
      const own = join(folder, 'own');
      mkdirSync(own, { mode: 0o700 });
      expect((await run(PAY, { ...env, XDG_STATE_HOME: own })).code).toBe(0);
      const again = await run(PAY, { ...env, REMIT_HOME: join(folder, 'remit') });
      expect(again.code).toBe(0);
    });
  },
);

describe.skipIf(!isStartedByNode)(
  'compiled code that somebody else could have put there is not run:',
  () => {
    /** A cache in a home whose code was compiled, and how a run is seen to have taken it: what is not written again. */
    async function warm() {
      const path = join(folder, 'home');
      const cache = join(path, '.cache', 'remit');
      mkdirSync(cache, { recursive: true, mode: 0o700 });
      const env = { HOME: path };
      for (let at = 0; at < 2; at++) expect((await run('help dates', env)).code).toBe(0);
      const [id = ''] = readdirSync(join(cache, 'code'));
      const code = join(cache, 'code', id);
      const writes = () => {
        const file = join(code, 'main.js.compiled');
        return existsSync(file) ? readFileSync(file).readUInt32LE() : 0;
      };
      return { path, cache, code, env, writes };
    }

    const spoils: [
      what: string,
      needsRoot: boolean,
      spoil: (it: Awaited<ReturnType<typeof warm>>) => void,
    ][] = [
      [
        'a link took the place of the cache',
        false,
        ({ cache }) => {
          renameSync(cache, join(folder, 'elsewhere'));
          symlinkSync(join(folder, 'elsewhere'), cache);
        },
      ],
      [
        'a link took the place of a directory in it',
        false,
        ({ code }) => {
          renameSync(code, join(folder, 'elsewhere'));
          symlinkSync(join(folder, 'elsewhere'), code);
        },
      ],
      [
        'a directory above it is open to all',
        false,
        ({ cache }) => chmodSync(dirname(cache), 0o777),
      ],
      ['the home directory is', false, ({ path }) => chmodSync(path, 0o777)],
      ['the home directory is theirs', true, ({ path }) => chownSync(path, SOMEBODY, SOMEBODY)],
      ['a directory in it is theirs', true, ({ code }) => chownSync(code, SOMEBODY, SOMEBODY)],
    ];

    test.for(spoils)('%s', async ([, needsRoot, spoil], { skip }) => {
      skip(needsRoot && !isRoot, 'only root can give a directory away');
      const it = await warm();
      const before = it.writes();
      spoil(it);
      expect(await run('help dates', it.env)).toMatchObject({ code: 0, err: '' });
      expect([before, it.writes()]).toEqual([2, 2]);
    });

    test('a file of it is a link, or open to all', async () => {
      const it = await warm();
      const file = join(it.code, 'main.js.compiled');
      chmodSync(file, 0o666);
      expect((await run('help dates', it.env)).code).toBe(0);
      // It began anew, and wrote over it.
      expect(it.writes()).toBe(1);
      cpSync(file, join(folder, 'elsewhere'));
      rmSync(file);
      symlinkSync(join(folder, 'elsewhere'), file);
      expect((await run('help dates', it.env)).code).toBe(0);
      expect([it.writes(), lstatSync(file).isSymbolicLink()]).toEqual([1, false]);
    });
  },
);

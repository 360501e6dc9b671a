import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const has = (command: string) =>
  process.env['PATH']?.split(':').some((it) => existsSync(join(it, command))) ?? false;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const env = {
  PATH: process.env['PATH'],
  MAINTAINER: 'A. Person <person@example.com>',
  HOMEPAGE: 'https://example.com/remit',
  SOURCE_DATE_EPOCH: '1767225600',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-packages-'));
  // Small, and linked to a library, as the executable is.
  copyFileSync('/bin/true', join(folder, 'executable'));
  writeFileSync(
    join(folder, 'executable.LICENSES.txt'),
    'Licenses of all that the executable contains\n',
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function build(script: string, out: string, more: Readonly<Record<string, string>> = {}): string {
  const words = [`packaging/${script}`, join(folder, 'executable'), join(folder, out)];
  const options = { encoding: 'utf8', env: { ...env, ...more }, stdio: 'pipe' } as const;
  return execFileSync(process.execPath, words, options).trim();
}

const run = (command: string, ...words: string[]) =>
  execFileSync(command, words, { encoding: 'utf8' });

/** What both kinds of packages install, beside completions for zsh and licenses. */
const INSTALLED = [
  '/usr/bin/remit',
  '/usr/share/bash-completion/completions/remit',
  '/usr/share/doc/remit/changelog.gz',
  '/usr/share/doc/remit/examples/month-end.sh',
  '/usr/share/doc/remit/examples/systemd/remit-reconcile.timer',
  '/usr/share/fish/vendor_completions.d/remit.fish',
  '/usr/share/man/man1/remit-pay-initiate.1.gz',
  '/usr/share/man/man7/remit-money-safety.7.gz',
];

describe.runIf(has('dpkg-deb') && has('dpkg-shlibdeps'))('the package for Debian', () => {
  test('installs executable, man pages, completions and licenses, all owned by root', () => {
    const file = build('deb.mjs', 'out');
    expect(basename(file)).toMatch(new RegExp(`^remit_${version}_(amd64|arm64)\\.deb$`));
    const contents = run('dpkg-deb', '--contents', file).trim().split('\n');
    const paths = contents.map((it) => it.split(' ').at(-1)?.slice(1));
    expect(paths).toEqual(
      expect.arrayContaining([
        ...INSTALLED,
        '/usr/share/doc/remit/copyright',
        '/usr/share/zsh/vendor-completions/_remit',
      ]),
    );
    expect(contents.filter((it) => !/^(-rw-r--r--|drwxr-xr-x) root\/root /.test(it))).toEqual([
      expect.stringMatching(/^-rwxr-xr-x root\/root .* \.\/usr\/bin\/remit$/),
    ]);
  });

  test('names its maintainer and the libraries that the executable uses, and matches its checksums', () => {
    const file = build('deb.mjs', 'out');
    const control = run('dpkg-deb', '--field', file);
    expect(control).toContain('Maintainer: A. Person <person@example.com>');
    expect(control).toMatch(/^Depends: libc6 \(>= [\d.]+\)$/m);
    run('dpkg-deb', '--raw-extract', file, join(folder, 'raw'));
    run('sh', '-c', `cd ${folder}/raw && md5sum --check --strict --quiet DEBIAN/md5sums`);
    const page = join(folder, 'raw/usr/share/man/man1/remit-pay-initiate.1.gz');
    expect(run('gzip', '--decompress', '--stdout', page)).toContain('.SH EXIT STATUS');
  });

  test('is the same file whenever it is built', () => {
    const first = build('deb.mjs', 'first');
    expect(readFileSync(build('deb.mjs', 'second')).equals(readFileSync(first))).toBe(true);
  });

  test('is not built without a maintainer', () => {
    expect(() => build('deb.mjs', 'out', { MAINTAINER: 'nobody' })).toThrow(/MAINTAINER must be/);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});

describe.runIf(has('rpmbuild'))('the package for Fedora', () => {
  test('installs executable, man pages, completions and licenses, all owned by root', () => {
    const file = build('rpm.mjs', 'out');
    expect(basename(file)).toMatch(new RegExp(`^remit-${version}-1\\.(x86_64|aarch64)\\.rpm$`));
    const list = run('rpm', '--query', '--package', '--list', '--verbose', file).split('\n');
    const files = list.filter((it) => it.startsWith('-'));
    expect(files.map((it) => it.split(' ').at(-1))).toEqual(
      expect.arrayContaining([
        ...INSTALLED,
        '/usr/share/licenses/remit/LICENSE',
        '/usr/share/zsh/site-functions/_remit',
      ]),
    );
    expect(files.filter((it) => !/^-rw-r--r-- +1 root +root /.test(it))).toEqual([
      expect.stringMatching(/^-rwxr-xr-x +1 root +root .* \/usr\/bin\/remit$/),
    ]);
    expect(run('rpm', '--query', '--package', '--requires', file)).toContain('libc.so.6');
  });

  test('is the same file whenever it is built', () => {
    const first = build('rpm.mjs', 'first');
    expect(readFileSync(build('rpm.mjs', 'second')).equals(readFileSync(first))).toBe(true);
  });
});

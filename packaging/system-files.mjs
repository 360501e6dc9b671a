// The files that a package of a Linux distribution installs, beside each other for `deb.mjs` and `rpm.mjs`.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

/** Where each family of distributions has what the others have elsewhere. */
const FOLDERS = {
  deb: { zsh: 'usr/share/zsh/vendor-completions', licenses: 'usr/share/doc/remit/copyright' },
  rpm: { zsh: 'usr/share/zsh/site-functions', licenses: 'usr/share/licenses/remit/LICENSE' },
};

const MACHINES = new Map([
  [0x3e, { deb: 'amd64', rpm: 'x86_64' }],
  [0xb7, { deb: 'arm64', rpm: 'aarch64' }],
]);

/** Reads version and description of the program, who maintains its packages, and where it is published. */
export function readProject({ MAINTAINER, HOMEPAGE } = process.env) {
  const { version, description, license } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (!/^[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>$/.test(MAINTAINER ?? '')) {
    throw new Error('MAINTAINER must be set, such as "A. Person <person@example.com>".');
  }
  if (!/^https:\/\/[^\s"'\\]+$/.test(HOMEPAGE ?? '')) {
    throw new Error('HOMEPAGE must be set, such as "https://example.com/remit".');
  }
  // To dpkg and rpm, 1.0.0~rc.1 is older than 1.0.0, as 1.0.0-rc.1 is by Semantic Versioning.
  const sortable = version.replace('-', '~');
  return { version: sortable, description, license, maintainer: MAINTAINER, homepage: HOMEPAGE };
}

/** Returns what both families call the machine that an executable is for, by its ELF header. */
export function machineOf(executable) {
  const header = readFileSync(executable).subarray(0, 20);
  if (header.toString('latin1', 0, 4) !== '\x7fELF')
    throw new Error(`${executable} is not for Linux.`);
  const machine = MACHINES.get(header.readUInt16LE(18));
  if (!machine) throw new Error(`${executable} is for an unknown machine.`);
  return machine;
}

/** Writes all files of a package below a directory. Needs `npm run build`, and `<executable>.LICENSES.txt`. */
export function writeSystemFiles(root, executable, family) {
  process.umask(0o022);
  const folders = FOLDERS[family];
  const put = (path, content) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  cpSync(executable, join(root, 'usr/bin/remit'));
  chmodSync(join(root, 'usr/bin/remit'), 0o755);
  for (const [name, page] of manualPages())
    put(`usr/share/man/man${name.at(-1)}/${name}.gz`, compressed(page));
  put('usr/share/bash-completion/completions/remit', readFileSync('completions/remit.bash'));
  put('usr/share/fish/vendor_completions.d/remit.fish', readFileSync('completions/remit.fish'));
  put(`${folders.zsh}/_remit`, readFileSync('completions/_remit'));
  put('usr/share/doc/remit/changelog.gz', compressed(readFileSync('CHANGELOG.md')));
  for (const it of readdirSync('examples', { recursive: true, withFileTypes: true })) {
    const path = join(it.parentPath, it.name);
    if (it.isFile()) put(join('usr/share/doc/remit', path), readFileSync(path));
  }
  put(folders.licenses, readFileSync(`${executable}.LICENSES.txt`));
}

/** Returns the man pages by file name, as the built program writes them. */
function manualPages() {
  const folder = mkdtempSync(join(tmpdir(), 'remit-man-'));
  try {
    execFileSync(process.execPath, ['bin/remit.js', 'help', '--man-pages', folder, '--quiet']);
    return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compresses without name and time, so that the same text is always the same file. */
function compressed(text) {
  return gzipSync(text, { level: 9 });
}

// Writes a package for Debian: node packaging/deb.mjs <executable> <folder>. Run it on a machine of the executable's own
// architecture, with dpkg-dev, which finds out what libraries the executable needs. With SOURCE_DATE_EPOCH, the same
// executable always gives the same package.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { machineOf, readProject, writeSystemFiles } from './system-files.mjs';

const [executable, folder] = process.argv.slice(2);
const { version, description, maintainer, homepage } = readProject();
const { deb: architecture } = machineOf(executable);
const work = mkdtempSync(join(tmpdir(), 'remit-deb-'));
try {
  const root = join(work, 'debian/remit');
  writeSystemFiles(root, executable, 'deb');
  const files = filesIn(root);
  mkdirSync(join(root, 'DEBIAN'));
  const needed = neededLibraries();
  writeFileSync(join(root, 'DEBIAN/control'), control(root, files, needed));
  writeFileSync(
    join(root, 'DEBIAN/md5sums'),
    files.map((it) => `${md5(join(root, it))}  ${it}\n`).join(''),
  );
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `remit_${version}_${architecture}.deb`);
  // One thread, and not as many as there are processors: how the work is divided shows in the file. Zstandard takes a
  // twentieth of the time of xz, and Debian has it since 12.
  const how = ['--root-owner-group', '-Zzstd', '-z10', '--threads-max=1', '--build'];
  execFileSync('dpkg-deb', [...how, root, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Returns the value of `Depends`: packages and the oldest versions with all symbols that the executable uses. */
function neededLibraries() {
  writeFileSync(
    join(work, 'debian/control'),
    'Source: remit\n\nPackage: remit\nArchitecture: any\n',
  );
  const out = execFileSync('dpkg-shlibdeps', ['-O', '--warnings=0', 'debian/remit/usr/bin/remit'], {
    cwd: work,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return out.trim().replace(/^shlibs:Depends=/, '');
}

function control(root, files, needed) {
  const bytes = files.map((it) => statSync(join(root, it)).size);
  const kilobytes = bytes.reduce((sum, it) => sum + Math.ceil(it / 1024), 0);
  return `${[
    'Package: remit',
    `Version: ${version}`,
    'Section: utils',
    'Priority: optional',
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${kilobytes}`,
    `Depends: ${needed}`,
    // `remit run sign` starts ssh-keygen.
    'Recommends: openssh-client',
    'Suggests: bash-completion',
    `Homepage: ${homepage}`,
    'Description: command line for business payments by ACH',
    ...wrapped(`${description}.`),
  ].join('\n')}\n`;
}

/** Returns the lines of a long description, each after a space, in 80 columns. */
function wrapped(text) {
  return text.match(/\S.{0,77}(?=\s|$)/g).map((line) => ` ${line}`);
}

/** Returns the paths of all files below a directory, sorted. */
function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name).slice(root.length + 1))
    .toSorted();
}

function md5(path) {
  return createHash('md5').update(readFileSync(path)).digest('hex');
}

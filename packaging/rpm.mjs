// Writes a package for Fedora and its relatives: node packaging/rpm.mjs <executable> <folder>. Needs rpmbuild, which
// finds out what libraries the executable needs. With SOURCE_DATE_EPOCH, the same executable always gives the same package.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
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
import { machineOf, readProject, writeSystemFiles } from './system-files.mjs';

const [executable, folder] = process.argv.slice(2);
const { rpm: architecture } = machineOf(executable);
const { version, description, license, maintainer, homepage } = readProject();
const work = mkdtempSync(join(tmpdir(), 'remit-rpm-'));
try {
  const root = join(work, 'files');
  writeSystemFiles(root, executable, 'rpm');
  const values = {
    ROOT: root,
    VERSION: version,
    LICENSE: license,
    HOMEPAGE: homepage,
    MAINTAINER: maintainer,
    DESCRIPTION: description,
    FILES: filesIn(root).join('\n'),
  };
  const template = readFileSync('packaging/remit.spec', 'utf8');
  const spec = template.replaceAll(/@([A-Z]+)@/g, (_, name) => values[name].replaceAll('%', '%%'));
  writeFileSync(join(work, 'remit.spec'), spec);
  const how = ['-bb', '--quiet', '--target', architecture, '--define', `_topdir ${work}/build`];
  execFileSync('rpmbuild', [...how, join(work, 'remit.spec')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const name = `remit-${version}-1.${architecture}.rpm`;
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(work, 'build/RPMS', architecture, name), join(folder, name));
  process.stdout.write(`${join(folder, name)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Returns the lines of `%files`: files, and its own directories; the others belong to other packages. */
function filesIn(root) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name).slice(root.length))
    .toSorted();
  const own = new Set(
    files.map((it) => dirname(it)).filter((it) => /^\/usr\/share\/(doc|licenses)\/remit/.test(it)),
  );
  return [
    '%defattr(-,root,root,-)',
    ...[...own].toSorted().map((it) => `%dir ${it}`),
    ...files.map((it) => kindOf(it) + it),
  ];
}

function kindOf(path) {
  if (path.startsWith('/usr/share/licenses/')) return '%license ';
  return /^\/usr\/share\/(doc|man)\//.test(path) ? '%doc ' : '';
}

// Writes the Homebrew formula and the Scoop manifest of a release: node packaging/manifests.mjs <checksums> <folder>.
// The checksums are lines of sha256sum, one for each executable of the release.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const [checksums, folder] = process.argv.slice(2);
const { HOMEPAGE = '' } = process.env;
const { version, license } = JSON.parse(readFileSync('package.json', 'utf8'));
if (!/^https:\/\/[\w./-]+$/.test(HOMEPAGE)) {
  throw new Error('HOMEPAGE must be set to the address of the repository.');
}
const values = {
  VERSION: version,
  LICENSE: license,
  HOMEPAGE,
  DOWNLOADS: `${HOMEPAGE}/releases/download/v${version}`,
};
const sums = new Map(
  [...readFileSync(checksums, 'utf8').matchAll(/^([0-9a-f]{64}) [ *](\S+)$/gm)].map(
    ([, sum, name]) => [name, sum],
  ),
);

mkdirSync(folder, { recursive: true });
for (const [template, name] of [
  ['remit.rb', 'remit.rb'],
  ['remit.scoop.json', 'remit.json'],
]) {
  const text = readFileSync(join('packaging', template), 'utf8');
  writeFileSync(join(folder, name), text.replaceAll(/@([A-Z\d]+)(?::([\w.-]+))?@/g, filled));
}

function filled(placeholder, kind, name) {
  const value = kind === 'SHA256' ? sums.get(name) : values[kind];
  if (value === undefined) throw new Error(`There is no value for ${placeholder}.`);
  return value;
}

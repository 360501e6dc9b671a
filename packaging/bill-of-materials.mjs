// Writes sbom.cdx.json, or the file that is named: npm's data on the packages in the build, and on those that npm installs with it, the Node.js of the
// executables, and the SQLite in each. Build tools are left out. Needs no network, since npm reads the lockfile.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const { name, version } = json('package.json');
const bundled = new Set(json('dist/bundled.json'));

const flags = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const run = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] };
const shell = process.platform === 'win32';
const bill = JSON.parse(execFileSync('npm', ['sbom', ...flags], { ...run, shell }));

const self = bill.metadata.component['bom-ref'];
const dependsOn = new Map(bill.dependencies.map((it) => [it.ref, it.dependsOn ?? []]));
const installed = closure(
  Object.keys(json('package.json').optionalDependencies).flatMap(refsNamed),
);
const isIn = (ref) => bundled.has(ref) || installed.has(ref);

const missing = [...bundled].filter((ref) => !bill.components.some((it) => it['bom-ref'] === ref));
if (missing.length > 0) throw new Error(`The lockfile does not know ${missing.join(', ')}.`);

bill.metadata.component.name = name;
bill.components = bill.components
  .filter((it) => isIn(it['bom-ref']))
  .map((it) => ({
    ...it,
    scope: bundled.has(it['bom-ref']) ? 'required' : 'optional',
    properties: [{ name: 'remit:bundled', value: String(bundled.has(it['bom-ref'])) }],
  }));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => ref === self || isIn(ref))
  .map(({ ref, dependsOn: below = [] }) => ({
    ref,
    dependsOn: ref === self ? bill.components.map((it) => it['bom-ref']) : below.filter(isIn),
  }));
const node = json('packaging/node.json');
const nodeRef = `node@${node.version}`;
const sqliteRef = `sqlite@${node.sqlite}`;
const addon = bill.components.find((it) => it.name === '@photostructure/sqlite')['bom-ref'];
const addonSqliteRef = `sqlite@${sqliteOfAddon()}`;
bill.components.push(
  github(
    'platform',
    'node',
    'nodejs/node',
    `v${node.version}`,
    node.version,
    'MIT',
    'nodejs:node.js',
  ),
  ...[...new Set([sqliteRef, addonSqliteRef])].map((ref) => sqlite(ref.slice('sqlite@'.length))),
);
bill.dependencies.find(({ ref }) => ref === self).dependsOn.push(nodeRef);
bill.dependencies.find(({ ref }) => ref === addon).dependsOn.push(addonSqliteRef);
bill.dependencies.push(
  { ref: nodeRef, dependsOn: [sqliteRef] },
  ...[...new Set([sqliteRef, addonSqliteRef])].map((ref) => ({ ref, dependsOn: [] })),
);

// Two packs of one commit are the same file: the number follows from the content, the time is that of the commit.
const { SOURCE_DATE_EPOCH } = process.env;
delete bill.serialNumber;
delete bill.metadata.timestamp;
if (SOURCE_DATE_EPOCH) {
  bill.metadata.timestamp = new Date(Number(SOURCE_DATE_EPOCH) * 1000).toISOString();
}
bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bill))}`;

writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
process.stderr.write(`${name} ${version}: ${bill.components.length} components\n`);

/** Returns the version of SQLite whose source is in the database driver. */
function sqliteOfAddon() {
  const header = readFileSync('node_modules/@photostructure/sqlite/src/upstream/sqlite3.h', 'utf8');
  const [, found] = /^#define SQLITE_VERSION +"([\d.]+)"$/m.exec(header) ?? [];
  if (!found) throw new Error('The header of SQLite has no version.');
  return found;
}

function sqlite(version) {
  const tag = `version-${version}`;
  return github('library', 'sqlite', 'sqlite/sqlite', tag, version, 'blessing', 'sqlite:sqlite');
}

/** Returns a component that is no package: its URL has the tag of its source, by which OSV knows it. */
function github(type, name, repository, tag, version, license, cpe) {
  return {
    type,
    'bom-ref': `${name}@${version}`,
    name,
    version,
    scope: 'optional',
    licenses: [{ license: { id: license } }],
    cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:github/${repository}@${tag}`,
    properties: [{ name: 'remit:bundled', value: 'false' }],
  };
}

/** Returns the direct dependencies of this name. */
function refsNamed(wanted) {
  return (dependsOn.get(self) ?? []).filter((ref) => ref.slice(0, ref.lastIndexOf('@')) === wanted);
}

/** Returns these packages and all their dependencies. */
function closure(refs, found = new Set()) {
  for (const ref of refs) {
    if (found.has(ref)) continue;
    found.add(ref);
    closure(dependsOn.get(ref) ?? [], found);
  }
  return found;
}

/** Returns the UUID (version 8) that the hash of a text gives. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

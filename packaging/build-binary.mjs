// Builds build/remit: a single executable for people without Node.js, for the current platform. It contains the Node.js
// that node.json names: the one that runs this script, or one installed from npm. With --without-compiled-code it starts
// slower, and is the same file whenever it is built from one commit with one version of Node.js.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';
import { installNode } from './install-node.mjs';

/** A Node.js that can build executables, and the version of its SQLite, which must be safe to use. */
const NODE = JSON.parse(readFileSync('packaging/node.json', 'utf8'));
const out = 'build';
const isWindows = process.platform === 'win32';
const hasCompiledCode = !process.argv.includes('--without-compiled-code');
const executable = join(out, isWindows ? 'remit.exe' : 'remit');
const at = (name) => join(out, name);
const run = (command, ...words) =>
  execFileSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows });

if (process.versions.node !== NODE.version) {
  runOnNode();
  process.exit();
}
if (process.versions.sqlite !== NODE.sqlite) {
  throw new Error(`packaging/node.json must say that its SQLite is ${process.versions.sqlite}.`);
}
rmSync(out, { recursive: true, force: true });
mkdirSync(out);

// Node.js 20 cannot load TypeScript.
const { undiciClient } = await import('./undici-client.ts');
const { constantExports } = await import('./constant-exports.ts');
const { licensesIn } = await import('./bundled.ts');
const chunks = at('chunks');
const build = await rolldown({
  input: 'src/main.ts',
  platform: 'node',
  plugins: [undiciClient, constantExports],
  // Never loaded, since the SQLite of the Node.js in the executable is safe to use.
  external: ['@photostructure/sqlite'],
});
const { output } = await build.write({
  dir: chunks,
  format: 'cjs',
  // A running executable cannot load anything by `import()`.
  dynamicImportInCjs: false,
  minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: { groups: together() },
});
await build.close();
const licensesFile = `${executable}.LICENSES.txt`;
writeFileSync(licensesFile, licenses(output.filter((it) => it.type === 'chunk')));
run(process.execPath, 'packaging/bill-of-materials.mjs', at('sbom.cdx.json'));
if (hasCompiledCode) await compile(chunks);

const names = readdirSync(chunks);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const compiled = names.filter((it) => it.endsWith('.compiled'));
const starter = readFileSync('packaging/executable.cjs', 'utf8')
  .replace('@VERSION@', version)
  .replace('@COMPILED@', JSON.stringify(compiled.map((it) => it.replace(/\.compiled$/, ''))));
writeFileSync(at('remit.cjs'), starter);
writeFileSync(
  at('sea.json'),
  JSON.stringify({
    main: at('remit.cjs'),
    output: executable,
    assets: {
      ...Object.fromEntries(names.map((it) => [it, join(chunks, it)])),
      'LICENSES.txt': licensesFile,
      'sbom.cdx.json': at('sbom.cdx.json'),
      'completions.json': 'dist/completions.json',
      ...Object.fromEntries(readdirSync('completions').map((it) => [it, join('completions', it)])),
    },
    disableExperimentalSEAWarning: true,
  }),
);
run(process.execPath, '--build-sea', at('sea.json'));
if (process.platform === 'darwin') run('codesign', '--force', '--sign', '-', executable);
const megabytes = Math.round(statSync(executable).size / 1e6);
const kind = hasCompiledCode
  ? 'with compiled code: no other build has this checksum'
  : 'without compiled code: reproducible';
process.stdout.write(`${executable}: ${megabytes} MB, Node ${process.versions.node}, ${kind}\n`);
process.stdout.write(
  `SHA-256 ${createHash('sha256').update(readFileSync(executable)).digest('hex')}\n`,
);

/** Returns the licenses of all that the executable contains: this program, the packages in it, and Node.js. */
function licenses(bundle) {
  const prefix = dirname(process.execPath);
  const file = [join(prefix, 'LICENSE'), join(prefix, '..', 'LICENSE')].find((it) =>
    existsSync(it),
  );
  if (!file) throw new Error(`There is no license beside ${process.execPath}.`);
  return [
    licensesIn(bundle),
    `Node.js ${process.versions.node}\n\n${readFileSync(file, 'utf8')}`,
  ].join(`\n${'='.repeat(80)}\n\n`);
}

/** Returns the chunk groups of the package. */
function together() {
  const groups = JSON.parse(readFileSync('packaging/together.json', 'utf8'));
  return groups.map((it) => ({ ...it, test: new RegExp(it.test) }));
}

/** Lists payables of a small service, so that the code which most commands run is compiled. */
async function compile(folder) {
  const rows = [{ id: 'pay_1', status: 'APPROVED', amount: 1, payeeName: 'Name', memo: 'Memo' }];
  const service = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: rows, total: 1, limit: 25, offset: 0, hasMore: false }));
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const env = {
    REMIT_CHUNKS: resolve(folder),
    REMIT_BASE_URL: `http://127.0.0.1:${service.address().port}`,
    REMIT_TOKEN: 'token-of-the-build',
    REMIT_BUSINESS: 'biz_1',
  };
  const words = ['packaging/executable.cjs', 'payable', 'list'];
  const [code] = await once(spawn(process.execPath, words, { env, stdio: 'inherit' }), 'close');
  service.close();
  if (code !== 0) throw new Error(`A list ended with ${code}.`);
}

/** Runs this script with a Node.js installed from npm. */
function runOnNode() {
  const folder = mkdtempSync(join(tmpdir(), 'remit-node-'));
  try {
    const node = installNode(NODE, folder, process);
    execFileSync(node, process.argv.slice(1), { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

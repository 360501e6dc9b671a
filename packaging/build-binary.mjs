// Makes build/remit: one executable for people without Node, for the platform that this runs on. The Node in it is the one
// that this runs on where that can build executables by itself, and else one that npm fetches.
// It leaves out the sandbox and the demo, and says so.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
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
import { join, resolve } from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';

/** The oldest line of Node that builds executables by itself and is supported for long. Its SQLite is a safe one. */
const NODE = 26;
const out = 'build';
const isWindows = process.platform === 'win32';
const executable = join(out, isWindows ? 'remit.exe' : 'remit');
const at = (name) => join(out, name);
const run = (command, ...words) =>
  execFileSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows });

if (Number.parseInt(process.versions.node, 10) < NODE) {
  await runOnNewerNode();
  process.exit();
}
rmSync(out, { recursive: true, force: true });
mkdirSync(out);

const chunks = at('chunks');
const build = await rolldown({
  input: 'src/main.ts',
  platform: 'node',
  plugins: [leftOut()],
  // Never loaded: the Node in the executable has a safe SQLite.
  external: ['@photostructure/sqlite'],
});
await build.write({
  dir: chunks,
  format: 'cjs',
  // An executable has no way to load anything by `import()` once it runs.
  dynamicImportInCjs: false,
  minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: { groups: together() },
});
await build.close();
await compile(chunks);

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
    assets: Object.fromEntries(names.map((it) => [it, join(chunks, it)])),
    disableExperimentalSEAWarning: true,
  }),
);
run(process.execPath, '--build-sea', at('sea.json'));
if (process.platform === 'darwin') run('codesign', '--force', '--sign', '-', executable);
const megabytes = Math.round(statSync(executable).size / 1e6);
process.stdout.write(`${executable}: ${megabytes} MB, Node ${process.versions.node}\n`);

/** The chunks of the package. */
function together() {
  const groups = JSON.parse(readFileSync('packaging/together.json', 'utf8'));
  return groups.map((it) => ({ ...it, test: new RegExp(it.test) }));
}

/** Lists payables of a service that has some, so that the code which most commands run is compiled. */
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

/** The two groups that are for rehearsing. */
function leftOut() {
  return {
    name: 'left-out',
    resolveId: (source) =>
      /^\.\/(sandbox|demo)\/group\.ts$/.test(source) ? resolve('packaging/left-out.ts') : null,
  };
}

/** Runs this very file on a Node of npm's. */
async function runOnNewerNode() {
  const { platform, arch } = process;
  const name = `node-${isWindows ? 'win' : platform}-${arch}`;
  const folder = mkdtempSync(join(tmpdir(), 'remit-node-'));
  try {
    run('npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${NODE}`);
    const node = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
    execFileSync(node, process.argv.slice(1), { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Makes build/remit: one executable for people without Node, for the platform and with the Node that this runs on.
// It leaves out the sandbox and the demo, and says so.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { inject } from 'postject';
import { rolldown } from 'rolldown';

const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const out = 'build';
const isWindows = process.platform === 'win32';
const executable = join(out, isWindows ? 'remit.exe' : 'remit');
const at = (name) => join(out, name);
const run = (command, ...words) =>
  execFileSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows });

rmSync(out, { recursive: true, force: true });
mkdirSync(out);

const chunks = at('chunks');
const build = await rolldown({
  input: 'src/main.ts',
  platform: 'node',
  plugins: [leftOut(), driver()],
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
    output: at('remit.blob'),
    assets: {
      driver: driverFile(),
      ...Object.fromEntries(names.map((it) => [it, join(chunks, it)])),
    },
    disableExperimentalSEAWarning: true,
  }),
);
run(process.execPath, '--experimental-sea-config', at('sea.json'));
copyFileSync(process.execPath, executable);
chmodSync(executable, 0o755);
if (process.platform === 'darwin') run('codesign', '--remove-signature', executable);
const forMac = process.platform === 'darwin' && { machoSegmentName: 'NODE_SEA' };
await inject(executable, 'NODE_SEA_BLOB', readFileSync(at('remit.blob')), {
  sentinelFuse: FUSE,
  ...forMac,
});
if (process.platform === 'darwin') run('codesign', '--sign', '-', executable);
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

/** The driver's own search for its addon is replaced; the rest of it is bundled. */
function driver() {
  return {
    name: 'driver',
    transform: (code, id) =>
      id.endsWith('/libsql/index.js')
        ? code.replace(
            /function requireNative\(\) \{[\s\S]*?\n\}/,
            `const requireNative = () => require(${JSON.stringify(resolve('packaging/driver.cjs'))});`,
          )
        : null,
  };
}

/** The addon of this platform, as npm installed it. */
function driverFile() {
  const { platform, arch, report } = process;
  const systems = {
    linux: report.getReport().header.glibcVersionRuntime ? '-gnu' : '-musl',
    win32: '-msvc',
  };
  return createRequire(import.meta.url).resolve(
    `@libsql/${platform}-${arch}${systems[platform] ?? ''}`,
  );
}

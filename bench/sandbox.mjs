/** Services that the benchmarks run against. */

import { execFile, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { folder } from './surroundings.mjs';

const program = fileURLToPath(new URL('../bin/remit.js', import.meta.url));
const run = promisify(execFile);
/** The time of every sandbox, whose clock is frozen. */
export const NOW = '2026-03-02T15:00:00Z';
const ALWAYS = [...['--port', '0', '--ttl', '86400'], ...['--clock', 'frozen', '--now', NOW]];

const open = new Set();

/** Starts the built program's sandbox in its own directory, with a frozen clock. Needs `npm run build`. */
export const startSandbox = async (...flags) => start(await newHome(), flags);

/** Starts one with very many payables, which are created once in a run, and copied from then on. */
export async function startLargeSandbox(payables, database) {
  const home = await newHome();
  const dataDir = dataDirOf(home);
  // What is in a server's database is not copied.
  if (database !== undefined) await createLarge({ dataDir, database }, payables);
  else await cp(await largeData(payables), dataDir, { recursive: true });
  return start(home, database === undefined ? [] : ['--database', database]);
}

const newHome = () => mkdtemp(join(folder, 'sandbox-'));
const dataDirOf = (home) => join(home, 'data', 'sandbox');

async function start(home, flags) {
  const at = programIn(home);
  const close = async () => {
    if (!open.delete(close)) return;
    await at.run('sandbox', 'stop');
    await rm(home, { recursive: true, force: true });
  };
  open.add(close);
  const started = await at.json('sandbox', 'start', ...ALWAYS, ...flags);
  const [payer, payee] = started.businesses.map(({ id }) => id);
  const [{ id: connection }] = await at.json('connection', 'list');
  const banks = await at.json('bank', 'list');
  return {
    ...started,
    ...{ payer, payee, connection, json: at.json, run: at.run, close },
    bank: banks.find(({ businessId }) => businessId === payer).id,
  };
}

/** Stops the sandboxes that still run, such as after an error. */
export const stopSandboxes = () => Promise.all([...open].map((close) => close()));

/** Returns functions that run the program with a state directory. */
function programIn(home) {
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  const env = { ...rest, REMIT_HOME: home };
  const start = (...words) =>
    run(process.execPath, [program, ...words], { env, maxBuffer: Number.POSITIVE_INFINITY });
  return {
    run: start,
    json: async (...words) => JSON.parse((await start(...words, '--json')).stdout),
  };
}

/** Returns the data of a sandbox with so many payables. The first call of a run creates it. */
async function largeData(payables) {
  const data = join(folder, `large-${payables}`);
  if (existsSync(data)) return data;
  // It has its name when it is complete.
  const incomplete = `${data}-incomplete`;
  await rm(incomplete, { recursive: true, force: true });
  await createLarge({ dataDir: incomplete }, payables);
  await rename(incomplete, data);
  return data;
}

/** Creates a sandbox with so many payables, at the time that all start at. */
export async function createLarge(place, payables) {
  const module = await import(await largeSeedModule());
  await module.createLargeSandbox({ ...place, now: new Date(NOW) }, { payables });
}

/** Builds the module that creates large sandboxes, and returns its URL. It is in the repository, which has its packages. */
async function largeSeedModule() {
  const build = await rolldown({
    input: 'bench/large-seed/create-large-sandbox.ts',
    platform: 'node',
    external: ['@photostructure/sqlite'],
  });
  const file = resolve('build', `large-seed-${process.pid}.mjs`);
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  process.once('exit', () => rmSync(file, { force: true }));
  return pathToFileURL(file).href;
}

/** Starts the bare service in its own process: `{ url, close }`. */
export async function startBare() {
  const data = await mkdtemp(join(folder, 'bare-'));
  const file = fileURLToPath(new URL('bare-service.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, join(data, 'bare.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await new Promise((resolve) => child.stdout.once('data', (it) => resolve([it])));
  return {
    url: String(line).trim(),
    async close() {
      child.kill();
      await rm(data, { recursive: true, force: true });
    },
  };
}

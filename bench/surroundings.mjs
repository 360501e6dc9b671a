/** The environment of the benchmarks. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** The Node.js that runs the benchmarks. */
export const node = process.execPath;
/** The command line of the built program. */
export const remit = [node, 'bin/remit.js'];
/** The executable of `npm run build:binary`. */
export const executable = 'build/remit';
/** The newest PostgreSQL server of the distribution (Debian); a name that no program has without one. */
export const postgres = newestPostgres() ?? 'postgresql';

function newestPostgres() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const [newest] = versions.toSorted((a, b) => Number(b) - Number(a));
  return newest && join(root, newest, 'bin', 'postgres');
}

/** Reports whether a program is installed. */
export const isInstalled = (name) =>
  spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;

/** The directory for temporary files: one for all processes of a run, which the first of them removes. */
export const folder = process.env.REMIT_BENCH_FOLDER ?? mkdtempSync(join(tmpdir(), 'remit-bench-'));

/** The state directory of the program: one for each process, so that no benchmark finds payments of another. */
const home = join(folder, `home-${process.pid}`);

/**
 * Returns the environment of a program that was used before, so that its cache directory exists: no proxy, and no extra
 * certificates, which Node would read at every start.
 */
export function environment(more = {}) {
  mkdirSync(join(home, 'cache'), { recursive: true });
  const env = { ...process.env, REMIT_HOME: home, ...more };
  for (const name of ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'HTTP_PROXY', 'HTTPS_PROXY']) {
    delete env[name];
    delete env[name.toLowerCase()];
  }
  return env;
}

const running = new Set();

/** Starts a service of `rows` rows. Returns the environment of a program that uses it. */
export async function serving(rows, delay = 0) {
  const child = spawn(node, ['bench/service.mjs', String(rows), String(delay)]);
  running.add(child);
  const [said] = await once(child.stdout, 'data');
  const base = String(said).trim();
  const env = environment({
    REMIT_BASE_URL: base,
    REMIT_TOKEN: 'token-of-the-bench',
    REMIT_BUSINESS: 'biz_1',
  });
  const list = `${base}/api/businesses/biz_1/payables`;
  return { env, list, stop: () => child.kill() };
}

/** Stops all services, and removes the directory if this process created it. */
export function clear() {
  for (const child of running) child.kill();
  if (process.env.REMIT_BENCH_FOLDER !== folder) rmSync(folder, { recursive: true, force: true });
}

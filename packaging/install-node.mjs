// Installs the Node.js of the executables from npm. A registry may answer with anything: what it gives must have the hash
// that node.json names, and runs no script before that is known.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the Node.js for this platform, installed into a directory. Throws if it has another hash. */
export function installNode({ version, packages }, folder, { platform, arch }) {
  const wanted = packages[`${platform}-${arch}`];
  if (!wanted) throw new Error(`packaging/node.json has no Node.js for ${platform}-${arch}.`);
  const { name, integrity } = wanted;
  const isWindows = platform === 'win32';
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', folder, ...quiet, `${name}@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  const modules = join(folder, 'node_modules');
  const { packages: installed } = JSON.parse(
    readFileSync(join(modules, '.package-lock.json'), 'utf8'),
  );
  const [other] = Object.keys(installed).filter((it) => it !== `node_modules/${name}`);
  if (other) throw new Error(`${name}@${version} brings ${other}.`);
  const actual = installed[`node_modules/${name}`]?.integrity;
  if (actual !== integrity) {
    throw new Error(`${name}@${version} is ${actual}, and not the ${integrity} of node.json.`);
  }
  return join(modules, name, 'bin', isWindows ? 'node.exe' : 'node');
}

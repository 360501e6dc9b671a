#!/usr/bin/env node
// The launcher: answers `--version` by itself, hands everything else to the built program.
const { argv, env, stdout } = process;
if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
  stdout.write(`${require('../package.json').version}\n`);
} else {
  const cache = cacheFolder();
  if (cache && isOwn(cache)) require('./compiled.js')(cache);
  else require('../dist/main.js');
}

/** What can be had again is kept here; where there is no such folder, none is made. */
function cacheFolder() {
  if (env.REMIT_HOME) return require('node:path').resolve(env.REMIT_HOME, 'cache');
  if (env.XDG_CACHE_HOME?.startsWith('/')) return `${env.XDG_CACHE_HOME}/remit`;
  return env.HOME && `${env.HOME}/.cache/remit`;
}

/** What others can write to is not run: the home folder may be that of somebody else, as with `sudo`. */
function isOwn(folder) {
  const found = whatIsAt(folder);
  if (!found?.isDirectory()) return false;
  return !process.getuid || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
}

/** Nothing, also where there is a file on the way to it or no right to look. */
function whatIsAt(folder) {
  try {
    return require('node:fs').statSync(folder, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

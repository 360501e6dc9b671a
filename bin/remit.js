#!/usr/bin/env node
// The launcher: answers `--version` by itself, hands everything else to the built program.
const { argv, env, stdout } = process;
if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
  stdout.write(`${require('../package.json').version}\n`);
} else {
  const cache = cacheFolder();
  if (cache && isFolder(cache.path)) require('./compiled.js')(cache);
  else require('../dist/main.js');
}

/** What can be had again is kept here; where there is no such folder, none is made. `limit` is the last that must be ours. */
function cacheFolder() {
  const { resolve } = require('node:path');
  if (env.REMIT_HOME) return only(resolve(env.REMIT_HOME, 'cache'));
  if (env.XDG_CACHE_HOME?.startsWith('/')) return only(resolve(env.XDG_CACHE_HOME, 'remit'));
  return env.HOME && { path: resolve(env.HOME, '.cache/remit'), limit: resolve(env.HOME) };
}

function only(path) {
  return { path, limit: path };
}

/** Not, also where there is a file on the way to it or no right to look. */
function isFolder(path) {
  try {
    return require('node:fs').statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    return false;
  }
}

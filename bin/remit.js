#!/usr/bin/env node
// The launcher: answers `--version` by itself, hands everything else to the built program.
const { argv, env, stdout } = process;
if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
  stdout.write(`${require('../package.json').version}\n`);
} else {
  keepCompiled();
  require('../dist/main.js');
}

/**
 * Where Node can (22.1 and later), what it compiles of the program is kept for the next start, beside the other things
 * that can be had again. Where there is no folder of those, none is made.
 */
function keepCompiled() {
  const { enableCompileCache } = require('node:module');
  const folder = enableCompileCache && cacheFolder();
  if (folder && require('node:fs').existsSync(folder)) enableCompileCache(`${folder}/code`);
}

function cacheFolder() {
  if (env.REMIT_HOME) return require('node:path').resolve(env.REMIT_HOME, 'cache');
  if (env.XDG_CACHE_HOME?.startsWith('/')) return `${env.XDG_CACHE_HOME}/remit`;
  return env.HOME && `${env.HOME}/.cache/remit`;
}

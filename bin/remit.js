#!/usr/bin/env node
// The launcher: answers `--version` by itself, hands everything else to the built program.
const { argv, stdout } = process;
if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
  stdout.write(`${require('../package.json').version}\n`);
} else {
  require('../dist/main.js');
}

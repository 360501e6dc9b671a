// Starts the executable. The program's chunks are assets; those that most commands load have compiled code beside them,
// made by the same Node.js. Run as a file during the build, this script takes the chunks from the directory REMIT_CHUNKS
// and creates the compiled code.
const process = require('node:process');
// Success is said by the command that ended, and never assumed.
process.exitCode = 1;
const { isSea, getAsset, getRawAsset } = require('node:sea');
const { Script } = require('node:vm');

const VERSION = '@VERSION@';
const { read, compiled, keep } = isSea() ? assets() : files(process.env.REMIT_CHUNKS);
const [before, after] = ['(function (exports, require, module, __filename, __dirname) {', '\n})'];
const loaded = new Map();

if (process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2])) {
  process.stdout.write(`${VERSION}\n`, (error) => {
    if (!error) process.exitCode = 0;
  });
} else {
  load('main.js');
}

// Emitted when nothing is left to do and all output is written. Node would free all memory first, object by object.
process.once('beforeExit', () => process.exit());

function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const script = new Script(before + read(name) + after, {
    filename: name,
    columnOffset: -before.length,
    cachedData: compiled(name),
  });
  keep(name, script);
  const { exports } = module;
  script.runInThisContext().call(exports, exports, need, module, __filename, __dirname);
  return module.exports;
}

function need(id) {
  return id.startsWith('./') ? load(id.slice(2)) : require(id);
}

function assets() {
  const kept = new Set(JSON.parse('@COMPILED@'));
  return {
    read: (name) => getAsset(name, 'utf8'),
    compiled: (name) => (kept.has(name) ? Buffer.from(getRawAsset(`${name}.compiled`)) : undefined),
    keep() {},
  };
}

/** Returns access to chunks in a directory, whose compiled code is written when the process exits. */
function files(from) {
  const { readFileSync, writeFileSync } = require('node:fs');
  const { join } = require('node:path');
  return {
    read: (name) => readFileSync(join(from, name), 'utf8'),
    compiled: () => undefined,
    // Functions are compiled when first called, so at exit the code cache holds those that the run called.
    keep(name, script) {
      process.on('exit', () => {
        writeFileSync(join(from, `${name}.compiled`), script.createCachedData());
      });
    },
  };
}

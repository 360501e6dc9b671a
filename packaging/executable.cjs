// Starts the executable: the chunks of the program are assets, and of those that most commands load there is compiled code
// beside them, made by the very Node that is in the executable. Run by that Node as a file, at the build, it takes the chunks
// from the folder REMIT_CHUNKS and makes what is compiled.
const process = require('node:process');
const { isSea, getAsset, getRawAsset } = require('node:sea');
const { Script } = require('node:vm');

const VERSION = '@VERSION@';
const { read, compiled, keep } = isSea() ? assets() : files(process.env.REMIT_CHUNKS);
const [before, after] = ['(function (exports, require, module, __filename, __dirname) {', '\n})'];
const loaded = new Map();

if (process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2])) {
  process.stdout.write(`${VERSION}\n`);
} else {
  load('main.js');
}

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

/** Functions are compiled when they are first called: what a run has called is there at its end. */
function files(from) {
  const { readFileSync, writeFileSync } = require('node:fs');
  const { join } = require('node:path');
  return {
    read: (name) => readFileSync(join(from, name), 'utf8'),
    compiled: () => undefined,
    keep(name, script) {
      process.on('exit', () => {
        writeFileSync(join(from, `${name}.compiled`), script.createCachedData());
      });
    },
  };
}

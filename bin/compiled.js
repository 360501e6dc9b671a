// Runs the built program with what V8 compiled of it at earlier starts: compiling is a fifth of what a short command takes.
// V8 trusts what it is given, so it is given nothing but what was kept, byte for byte, of the same source.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

const dist = join(__dirname, '..', 'dist');
const before = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const after = Buffer.from('\n})');

/** How a file begins: the check sum of all behind it, that of the source, and how many runs have written it; four bytes each. */
const HEAD = 16;

/** A function is compiled when it is first called: so many runs add what they called to what those before them did. */
const WRITES = 3;

/** Runs it, and keeps below the folder `cache` what was compiled by its end. */
module.exports = function run(cache) {
  const folder = join(cache, 'code', `${buildId()}-${process.version}-${process.arch}`);
  const loaded = new Map();
  const scripts = [];
  const need = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id));

  function load(name) {
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const filename = join(dist, name);
    const source = readFileSync(filename);
    const path = join(folder, `${name}.compiled`);
    const { code, writes } = kept(path, source);
    const script = new Script(Buffer.concat([before, source, after]).toString(), {
      filename,
      columnOffset: -before.length,
      cachedData: code,
    });
    scripts.push({ path, source, script, writes: script.cachedDataRejected ? 0 : writes });
    const { exports } = module;
    script.runInThisContext().call(exports, exports, need, module, filename, dist);
    return module.exports;
  }

  process.once('exit', () => {
    const unfinished = scripts.filter(({ writes }) => writes < WRITES);
    if (unfinished.length > 0) require('./keep.js')(folder, unfinished);
  });
  load('main.js');
};

/** The entry names the chunk it loads by a hash of its contents, and that one names the others. */
function buildId() {
  return crc32(readFileSync(join(dist, 'main.js'))).toString(16);
}

function kept(path, source) {
  const file = readIfThere(path);
  const isWhole =
    file !== undefined &&
    file.length > HEAD &&
    file.readUInt32LE(0) === crc32(file.subarray(4)) &&
    file.readUInt32LE(4) === crc32(source);
  return isWhole ? { code: file.subarray(HEAD), writes: file.readUInt32LE(8) } : { writes: 0 };
}

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

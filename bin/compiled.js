// Runs the built program with what V8 compiled of it at earlier starts: compiling is a fifth of what a short command takes.
// V8 trusts what it is given, so it is given nothing but what was kept, byte for byte, of the same source, and what nobody
// else could have written: the home folder may be that of somebody else, as with `sudo`, or hold a link to elsewhere.
const fs = require('node:fs');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

const dist = join(__dirname, '..', 'dist');
const before = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const after = Buffer.from('\n})');

/** A function is compiled when it is first called: so many runs add what they called to what those before them did. */
const WRITES = 3;

/** What a run called at its beginning and not again, V8 throws away after a while: one that worked for so long is no model. */
const LONG_US = 1_000_000;

const A_MONTH_MS = 30 * 24 * 3_600_000;

/** Runs it, and keeps below the folder `path` what was compiled by its end, where all folders up to `limit` are ours. */
module.exports = function run(cache) {
  const folder = join(cache.path, 'code', `${buildId()}-${process.version}-${process.arch}`);
  if (!areOwn(folder, cache)) return require('../dist/main.js');
  const loaded = new Map();
  const scripts = [];
  const need = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id));

  function load(name) {
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const filename = join(dist, name);
    const source = fs.readFileSync(filename);
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
    const { user, system } = process.cpuUsage();
    if (unfinished.length > 0 && user + system < LONG_US) keep(folder, cache, unfinished);
  });
  load('main.js');
};

/** The entry names the chunk it loads by a hash of its contents, and that one names the others. */
function buildId() {
  return crc32(fs.readFileSync(join(dist, 'main.js'))).toString(16);
}

/**
 * How a file begins: the check sum of all behind it, that of the source, and how many runs have written it; four bytes each,
 * and four that make what follows stand where V8 reads it without a copy.
 */
const HEAD = 16;

function kept(path, source) {
  const file = readIfThere(path);
  const isWhole =
    file !== undefined &&
    file.length > HEAD &&
    file.readUInt32LE(0) === crc32(file.subarray(4)) &&
    file.readUInt32LE(4) === crc32(source);
  return isWhole ? { code: file.subarray(HEAD), writes: file.readUInt32LE(8) } : { writes: 0 };
}

/** Looked at once it is open: nobody can put another file in its place then. */
function readIfThere(path) {
  let file;
  try {
    file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
    return isOwn(fs.fstatSync(file)) ? fs.readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

/** Whether a folder and all above it up to `limit` are folders that nobody else could have put there, as far as they are there. */
function areOwn(folder, { path, limit }) {
  try {
    for (let at = folder; ; at = dirname(at)) {
      // The home folder itself is where the system says, and may be a link.
      const look = at === limit && at !== path ? fs.statSync : fs.lstatSync;
      const found = look(at, { throwIfNoEntry: false });
      if (found && !(found.isDirectory() && isOwn(found))) return false;
      if (at === limit || at === dirname(at)) return true;
    }
  } catch {
    return false;
  }
}

/** Not to be written by others, nor by a group but the one that a user has for itself, under the same number. */
function isOwn({ uid, gid, mode }) {
  const own = process.getuid?.();
  if (own === undefined) return true;
  const mayWrite = gid === own && gid === process.getgid() ? 0o002 : 0o022;
  return (uid === own || uid === 0) && (mode & mayWrite) === 0;
}

/** Each chunk in a file of its own. What cannot be written is compiled again the next time: no reason for a run to fail. */
function keep(folder, cache, scripts) {
  try {
    const isNew = fs.mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
    if (!areOwn(folder, cache)) return;
    if (isNew) forgetOthers(dirname(folder), folder);
    for (const it of scripts) write(it);
  } catch {}
}

/** What earlier versions left. One that is still used somewhere writes its own anew. */
function forgetOthers(all, own) {
  for (const name of fs.readdirSync(all)) {
    const folder = join(all, name);
    const isOld = fs.statSync(folder).mtimeMs < Date.now() - A_MONTH_MS;
    if (folder !== own && isOld) fs.rmSync(folder, { recursive: true, force: true });
  }
}

function write({ path, source, script, writes }) {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(crc32(source), 4);
  head.writeUInt32LE(writes + 1, 8);
  const file = Buffer.concat([head, script.createCachedData()]);
  file.writeUInt32LE(crc32(file.subarray(4)), 0);
  const part = `${path}.${process.pid}`;
  try {
    fs.writeFileSync(part, file, { mode: 0o600, flag: 'wx' });
    fs.renameSync(part, path);
  } finally {
    fs.rmSync(part, { force: true });
  }
}

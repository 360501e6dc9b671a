#!/usr/bin/env node
// The launcher. Answers `--version`; otherwise runs the built program, with V8's code cache of earlier runs if there is a
// cache directory, since compiling is a fifth of what a short command takes.
// Success is said by the command that ended, and never assumed.
process.exitCode = 1;
const fs = require('node:fs');
const { dirname, resolve, sep } = require('node:path');
const { argv, env } = process;

const dist = `${dirname(__dirname)}${sep}dist`;
const before = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const after = Buffer.from('\n})');

/** Functions are compiled when first called, so that many runs add those that they called to the cache. */
const MAX_WRITES = 3;

/** V8 discards code that is not called for a while, so that a run with more processor time than this is no model. */
const LONG_RUN_US = 1_000_000;

const MONTH_MS = 30 * 24 * 3_600_000;

/**
 * A cached file is a block, the block again, and the source: V8 would run damaged code, or that of another source, and
 * comparing bytes takes less time than a checksum. A block is the number of runs that wrote it, in 8 bytes, and the code.
 */
const HEAD_BYTES = 8;

const loaded = new Map();
const scripts = [];
let cache;

if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
  process.stdout.write(`${require('../package.json').version}\n`, (error) => {
    if (!error) process.exitCode = 0;
  });
} else {
  cache = openCache();
  load('main.js');
}

// Emitted when nothing is left to do and all output is written. Node would free all memory first, object by object.
process.once('beforeExit', () => {
  if (cache) save(cache);
  process.exit();
});

/** Runs a chunk of the built program once. Returns its exports. */
function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const { Script } = require('node:vm');
  const filename = dist + sep + name;
  const source = fs.readFileSync(filename);
  const path = cache && `${cache.folder}${sep}${name}.compiled`;
  const { code, writes } = path ? readCached(path, source) : {};
  const script = new Script(Buffer.concat([before, source, after]).toString(), {
    filename,
    columnOffset: -before.length,
    cachedData: code,
  });
  if (path) scripts.push({ path, source, script, writes: script.cachedDataRejected ? 0 : writes });
  const { exports } = module;
  const need = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id));
  script.runInThisContext().call(exports, exports, need, module, filename, dist);
  return module.exports;
}

/** Returns the code cache of this build; `undefined` without a cache directory, or if another user could write to it. */
function openCache() {
  const { path, limit, home } = cacheFolder() || {};
  if (!path || !isFolder(path)) return undefined;
  const { isTrustedPath, strangerTo } = load('trusted-path.js');
  const build = `${buildId()}-${process.version}-${process.arch}`;
  const folder = [path, 'code', build].join(sep);
  const user = { uid: process.getuid?.(), gid: process.getgid?.() };
  const isOwn = (found) => strangerTo(user, found) === undefined;
  const isTrusted = () => isTrustedPath(user, folder, { limit, home });
  return isTrusted() ? { folder, isTrusted, isOwn } : undefined;
}

/** Returns the cache directory, which is never created here. `limit` is the last directory above it that may be no link. */
function cacheFolder() {
  if (env.REMIT_HOME) return withoutParents(resolve(env.REMIT_HOME, 'cache'));
  if (env.XDG_CACHE_HOME?.startsWith('/'))
    return withoutParents(resolve(env.XDG_CACHE_HOME, 'remit'));
  if (!env.HOME) return undefined;
  const home = resolve(env.HOME);
  return { path: resolve(home, '.cache/remit'), limit: home, home };
}

function withoutParents(path) {
  return { path, limit: path };
}

/** Reports whether a path is a directory; false if it cannot be read. */
function isFolder(path) {
  try {
    return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    return false;
  }
}

/** Returns the name of the chunk that the entry loads, which includes a hash of its contents and of all chunks below. */
function buildId() {
  const [, name] = /"\.\/([\w-]+)\.js"/.exec(fs.readFileSync(`${dist}${sep}main.js`, 'utf8')) ?? [];
  return name ?? 'main';
}

/** Returns the cached code of a source, and how many runs have written it; none if the file is not intact. */
function readCached(path, source) {
  const file = readOwn(path) ?? Buffer.of();
  const size = (file.length - source.length) / 2;
  const block = file.subarray(0, size);
  const isIntact =
    size > HEAD_BYTES &&
    block.equals(file.subarray(size, 2 * size)) &&
    source.equals(file.subarray(2 * size));
  return isIntact
    ? { code: block.subarray(HEAD_BYTES), writes: block.readUInt32LE() }
    : { writes: 0 };
}

/** Reads a file that no other user could have written. It is checked once it is open, so that it cannot be replaced. */
function readOwn(path) {
  let file;
  try {
    file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
    return cache.isOwn(fs.fstatSync(file)) ? fs.readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

/** Writes what this run compiled, each chunk to a file of its own. A cache that cannot be written is no error. */
function save({ folder, isTrusted }) {
  const unfinished = scripts.filter(({ writes }) => writes < MAX_WRITES);
  const { user, system } = process.cpuUsage();
  if (unfinished.length === 0 || user + system >= LONG_RUN_US) return;
  try {
    const isNew = fs.mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
    if (!isTrusted()) return;
    if (isNew) removeOld(dirname(folder), folder);
    for (const it of unfinished) write(it);
  } catch {}
}

/** Removes the code of earlier versions. A version that is still used somewhere writes its own again. */
function removeOld(all, own) {
  for (const name of fs.readdirSync(all)) {
    const folder = all + sep + name;
    const isOld = fs.statSync(folder).mtimeMs < Date.now() - MONTH_MS;
    if (folder !== own && isOld) fs.rmSync(folder, { recursive: true, force: true });
  }
}

function write({ path, source, script, writes }) {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(writes + 1);
  const code = script.createCachedData();
  const part = `${path}.${process.pid}`;
  try {
    const file = Buffer.concat([head, code, head, code, source]);
    fs.writeFileSync(part, file, { mode: 0o600, flag: 'wx' });
    fs.renameSync(part, path);
  } finally {
    fs.rmSync(part, { force: true });
  }
}

// Keeps what V8 compiled in a run, for the next one (`compiled.js` says in which form).
const { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { crc32 } = require('node:zlib');

const A_MONTH = 30 * 24 * 3_600_000;

/** Each chunk in a file of its own. What cannot be written is compiled again the next time: no reason for a run to fail. */
module.exports = function keep(folder, scripts) {
  try {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 })) forgetOthers(dirname(folder), folder);
    for (const it of scripts) write(it);
  } catch {}
};

/** What earlier versions left. One that is still used somewhere writes its own anew. */
function forgetOthers(all, own) {
  for (const name of readdirSync(all)) {
    const folder = join(all, name);
    const isOld = statSync(folder).mtimeMs < Date.now() - A_MONTH;
    if (folder !== own && isOld) rmSync(folder, { recursive: true, force: true });
  }
}

function write({ path, source, script, writes }) {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(crc32(source), 4);
  head.writeUInt32LE(writes + 1, 8);
  const file = Buffer.concat([head, script.createCachedData()]);
  file.writeUInt32LE(crc32(file.subarray(4)), 0);
  const part = `${path}.${process.pid}`;
  try {
    writeFileSync(part, file, { mode: 0o600 });
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

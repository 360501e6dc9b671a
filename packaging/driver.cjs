// Stands in the executable for the search of the database driver in node_modules: a native addon is loaded from a file,
// so it is written to a folder that nobody else can enter, loaded, and removed again.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { dlopen } = require('node:process');
const { getRawAsset } = require('node:sea');

const folder = mkdtempSync(join(tmpdir(), 'remit-'));
try {
  const file = join(folder, 'driver.node');
  writeFileSync(file, new Uint8Array(getRawAsset('driver')), { mode: 0o500 });
  const addon = { exports: {} };
  dlopen(addon, file);
  module.exports = addon.exports;
} finally {
  // Where a loaded file cannot be removed, the system's own cleaning of temporary folders does it.
  rmSync(folder, { recursive: true, force: true, maxRetries: 0 });
}

// Loaded into the sandbox by `--require`: writes its memory in bytes to a file every two seconds. Garbage comes and goes,
// so the heap is the least of what it was in between.
const { renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = process.env.REMIT_SOAK_FOLDER;
const file = join(folder ?? '', `${process.pid}.json`);
let heap = Number.POSITIVE_INFINITY;
let looks = 0;

function look() {
  heap = Math.min(heap, process.memoryUsage().heapUsed);
  looks++;
  if (looks % 20 !== 0) return;
  writeFileSync(`${file}.new`, JSON.stringify({ heap }));
  renameSync(`${file}.new`, file);
  heap = Number.POSITIVE_INFINITY;
}

if (folder) setInterval(look, 100).unref();

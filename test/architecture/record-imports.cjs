// Preloaded into the program: on exit, records the files and Node.js modules that it loaded.
const fs = require('node:fs');

const { readFileSync, writeFileSync } = fs;
const files = new Set();
fs.readFileSync = (path, ...how) => {
  files.add(String(path));
  return readFileSync(path, ...how);
};

process.on('exit', () => {
  for (const path of Object.keys(require.cache)) files.add(path);
  const node = process.moduleLoadList.map((it) => /^NativeModule ([a-z_/]+)$/.exec(it)?.[1]);
  writeFileSync(
    process.env.LOADED_FILE,
    JSON.stringify({ files: [...files], node: node.filter(Boolean) }),
  );
});

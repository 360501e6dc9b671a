// Loaded ahead of the program: at its end, writes down which files it loaded and which modules of Node.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const files = Object.keys(require.cache);
  const node = process.moduleLoadList.map((it) => /^NativeModule ([a-z_/]+)$/.exec(it)?.[1]);
  writeFileSync(process.env.LOADED_FILE, JSON.stringify({ files, node: node.filter(Boolean) }));
});

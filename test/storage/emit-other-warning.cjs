// Emits another warning whenever an SQLite module is loaded, from Node.js or from a package.
const warn = () => process.emitWarning('something else', 'ExperimentalWarning');

const { dlopen, getBuiltinModule } = process;
process.dlopen = (...words) => {
  warn();
  return dlopen.apply(process, words);
};
process.getBuiltinModule = (id) => {
  if (id === 'node:sqlite') warn();
  return getBuiltinModule.call(process, id);
};

// Makes Node.js report that it was built with a safe SQLite although the loaded one is older, as with a system library.
const versions = { ...process.versions, sqlite: '3.53.0' };
Object.defineProperty(process, 'versions', { value: versions });

class DatabaseSync {
  constructor(file) {
    if (file !== ':memory:') throw new Error(`${file} was opened`);
  }
  prepare() {
    return { get: () => ({ version: '3.51.2' }) };
  }
  close() {}
}

const { getBuiltinModule } = process;
process.getBuiltinModule = (id) =>
  id === 'node:sqlite' ? { DatabaseSync } : getBuiltinModule.call(process, id);

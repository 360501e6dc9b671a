// Opens SQLite: the one in Node where that is safe, else the one of a package with the same interface.
import process from 'node:process';
import { setImmediate as rest } from 'node:timers/promises';
import type { DatabaseSync, DatabaseSyncInstance as Sqlite } from '@photostructure/sqlite';
import { SqliteUnusableError } from './errors.ts';

export type { Sqlite };

/** The SQLite that this process uses. */
export interface SqliteSource {
  readonly provider: 'node:sqlite' | '@photostructure/sqlite';
  readonly version: string;
}

interface Loaded extends SqliteSource {
  readonly DatabaseSync: typeof DatabaseSync;
}

/**
 * Opens `file`, or makes it, with a busy timeout in milliseconds and foreign keys enforced.
 * Throws `SqliteUnusableError` when there is no safe SQLite, before the file is touched, or else what SQLite says.
 */
export async function openSqlite(file: string, busyMs: number): Promise<Sqlite> {
  const { DatabaseSync } = await load();
  return new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: true });
}

/**
 * Closes a connection; one that is closed stays so. The package lets go of its files only once every statement that was
 * prepared on it has been collected as garbage, which may be never: so that is done after every few connections.
 */
export async function closeSqlite(sqlite: Sqlite): Promise<void> {
  if (!sqlite.isOpen) return;
  sqlite.close();
  if ((await load()).provider === 'node:sqlite') return;
  closed++;
  if (closed % CLOSED_TOGETHER === 0) await collectGarbage();
}

/** So many connections of the package may hold their files, two each, until they are collected. */
const CLOSED_TOGETHER = 16;
let closed = 0;

/** What is collected is let go of once the process comes to rest. */
async function collectGarbage(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  setFlagsFromString('--no-expose-gc');
  await rest();
}

/** The SQLite that databases are opened with. Throws `SqliteUnusableError`. */
export async function sqliteSource(): Promise<SqliteSource> {
  const { provider, version } = await load();
  return { provider, version };
}

/**
 * Whether an SQLite of this version has the WAL-reset race: two connections that write and checkpoint at the same moment
 * can lose a commit or damage the file. Fixed in 3.51.3, and in 3.50.7 and 3.44.6 for their lines; see
 * https://sqlite.org/wal.html#walresetbug. True for what is no version.
 */
export function hasWalResetRace(version: string): boolean {
  const [, major, minor, patch] = (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  if (major === undefined || minor === undefined || patch === undefined) return true;
  if (major !== 3) return major < 3;
  if (minor === 44) return patch < 6;
  if (minor === 50) return patch < 7;
  return minor < 51 || (minor === 51 && patch < 3);
}

let loaded: Promise<Loaded> | undefined;

/** Two copies of SQLite in one process drop each other's locks on a file, so only one is ever loaded. */
function load(): Promise<Loaded> {
  loaded ??= hasWalResetRace(process.versions['sqlite'] ?? '') ? fromPackage() : fromNode();
  return loaded;
}

async function fromNode(): Promise<Loaded> {
  const node = withoutSqliteWarning(() => process.getBuiltinModule('node:sqlite'));
  return checked('node:sqlite', (node as Pick<Loaded, 'DatabaseSync'>).DatabaseSync);
}

async function fromPackage(): Promise<Loaded> {
  try {
    const { DatabaseSync } = await import('@photostructure/sqlite');
    return checked('@photostructure/sqlite', DatabaseSync);
  } catch (cause) {
    if (cause instanceof SqliteUnusableError) throw cause;
    const inNode = process.versions['sqlite'];
    const why = inNode === undefined ? 'has no SQLite' : `has SQLite ${inNode}, which is not safe`;
    const said = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
    throw new SqliteUnusableError(
      `Node ${process.versions.node} ${why}, and @photostructure/sqlite cannot be loaded (${said})`,
      'or install remit again with its optional packages: npm install --include=optional',
      cause,
    );
  }
}

/** What was compiled into Node is not always what it runs with: a system may bring an SQLite of its own. */
function checked(provider: Loaded['provider'], Database: typeof DatabaseSync): Loaded {
  const memory = new Database(':memory:');
  const { version } = memory.prepare('select sqlite_version() as version').get();
  memory.close();
  if (!hasWalResetRace(version)) return { provider, version, DatabaseSync: Database };
  throw new SqliteUnusableError(
    `SQLite ${version} (${provider}) can lose concurrent writes`,
    'or update the SQLite of the system that this Node uses',
  );
}

/** Runs `work` without the warning that SQLite in Node is experimental. All other warnings are shown. */
function withoutSqliteWarning<Result>(work: () => Result): Result {
  const { emitWarning } = process;
  const emitOthers = (warning: string | Error, ...rest: never[]) => {
    if (!String(warning).includes('SQLite is an experimental feature')) {
      emitWarning.call(process, warning, ...rest);
    }
  };
  process.emitWarning = emitOthers as typeof emitWarning;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Opens SQLite: the one in Node if it is safe, otherwise a package with an equal interface. */

import process from 'node:process';
import { setImmediate as rest } from 'node:timers/promises';
import type { DatabaseSync, DatabaseSyncInstance as Sqlite } from '@photostructure/sqlite';
import { SqliteUnusableError } from './errors.ts';

export type { Sqlite };

/** The SQLite library of this process. */
export interface SqliteSource {
  readonly provider: 'node:sqlite' | '@photostructure/sqlite';
  readonly version: string;
}

interface Loaded extends SqliteSource {
  readonly DatabaseSync: typeof DatabaseSync;
}

/**
 * Opens or creates `file` with a busy timeout in milliseconds and with foreign keys enforced.
 *
 * @throws {SqliteUnusableError} if no SQLite is safe, before the file is touched
 * @throws {Error} the error of SQLite
 */
export async function openSqlite(file: string, busyMs: number): Promise<Sqlite> {
  const { DatabaseSync } = await load();
  return new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: true });
}

/**
 * Closes a connection; does nothing if it is closed.
 *
 * The package releases its files only when all prepared statements of the connection were garbage-collected, which may
 * be never: so a collection runs after every 16 connections.
 */
export async function closeSqlite(sqlite: Sqlite): Promise<void> {
  if (!sqlite.isOpen) return;
  sqlite.close();
  if ((await load()).provider === 'node:sqlite') return;
  closed++;
  if (closed % closedTogether === 0) await collectGarbage();
}

/** Connections of the package that may hold their two files each until a collection. */
let closedTogether = 16;
let closed = 0;

/**
 * Changes after how many closed connections garbage is collected. For processes with much in memory that open thousands
 * of databases, such as those of tests: a collection takes a tenth of a second there.
 */
export function collectGarbageEvery(connections: number): void {
  closedTogether = connections;
}

/** Collects garbage; files are released once the event loop is idle. */
async function collectGarbage(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  setFlagsFromString('--no-expose-gc');
  await rest();
}

/**
 * Returns the SQLite library that databases are opened with.
 *
 * @throws {SqliteUnusableError} if none is safe
 */
export async function sqliteSource(): Promise<SqliteSource> {
  const { provider, version } = await load();
  return { provider, version };
}

/**
 * Reports whether an SQLite version has the WAL-reset race: two connections that write and checkpoint at once can lose
 * a commit or damage the file.
 *
 * Fixed in 3.51.3, and in 3.50.7 and 3.44.6 for their lines; see https://sqlite.org/wal.html#walresetbug. True for a
 * text that is not a version.
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

// Two copies of SQLite in one process drop each other's locks on a file, so only one is ever loaded.
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
    const reason =
      inNode === undefined ? 'has no SQLite' : `has SQLite ${inNode}, which is not safe`;
    const message = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
    throw new SqliteUnusableError(
      `Node ${process.versions.node} ${reason}, and @photostructure/sqlite cannot be loaded (${message})`,
      'or install remit again with its optional packages: npm install --include=optional',
      cause,
    );
  }
}

/**
 * Checks the version that is loaded, which can differ from the one Node was built with: a system can bring its own
 * SQLite.
 */
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

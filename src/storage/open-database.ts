/** Opening of databases. */

import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import { errorCodeOf } from '../error-code.ts';
import { groupCommitOf } from './group-commit.ts';
import { closeSqlite, openSqlite, type Sqlite } from './sqlite.ts';
import { BUSY_MS, isBusy, SqliteFileDialect } from './sqlite-dialect.ts';
import type { Store, StoreLocation } from './store.ts';

/**
 * Creates the database file with mode 0600 before SQLite does, which would use the umask. An existing file gets that
 * mode. Refuses symbolic links.
 */
function makePrivate(file: string): void {
  // An existing file is never opened: closing any handle of a file drops all locks this process holds on it, on which
  // its other connections rely. A write of another process could then go unseen.
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) create(file);
  else if (found.isSymbolicLink()) {
    throw Object.assign(new Error(`ELOOP: ${file} is a symbolic link`), { code: 'ELOOP' });
  } else if ((found.mode & 0o777) !== 0o600) chmodSync(file, 0o600);
}

function create(file: string): void {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR;
  try {
    closeSync(openSync(file, flags, 0o600));
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
    // Another program created it in between.
    makePrivate(file);
  }
}

/** Milliseconds that SQLite itself blocks the whole process while another connection writes. */
const BLOCKED_MS = 20;

/**
 * Opens or creates the database in `file`: mode 0600 in a directory with 0700, WAL mode, every commit on disk before it
 * counts.
 *
 * @throws {Error} the error of the file system or of SQLite if the file cannot be opened or is damaged; it is never
 * replaced
 */
export async function openStore<Tables>(file: string): Promise<Store<Tables>> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (const path of [file, `${file}-wal`, `${file}-shm`]) makePrivate(path);

  const sqlite = await connect(file);
  const dialect = new SqliteFileDialect(sqlite);
  const db = new Kysely<Tables>({ dialect });
  return {
    db,
    write: (work) => db.transaction().execute(work),
    load: (script) => sqlite.exec(script),
    claimSingleProcess() {
      sqlite.exec(`pragma synchronous = normal; ${LARGE_CACHE}`);
      dialect.group = groupCommitOf(sqlite, `${file}-wal`);
      return { flush: dialect.group.flush };
    },
    async close() {
      await dialect.group?.close();
      await db.destroy();
      await closeSqlite(sqlite);
    },
  };
}

/**
 * Opens a new database in memory, which is gone when it is closed.
 *
 * @throws {SqliteUnusableError} if no SQLite is safe
 */
export async function openInMemory<Tables>(): Promise<Store<Tables>> {
  const sqlite = await openSqlite(':memory:', 0);
  const db = new Kysely<Tables>({ dialect: new SqliteFileDialect(sqlite) });
  return {
    db,
    write: (work) => db.transaction().execute(work),
    load: (script) => sqlite.exec(script),
    async close() {
      await db.destroy();
      await closeSqlite(sqlite);
    },
  };
}

/**
 * Settings for many writes: a page cache of 64 MiB, since random ids touch all pages of an index, and a checkpoint
 * every 32 MiB, which copies a page once for many transactions. The pages that a savepoint may restore stay in memory.
 */
const LARGE_CACHE =
  'pragma temp_store = memory; pragma cache_size = -65536; pragma wal_autocheckpoint = 8192';

async function connect(file: string): Promise<Sqlite> {
  const sqlite = await openSqlite(file, BUSY_MS);
  try {
    turnLogOn(sqlite);
    sqlite.exec(`pragma synchronous = full; pragma busy_timeout = ${BLOCKED_MS}`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Switches to WAL mode and retries while SQLite reports the file as busy. */
function turnLogOn(sqlite: Sqlite): void {
  // When several programs create one database at once, SQLite reports all but one busy here without waiting, whatever
  // the timeout: two that hold a read lock and want to write would wait for each other.
  for (const startedAt = performance.now(); ; sleep(1 + Math.random() * 5)) {
    try {
      sqlite.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedAt > BUSY_MS) throw error;
    }
  }
}

/** Blocks the whole process for some milliseconds: a program that opens a database has nothing else to do. */
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * Opens a database in a file or on a server; the driver for servers is only loaded for the latter.
 *
 * @throws {Error} the errors of `openStore` or `openShared`
 */
export async function openAt<Tables>(location: StoreLocation): Promise<Store<Tables>> {
  if ('file' in location) return openStore(location.file);
  const { openShared } = await import('./postgres/open.ts');
  return openShared(location);
}

import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import { type Flush, flushOf } from './group-commit.ts';
import { trackWrites } from './query-cache.ts';
import { closeSqlite, openSqlite, type Sqlite } from './sqlite.ts';
import { BUSY_MS, isBusy, SqliteFileDialect } from './sqlite-dialect.ts';
import type { Store, StoreLocation } from './store.ts';

/**
 * Made before SQLite does, which would leave it readable to everyone. Never through a symbolic link. What is there is not
 * opened: closing any handle of a file drops all locks this process has on it, and with them what another connection of
 * it relies on. Then a write of another process could go unseen here.
 */
function makePrivate(file: string): void {
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
    if (!isThere(error)) throw error;
    // Another program made it just now.
    makePrivate(file);
  }
}

const isThere = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** How long SQLite itself blocks the whole process while another connection writes. */
const BLOCKED_MS = 20;

/**
 * Opens (or makes) the database in `file`: 0600 in a 0700 folder, write-ahead log, every commit on disk before it counts.
 * Throws what the file system or SQLite says when it cannot be opened or is damaged; it is never replaced.
 */
export async function openStore<Tables>(file: string): Promise<Store<Tables>> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (const each of [file, `${file}-wal`, `${file}-shm`]) makePrivate(each);

  const sqlite = await connect(file);
  const writes = trackWrites();
  const db = new Kysely<Tables>({ dialect: new SqliteFileDialect(sqlite, writes.onStatement) });
  let flush: Flush | undefined;
  return {
    db,
    write: (work) => db.transaction().execute(work),
    alone() {
      const opened = flushOf(`${file}-wal`, changesOf(sqlite));
      sqlite.exec(`pragma synchronous = normal; ${ROOMY}`);
      flush = opened;
      return { flush: opened.all, cachedQuery: writes.cachedQuery };
    },
    async close() {
      await flush?.close();
      await db.destroy();
      await closeSqlite(sqlite);
    },
  };
}

/**
 * For who writes much: ids are random, so that every page of an index is needed again and again (64 MiB of them are kept),
 * and each is copied from the log into the database once for many transactions (32 MiB).
 */
const ROOMY = 'pragma cache_size = -65536; pragma wal_autocheckpoint = 8192';

/** How many rows this connection has ever written. */
function changesOf(sqlite: Sqlite): () => number {
  const statement = sqlite.prepare('select total_changes() as count');
  return () => Number(statement.get().count);
}

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

/**
 * When several programs make the same database at once, SQLite calls all but one busy here without waiting, whatever its
 * timeout: two that hold a read lock and want to write would wait for each other.
 */
function turnLogOn(sqlite: Sqlite): void {
  for (const startedAt = performance.now(); ; sleep(1 + Math.random() * 5)) {
    try {
      sqlite.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedAt > BUSY_MS) throw error;
    }
  }
}

/** Blocks the whole process, in milliseconds: what opens a database has nothing else to do meanwhile. */
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Opens a file, or a database on a server, whose driver nobody else loads. Throws what either of them says. */
export async function openAt<Tables>(place: StoreLocation): Promise<Store<Tables>> {
  if ('file' in place) return openStore(place.file);
  const { openShared } = await import('./postgres/open.ts');
  return openShared(place);
}

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import Sqlite from 'libsql';
import { type Flush, flushOf } from './flush.ts';
import { countWrites, type Writes, type Written, writtenBy } from './kept-reads.ts';
import { makePrivate } from './make-private.ts';
import type { Store } from './store.ts';

/** How long a write waits for another connection to finish its own: asleep, so that other work goes on meanwhile. */
const BUSY_MS = 15_000;
/** How long SQLite itself blocks the whole process for the same. */
const BLOCKED_MS = 20;

/**
 * Opens (or makes) the database in `file`: 0600 in a 0700 folder, write-ahead log, every commit on disk before it counts.
 * Throws what the file system or SQLite says when it cannot be opened or is damaged; it is never replaced.
 */
export function openStore<Tables>(file: string): Store<Tables> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (const each of [file, `${file}-wal`, `${file}-shm`]) makePrivate(each);

  const { sqlite, database, writes } = takeKept(file) ?? connect(file);
  sqlite.pragma('synchronous = FULL');
  const db = new Kysely<Tables>({ dialect: new ImmediateDialect({ database }) });
  let flush: Flush | undefined;
  return {
    db,
    write: (work) => db.transaction().execute(work),
    alone() {
      const opened = flushOf(`${file}-wal`, changesOf(sqlite));
      sqlite.pragma('synchronous = NORMAL');
      for (const each of roomy) sqlite.pragma(each);
      flush = opened;
      return { flush: opened.all, kept: writes.kept };
    },
    async close() {
      await flush?.close();
      await db.destroy();
    },
  };
}

/**
 * For who writes much: ids are random, so that every page of an index is needed again and again (64 MiB of them are kept),
 * and each is copied from the log into the database once for many transactions (32 MiB).
 */
const roomy = ['cache_size = -65536', 'wal_autocheckpoint = 8192'];

/** How many rows this connection has ever written. */
function changesOf(sqlite: Sqlite.Database): () => number {
  const statement = sqlite.prepare('select total_changes()').pluck();
  return () => Number(statement.get());
}

/**
 * The connection that was closed last, for who opens the same file next. The library frees no connection that prepared a
 * statement: a program that opens its journal at every call would run out of files.
 */
let kept: (Connection & { readonly state: string }) | undefined;

interface Connection {
  readonly sqlite: Sqlite.Database;
  readonly database: SqliteDatabase;
  readonly writes: Writes;
}

function takeKept(file: string): Connection | undefined {
  if (kept?.state !== stateOf(file)) return undefined;
  const taken = kept;
  kept = undefined;
  return taken;
}

/** Changes when the file is another one, or somebody wrote into it. */
function stateOf(file: string): string {
  const { ino, size, mtimeMs } = statSync(file);
  return [file, ino, size, mtimeMs].join(' ');
}

function connect(file: string): Connection {
  const sqlite = new Sqlite(file, { timeout: BUSY_MS });
  turnLogOn(sqlite);
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma(`busy_timeout = ${BLOCKED_MS}`);
  const writes = countWrites();
  const database = prepared(sqlite, writes, () => {
    kept?.sqlite.close();
    kept = undefined;
    if (sqlite.inTransaction || !existsSync(file)) sqlite.close();
    else kept = { state: stateOf(file), sqlite, database, writes };
  });
  return { sqlite, database, writes };
}

/**
 * When several programs make the same database at once, SQLite calls all but one busy here without waiting, whatever its
 * timeout: two that hold a read lock and want to write would wait for each other.
 */
function turnLogOn(sqlite: Sqlite.Database): void {
  for (const startedAt = performance.now(); ; sleep(1 + Math.random() * 5)) {
    try {
      sqlite.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedAt > BUSY_MS) throw error;
    }
  }
}

/** Blocks the whole process, in milliseconds: what opens a database has nothing else to do meanwhile. */
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Each text of SQL is prepared once, and run each time that it is asked for: Kysely does so with the same few hundred. */
function prepared(sqlite: Sqlite.Database, writes: Writes, close: () => void): SqliteDatabase {
  const known = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => ({
    statement: readied(sqlite.prepare(sql)) as never,
    written: writtenBy(sql),
  });
  return {
    prepare(sql) {
      const it = known.get(sql) ?? prepare(sql);
      if (known.size < 1_000) known.set(sql, it);
      writes.seen(it.written);
      return it.statement;
    },
    close,
  };
}

interface Prepared {
  readonly statement: ReturnType<SqliteDatabase['prepare']>;
  readonly written: Written;
}

/** Whether it returns rows never changes, and the library takes as long to tell as to run it. */
const readied = (statement: Sqlite.Statement) =>
  Object.defineProperty(statement, 'reader', { value: statement.reader });

/** A deferred transaction that reads first can fail busy when it comes to write; one that starts as a writer cannot. */
class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new ImmediateDriver(this.#config);
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = CompiledQuery.raw('begin immediate');
    for (const startedAt = performance.now(); ; await pause(1 + Math.random() * 5)) {
      try {
        await connection.executeQuery(begin);
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() - startedAt > BUSY_MS) throw error;
      }
    }
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

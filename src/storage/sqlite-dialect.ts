/** Kysely on SQLite, with statement caching and non-blocking waits for a lock. */

import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type LimitNode,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { isRecord } from '../is-record.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Sqlite } from './sqlite.ts';

/** Milliseconds that a write waits for another connection. The wait is asynchronous, so other work goes on. */
export const BUSY_MS = 15_000;

/** Reports whether SQLite refused because another connection holds the file. */
export const isBusy = (error: unknown): boolean =>
  isRecord(error) && 'errcode' in error && (Number(error['errcode']) & 0xff) === SQLITE_BUSY;

/** The primary result code, which is the low byte of every extended one. */
const SQLITE_BUSY = 5;

/** Runs Kysely's queries on an open connection, which its opener closes. */
export class SqliteFileDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #sqlite: Sqlite;
  /** Commits transactions in groups; each by itself if absent. */
  group: GroupCommit | undefined;

  constructor(sqlite: Sqlite) {
    const database = databaseOf(sqlite);
    super({ database });
    this.#database = database;
    this.#sqlite = sqlite;
  }

  override createQueryCompiler() {
    return new FileQueryCompiler();
  }

  override createDriver() {
    return new ImmediateDriver({ database: this.#database }, this.#sqlite, () => this.group);
  }
}

/**
 * Writes the limit of a query as an expression. SQLite plans a statement for the value of a bound limit, and so compiles
 * it again each time that one is bound.
 */
class FileQueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit +');
    this.visitNode(node.limit);
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #sqlite: Sqlite;
  readonly #group: () => GroupCommit | undefined;

  constructor(config: SqliteDialectConfig, sqlite: Sqlite, group: () => GroupCommit | undefined) {
    super(config);
    this.#sqlite = sqlite;
    this.#group = group;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const group = this.#group();
    for (const startedAt = performance.now(); ; await pause(1 + Math.random() * 5)) {
      try {
        if (group) group.begin();
        else await connection.executeQuery(begin);
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() - startedAt > BUSY_MS) throw error;
      }
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const group = this.#group();
    return group ? group.end() : super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const group = this.#group();
    if (group) return group.undo();
    // SQLite itself rolls back after some errors, such as a full disk. Another rollback would fail, and hide the reason.
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection);
  }
}

// A deferred transaction that reads first can fail as busy at its first write, so each starts as a writer.
const begin = CompiledQuery.raw('begin immediate');

/** Prepares each SQL text once: Kysely repeats a few hundred texts. */
function databaseOf(sqlite: Sqlite): SqliteDatabase {
  const known = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const statement = known.get(sql) ?? prepare(sqlite, sql);
      if (known.size < 1_000) known.set(sql, statement);
      return statement;
    },
    close() {},
  };
}

function prepare(sqlite: Sqlite, sql: string): SqliteStatement {
  const statement = sqlite.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...positional(values)),
    run: (values) => statement.run(...positional(values)),
    iterate: (values) => statement.iterate(...positional(values)),
  };
}

/**
 * Checks the values for a statement. An object in first place would be taken for named parameters, and all others bound
 * one place too early.
 */
function positional(values: readonly unknown[]): readonly unknown[] {
  const [first] = values;
  if (typeof first === 'object' && first !== null && !ArrayBuffer.isView(first)) {
    throw new TypeError('an object cannot be bound to a statement of SQLite');
  }
  return values;
}

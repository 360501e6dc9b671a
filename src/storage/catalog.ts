/** Metadata of a database, for SQLite and PostgreSQL. */

import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';
import { serverCatalog } from './postgres/catalog.ts';

/** Metadata queries of a database. */
export interface Catalog {
  /** Returns the version of the tables; 0 for a new database. */
  readonly version: (db: QueryExecutorProvider) => Promise<number>;
  readonly setVersion: (db: QueryExecutorProvider, version: number) => Promise<void>;
  readonly tables: (db: QueryExecutorProvider) => Promise<readonly string[]>;
  readonly columns: (db: QueryExecutorProvider, table: string) => Promise<ReadonlySet<string>>;
  /** Returns all rows of a table, in order of insertion if the table keeps it. */
  readonly rows: (db: QueryExecutorProvider, table: string) => Promise<readonly AnyRow[]>;
  /** Sets the identity sequence of a table past the numbers that were inserted explicitly. */
  readonly recount: (db: QueryExecutorProvider, table: string) => Promise<void>;
  /** Returns `owner.column` for columns of tables and for those of unique partial indices `where in_doubt = 1`. */
  readonly parts: (db: QueryExecutorProvider) => Promise<ReadonlySet<string>>;
  /** Returns the damage found by a cheap check, or `undefined`. Databases of more than 1,000 pages are not checked. */
  readonly damage: (db: QueryExecutorProvider) => Promise<string | undefined>;
}

type AnyRow = Readonly<Record<string, unknown>>;

/** Reports whether the database is PostgreSQL. */
export const isOnServer = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

export const databaseCatalogOf = (db: QueryExecutorProvider): Catalog =>
  isOnServer(db) ? serverCatalog : fileCatalog;

const fileCatalog: Catalog = {
  version: async (db) => {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
    return rows[0]?.user_version ?? 0;
  },
  setVersion: async (db, version) => {
    await sql.raw(`pragma user_version = ${version}`).execute(db);
  },
  tables: async (db) => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema
      where type = 'table' and name not like 'sqlite_%' order by name`.execute(db);
    return rows.map(({ name }) => name);
  },
  columns: async (db, table) => {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info(${table})`.execute(db);
    return new Set(rows.map(({ name }) => name));
  },
  rows: async (db, table) => {
    const { rows } = await sql<AnyRow>`select * from ${sql.table(table)}`.execute(db);
    return rows;
  },
  recount: async () => {},
  parts: async (db) => {
    const { rows } = await sql<{ part: string }>`
      select owner.name || '.' || part.name as part
      from sqlite_schema as owner, pragma_table_info(owner.name) as part where owner.type = 'table'
      union all
      select owner.name || '.' || part.name
      from sqlite_schema as owner, pragma_index_info(owner.name) as part
      where owner.type = 'index' and owner.sql like 'create unique index%where in_doubt = 1'`.execute(
      db,
    );
    return new Set(rows.map(({ part }) => part));
  },
  damage: async (db) => {
    const counted = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    if ((counted.rows[0]?.page_count ?? 0) > MAX_CHECKED_PAGES) return undefined;
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    const message = rows[0]?.quick_check;
    return message === 'ok' ? undefined : String(message);
  },
};

/** Up to this size (pages), reading every page takes next to no time. */
const MAX_CHECKED_PAGES = 1_000;

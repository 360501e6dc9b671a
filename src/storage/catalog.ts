import { type QueryExecutorProvider, sql } from 'kysely';
import { isOnServer } from './ddl.ts';
import { serverCatalog } from './postgres/catalog.ts';

/** What a database says of itself. */
export interface Catalog {
  /** How far its shape has come; 0 for a new one. */
  readonly version: (db: QueryExecutorProvider) => Promise<number>;
  readonly setVersion: (db: QueryExecutorProvider, version: number) => Promise<void>;
  readonly tables: (db: QueryExecutorProvider) => Promise<readonly string[]>;
  readonly columns: (db: QueryExecutorProvider, table: string) => Promise<ReadonlySet<string>>;
  /** All rows of a table, in the order that they were added in where the table keeps it. */
  readonly rows: (db: QueryExecutorProvider, table: string) => Promise<readonly AnyRow[]>;
  /** Lets the numbers of a table go on after those that were written into it by hand. */
  readonly recount: (db: QueryExecutorProvider, table: string) => Promise<void>;
  /** Columns of tables, and of the unique indices over a part of a table, as `owner.column`. */
  readonly parts: (db: QueryExecutorProvider) => Promise<ReadonlySet<string>>;
  /** What is damaged, as far as looking costs next to nothing; undefined when all is well. */
  readonly damage: (db: QueryExecutorProvider) => Promise<string | undefined>;
}

type AnyRow = Readonly<Record<string, unknown>>;

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
    if ((counted.rows[0]?.page_count ?? 0) > CHEAP_PAGES) return undefined;
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    const said = rows[0]?.quick_check;
    return said === 'ok' ? undefined : String(said);
  },
};

/** Up to this size reading every page costs next to nothing. */
const CHEAP_PAGES = 1_000;

import { type QueryExecutorProvider, sql } from 'kysely';
import type { Catalog } from '../catalog.ts';

/** Metadata queries for the schema of a PostgreSQL connection. The version is in a table of its own, `shape`. */
export const serverCatalog: Catalog = {
  version: async (db) => {
    const known = await sql<{ there: number }>`
      select to_regclass('shape') is not null as there`.execute(db);
    if (known.rows[0]?.there !== 1) return 0;
    const { rows } = await sql<{ version: number }>`select version from shape`.execute(db);
    return rows[0]?.version ?? 0;
  },
  setVersion: async (db, version) => {
    await sql`create table if not exists shape (version bigint not null)`.execute(db);
    await sql`delete from shape`.execute(db);
    await sql`insert into shape values (${version})`.execute(db);
  },
  tables: async (db) => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name not in ('shape', 'identity') order by table_name`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  },
  columns: async (db, table) => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and column_name <> 'rowid'`.execute(
      db,
    );
    return new Set(rows.map(({ name }) => name));
  },
  rows: async (db, table) => {
    const names = [...(await serverCatalog.columns(db, table))].map((column) => sql.ref(column));
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(names)} from ${sql.table(table)}
      order by ${await orderOf(db, table)}`.execute(db);
    return rows;
  },
  recount: async (db, table) => {
    const number = await numberOf(db, table);
    if (number === undefined) return;
    await sql`select setval(pg_get_serial_sequence(${table}, ${number}),
      (select coalesce(max(${sql.ref(number)}), 0) + 1 from ${sql.table(table)}), false)`.execute(
      db,
    );
  },
  parts: async (db) => {
    const { rows } = await sql<{ part: string }>`
      select owner.relname || '.' || part.attname as part
      from pg_class as owner join pg_attribute as part on part.attrelid = owner.oid
      left join pg_index as index on index.indexrelid = owner.oid
      where owner.relnamespace = current_schema()::regnamespace and part.attnum > 0
        and (owner.relkind = 'r' or (index.indisunique and index.indisvalid
          and pg_get_expr(index.indpred, index.indrelid) = '(in_doubt = 1)'))`.execute(db);
    return new Set(rows.map(({ part }) => part));
  },
  damage: async () => undefined,
};

/** Returns the identity column of a table, or `undefined`. */
async function numberOf(db: QueryExecutorProvider, table: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_identity = 'YES'`.execute(
    db,
  );
  return rows[0]?.name;
}

async function orderOf(db: QueryExecutorProvider, table: string) {
  const number = await numberOf(db, table);
  return number === undefined ? sql.raw('1') : sql.ref(number);
}

/** The content of an SQLite database as a script of SQL. */

import { type QueryExecutorProvider, sql } from 'kysely';
import { databaseCatalogOf } from './catalog.ts';

/** Rows of one insertion: SQLite limits the length of a statement, and a statement for each row takes longer. */
const ROWS_AT_ONCE = 100;

/** Returns the script that creates an equal database: tables, rows in their order, indices and version. */
export async function dumpOf(db: QueryExecutorProvider): Promise<string> {
  const catalog = databaseCatalogOf(db);
  const { rows: objects } = await sql<{ name: string; type: string; text: string }>`
    select name, type, sql as text from sqlite_schema where sql is not null`.execute(db);
  const tables = objects.filter(({ type }) => type === 'table');
  const others = objects.filter(({ type }) => type !== 'table');
  const insertions: string[] = [];
  for (const { name, text } of tables) insertions.push(...(await insertionsOf(name, text, db)));
  const statements = [
    ...['begin', ...tables.map(({ text }) => text), ...insertions],
    ...[...others.map(({ text }) => text), `pragma user_version = ${await catalog.version(db)}`],
    'commit;',
  ];
  return statements.join(';\n');
}

/** Returns the insertions of a table. A table with an order keeps the numbers of its rows. */
async function insertionsOf(
  table: string,
  text: string,
  db: QueryExecutorProvider,
): Promise<string[]> {
  const names = [...(await databaseCatalogOf(db).columns(db, table))];
  const isCounted = / integer primary key\b/.test(text);
  const hasOrder = !isCounted && !/\bwithout rowid$/.test(text);
  const columns = [...(hasOrder ? ['rowid'] : []), ...names].map((name) => `"${name}"`);
  const values = columns.map((column) => `quote(${column})`).join(" || ',' || ");
  const { rows } = await sql<{ row: string }>`
    select '(' || ${sql.raw(values)} || ')' as row from ${sql.table(table)}`.execute(db);
  const insertions: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE).map(({ row }) => row);
    insertions.push(`insert into ${table} (${columns}) values ${some}`);
  }
  return insertions;
}

import { sql, type Transaction } from 'kysely';

/** Makes the schema with what its tables and queries need, where that is not there. */
export async function prepareSchema<Tables>(
  db: Transaction<Tables>,
  schema: string,
): Promise<void> {
  const probe = `${schema}.json_extract(text, text)`;
  const { rows } = await sql<{ schema: number; functions: number }>`select
    exists (select from pg_namespace where nspname = ${schema}) as schema,
    to_regprocedure(${probe}) is not null as functions`.execute(db);
  if (rows[0]?.schema !== 1) await sql`create schema ${sql.id(schema)}`.execute(db);
  if (rows[0]?.functions === 1) return;
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The two functions over JSON that queries use, as SQLite has them. */
const statements = [
  `create function json_each(document text) returns table (value text) language sql immutable strict
    as 'select element::text from jsonb_array_elements(document::jsonb) as element'`,
  `create function json_extract(document text, path text) returns numeric language sql immutable strict
    as 'select (document::jsonb #>> string_to_array(substr(path, 3), ''.''))::numeric'`,
];

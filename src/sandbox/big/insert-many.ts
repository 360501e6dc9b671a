import { CompiledQuery, type Insertable, type Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

/** Rows that one statement inserts: databases limit how many values it may have. */
const ROWS = 250;

/** Inserts rows that all have the same columns in the same order; the text of the statement is made once and used again. */
export async function insertMany<Table extends keyof Tables>(
  db: Transaction<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const text = new Map<number, string>();
  for (let from = 0; from < rows.length; from += ROWS) {
    const some = rows.slice(from, from + ROWS);
    const known = text.get(some.length);
    const query = known ?? db.insertInto(table).values(some).compile().sql;
    text.set(some.length, query);
    const values = some.flatMap((row) => Object.values(row));
    await db.executeQuery(CompiledQuery.raw(query, values));
  }
}

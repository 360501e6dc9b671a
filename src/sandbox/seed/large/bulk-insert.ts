import { CompiledQuery, type Insertable, type Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** Inserts rows that all have the same columns in the same order; the text of a statement is made once and used again. */
export async function insertMany<Table extends keyof Tables>(
  db: Transaction<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const texts = new Map<number, string>();
  for (const some of slicesOf(rows)) {
    const text = texts.get(some.length) ?? db.insertInto(table).values(some).compile().sql;
    texts.set(some.length, text);
    const values = some.flatMap((row) => Object.values(row));
    await db.executeQuery(CompiledQuery.raw(text, values));
  }
}

/** How many rows one statement inserts: a few numbers only, for the database keeps each statement that it has seen. */
const SIZES = [250, 25, 1];

/** All rows in order, as many at once as there are left. */
export function* slicesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; ) {
    const size = SIZES.find((it) => it <= rows.length - from) ?? 1;
    yield rows.slice(from, from + size);
    from += size;
  }
}

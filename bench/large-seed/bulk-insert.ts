/** Bulk inserts of the large seed. */

import { CompiledQuery, type Insertable, sql, type Transaction } from 'kysely';
import type { HandlerContext } from '../../src/sandbox/context/handler-context.ts';
import type { SandboxTables } from '../../src/sandbox/database/tables.ts';
import { classOf } from '../../src/sandbox/ledger/accounts.ts';
import type { NewEntry } from './payments.ts';

/** Inserts rows with equal columns in equal order. The SQL text of each batch size is compiled once. */
export async function insertMany<Table extends keyof SandboxTables>(
  db: Transaction<SandboxTables>,
  table: Table,
  rows: readonly Insertable<SandboxTables[Table]>[],
): Promise<void> {
  const texts = new Map<number, string>();
  for (const slice of slicesOf(rows)) {
    const text = texts.get(slice.length) ?? db.insertInto(table).values(slice).compile().sql;
    texts.set(slice.length, text);
    const values = slice.flatMap((row) => Object.values(row));
    await db.executeQuery(CompiledQuery.raw(text, values));
  }
}

/** Rows for each statement. Only a few sizes, since the database caches each distinct statement. */
const SIZES = [250, 25, 1];

/** Yields all rows in order, in the largest batches that are left. */
function* slicesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; ) {
    const size = SIZES.find((candidate) => candidate <= rows.length - from) ?? 1;
    yield rows.slice(from, from + size);
    from += size;
  }
}

/** Appends balanced ledger entries and updates each cached balance once. */
export async function postMany(
  { db }: HandlerContext,
  entries: readonly NewEntry[],
): Promise<void> {
  const seqs = await numbersOf(entries, db);
  const lines = entries.flatMap(({ event, ref, lines }) =>
    lines.map((entry, line) => ({ entry_seq: seqs.get(`${event} ${ref}`) ?? 0, line, ...entry })),
  );
  await insertMany(db, 'ledger_lines', lines);
  for (const [name, cents] of sumsOf(entries)) {
    await db
      .insertInto('ledger_accounts')
      .values({ name, class: classOf(name), cents })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ cents: sql<number>`ledger_accounts.cents + excluded.cents` }),
      )
      .execute();
  }
}

async function numbersOf(
  entries: readonly NewEntry[],
  db: HandlerContext['db'],
): Promise<ReadonlyMap<string, number>> {
  const seqs = new Map<string, number>();
  for (const slice of slicesOf(entries)) {
    const rows = await db
      .insertInto('ledger_entries')
      .values(slice.map(({ at, event, ref }) => ({ at, event, ref })))
      .returning(['seq', 'event', 'ref'])
      .execute();
    for (const { seq, event, ref } of rows) seqs.set(`${event} ${ref}`, seq);
  }
  return seqs;
}

function sumsOf(entries: readonly NewEntry[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { account, cents } of entries.flatMap(({ lines }) => lines)) {
    sums.set(account, (sums.get(account) ?? 0) + cents);
  }
  return sums;
}

import { sql } from 'kysely';
import { classOf } from '../../ledger/accounts.ts';
import type { World } from '../../context/handler-context.ts';
import { insertMany, slicesOf } from './bulk-insert.ts';
import type { NewEntry } from './payments.ts';

/** Appends balanced entries, and carries the cached balances along once for all of them. */
export async function postMany({ db }: World, entries: readonly NewEntry[]): Promise<void> {
  const seqs = await numbersOf(entries, db);
  const lines = entries.flatMap(({ event, ref, lines }) =>
    lines.map((it, line) => ({ entry_seq: seqs.get(`${event} ${ref}`) ?? 0, line, ...it })),
  );
  await insertMany(db, 'ledger_lines', lines);
  for (const [name, cents] of sumsOf(entries)) {
    await db
      .insertInto('ledger_accounts')
      .values({ name, class: classOf(name), cents })
      .onConflict((it) =>
        it
          .column('name')
          .doUpdateSet({ cents: sql<number>`ledger_accounts.cents + excluded.cents` }),
      )
      .execute();
  }
}

async function numbersOf(
  entries: readonly NewEntry[],
  db: World['db'],
): Promise<ReadonlyMap<string, number>> {
  const seqs = new Map<string, number>();
  for (const some of slicesOf(entries)) {
    const rows = await db
      .insertInto('ledger_entries')
      .values(some.map(({ at, event, ref }) => ({ at, event, ref })))
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

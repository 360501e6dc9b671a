import { join } from 'node:path';
import type { Insertable, Transaction } from 'kysely';
import { databaseCatalogOf } from '../../storage/catalog.ts';
import { openStore } from '../../storage/open-database.ts';
import { createSchema } from '../../storage/tables.ts';
import { journalSchema } from './schema.ts';
import { type JournalTables, journalTables } from './tables.ts';

/** The rows that one statement inserts: a statement has up to 32,766 values. */
const ROWS_AT_ONCE = 500;

/** Copies a journal, with its id, into a new file in `folder`. Writes nothing else. */
export async function copyJournal(db: Transaction<JournalTables>, folder: string): Promise<void> {
  const copy = await openStore<JournalTables>(join(folder, 'journal.db'));
  try {
    await copy.write(async (target) => {
      await createSchema(target, journalSchema);
      // In this order, rows come after those that they refer to.
      for (const table of Object.keys(journalTables) as (keyof JournalTables)[]) {
        const rows = await databaseCatalogOf(db).rows(db, table);
        for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
          const some = rows.slice(first, first + ROWS_AT_ONCE);
          await target
            .insertInto(table)
            .values(some as Insertable<JournalTables[typeof table]>[])
            .execute();
        }
      }
    });
  } finally {
    await copy.close();
  }
}

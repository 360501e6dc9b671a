/** The schema of the journal's database. */

import type { Kysely, Transaction } from 'kysely';
import { databaseCatalogOf } from '../../storage/catalog.ts';
import { SchemaError } from '../../storage/errors.ts';
import { createSchema, type Schema } from '../../storage/tables.ts';
import { appendEntry, selectJournalId } from './chain/append-entry.ts';
import { type JournalTables, journalIndices, journalTables } from './tables.ts';
import { newId } from './write-intents.ts';

export const journalSchema: Schema = {
  name: 'journal',
  version: 1,
  tables: journalTables,
  statements: journalIndices,
};

/**
 * Creates the tables of a new journal, and the first entry of its chain, or checks those of another one. Call it in a write
 * transaction, so that processes that start together do not meet half a journal. `at` (UTC ISO) is the time of the first
 * entry. Returns the id of the journal.
 *
 * @throws {SchemaError} If the database is not a complete journal of this version, or is damaged.
 */
export async function prepareJournal(db: Transaction<JournalTables>, at: string): Promise<string> {
  if (await createSchema(db, journalSchema)) {
    await appendEntry(db, { kind: 'genesis', at, intentId: null, journal: newId('jrn') });
  }
  await assertComplete(db);
  const damage = await databaseCatalogOf(db).damage(db);
  if (damage !== undefined) throw new SchemaError(`it is damaged: ${damage}`);
  const id = await selectJournalId(db);
  if (id === undefined) throw new SchemaError('its first entry is missing or damaged');
  return id;
}

/** Throws `SchemaError` if a column is missing, or the index that is the lock between processes. */
async function assertComplete(db: Kysely<JournalTables>): Promise<void> {
  const found = await databaseCatalogOf(db).parts(db);
  const columns = Object.entries(journalTables).flatMap(([name, it]) =>
    Object.keys(it.columns).map((column) => `${name}.${column}`),
  );
  const missing = [...columns, 'intents_lock.natural_key'].filter((part) => !found.has(part));
  if (missing.length > 0) throw new SchemaError(`parts of it are missing: ${missing.join(', ')}`);
}

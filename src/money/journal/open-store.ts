/** Opening of a journal's database, and its errors. */

import { join } from 'node:path';
import { errorCodeOf } from '../../error-code.ts';
import { describeFailure } from '../../storage/database-failure.ts';
import { openAt } from '../../storage/open-database.ts';
import type { Store, StoreLocation } from '../../storage/store.ts';
import { JournalUnavailableError } from './errors.ts';
import { createJournalClock, type JournalClock } from './journal-clock.ts';
import { prepareJournal } from './schema.ts';
import type { JournalTables } from './tables.ts';

/**
 * The timeout of a statement in ms, after which the journal counts as unavailable. Longer than the wait for a writer's
 * turn.
 */
const STATEMENT_MS = 20_000;

export const isJournalDatabase = (path: string): boolean => /^postgres(ql)?:/.test(path);

/** Returns the database of a journal: a file in a state directory, or a schema in PostgreSQL. */
export const locationOf = (path: string): StoreLocation =>
  isJournalDatabase(path)
    ? { address: path, schema: 'remit_journal', statementMs: STATEMENT_MS }
    : { file: join(path, 'journal.db') };

/** The database of a journal, and facts about the journal that never change. */
export interface OpenedStore {
  readonly store: Store<JournalTables>;
  readonly id: string;
  readonly time: JournalClock;
}

/** Opens the database, and creates the tables of a new one; `clock` replaces its clock. */
export async function openJournalStore(
  location: StoreLocation,
  clock: (() => number) | undefined,
): Promise<OpenedStore> {
  const store = await openAt<JournalTables>(location);
  const time = createJournalClock(store.shared, clock);
  try {
    const id = await store.write((db) => prepareJournal(db, time.at()));
    return { store, id, time };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Runs `work`; an error of the file system or the database becomes `JournalUnavailableError`. */
export async function withJournalErrors<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isFault(cause)) throw cause;
    throw new JournalUnavailableError(name, describeFailure(cause), cause);
  }
}

/** Reports whether an error comes from the file system or the database; these set `code`. */
const isFault = (error: unknown): error is Error => errorCodeOf(error) !== undefined;

/** The first entry of a chain, and those of the rows that an earlier version wrote. */

import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { canonicalJson } from '../canonical-json.ts';
import type { JournalTables } from '../tables.ts';
import { newId } from '../write-intents.ts';
import { appendEntry } from './append-entry.ts';
import type { EntryFacts } from './entry.ts';
import { rowsOfIntents, selectIdsAfter } from './intent-rows.ts';

/**
 * Begins the chain of a journal: a genesis entry with a random id for the journal and a hash over all rows that are
 * there, then entries with these rows, so that later changes of one are found and named.
 */
export async function beginChain(db: Transaction<JournalTables>, at: string): Promise<void> {
  const hash = createHash('sha256');
  let intents = 0;
  // Read twice and not held: the journal of some years would fill the memory.
  for await (const { intentId, insert } of importedEntries(db, at)) {
    hash.update(`${canonicalJson(insert)}\n`);
    if (intentId !== null) intents++;
  }
  const origins = await db
    .selectFrom('former_origins')
    .select('origin')
    .orderBy('origin')
    .execute();
  const observations = await db
    .selectFrom('observations')
    .selectAll()
    .orderBy('origin')
    .orderBy('what')
    .execute();
  await appendEntry(db, {
    kind: 'genesis',
    at,
    intentId: null,
    journal: newId('jrn'),
    ...(intents > 0 && { imported: { intents, sha256: hash.digest('hex') } }),
    insert: {
      former_origins: origins,
      observations: observations.map(({ origin, what, at: when }) => ({ origin, what, at: when })),
    },
  });
  for await (const facts of importedEntries(db, at)) await appendEntry(db, facts);
}

/** Yields the entries of the rows that are there: those of processes, then one for each intent. */
async function* importedEntries(db: Kysely<JournalTables>, at: string): AsyncGenerator<EntryFacts> {
  for (let after = ''; ; ) {
    const ids = await selectIdsAfter(db, 'runs', after);
    if (ids.length === 0) break;
    after = ids.at(-1) ?? '';
    const runs = await selectRuns(db, ids);
    yield { kind: 'imported', at, intentId: null, insert: { runs } };
  }
  for (let after = ''; ; ) {
    const ids = await selectIdsAfter(db, 'intents', after);
    if (ids.length === 0) return;
    after = ids.at(-1) ?? '';
    const rows = await rowsOfIntents(db, ids);
    for (const id of ids) yield { kind: 'imported', at, intentId: id, insert: rows.get(id) ?? {} };
  }
}

/** Selects processes by their ids, in the order of ids. */
export const selectRuns = (db: Kysely<JournalTables>, ids: readonly string[]) =>
  db
    .selectFrom('runs')
    .select(['id', 'pid', 'started', 'machine', 'sending_folder', 'created_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();

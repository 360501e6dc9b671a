/** Adding to the chain of entries, and reading its ends. */

import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { isOnServer } from '../../../storage/catalog.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { JournalTables } from '../tables.ts';
import { chainHash, type EntryFacts, type Head, NO_HASH, parseContent } from './entry.ts';

/**
 * Adds an entry. Call it in the transaction that writes the rows it records: the transaction holds the write lock of the
 * journal from its first statement, so that no other entry takes its place.
 */
export async function appendEntry(
  db: Transaction<JournalTables>,
  facts: EntryFacts,
): Promise<Head> {
  const { seq: last, hash: previous } = await selectHead(db);
  const seq = last + 1;
  const content = canonicalJson({ ...facts, seq });
  const hash = chainHash(previous, content);
  const { insert } = statementsFor(db);
  const parameters = [seq, facts.kind, facts.intentId, content, hash];
  await db.executeQuery({ ...insert, parameters });
  return { seq, hash };
}

/** Returns the last entry's number and hash; number 0 if there is none. */
export async function selectHead(db: Kysely<JournalTables>): Promise<Head> {
  const { rows } = await db.executeQuery(statementsFor(db).head);
  return rows[0] ?? { seq: 0, hash: NO_HASH };
}

interface Statements {
  readonly head: CompiledQuery<Head>;
  /** Takes the columns of an entry in their order. */
  readonly insert: CompiledQuery;
}

/** The statements that run with every record, compiled once for each kind of database: that takes longer than they do. */
const compiled = new Map<boolean, Statements>();

function statementsFor(db: Kysely<JournalTables>): Statements {
  const kind = isOnServer(db);
  const known = compiled.get(kind);
  if (known) return known;
  const entry = { seq: 0, kind: '', intent_id: null, content: '', hash: '' };
  const statements: Statements = {
    head: db
      .selectFrom('entries')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .compile(),
    insert: db.insertInto('entries').values(entry).compile(),
  };
  compiled.set(kind, statements);
  return statements;
}

/** Returns the id of the journal, which its genesis entry holds; `undefined` if there is none. */
export async function selectJournalId(db: Kysely<JournalTables>): Promise<string | undefined> {
  const genesis = await db
    .selectFrom('entries')
    .select('content')
    .where('seq', '=', 1)
    .executeTakeFirst();
  const id = genesis && parseContent(genesis.content)?.journal;
  return typeof id === 'string' ? id : undefined;
}

/** An entry as it is stored, for others to check: its content is text, and what is hashed. */
export interface PrintedEntry {
  readonly seq: number;
  readonly previous: string;
  readonly content: string;
  readonly hash: string;
}

/** Selects the entries of an intent, oldest first. */
export async function selectEntriesOf(
  db: Kysely<JournalTables>,
  intentId: string,
): Promise<readonly PrintedEntry[]> {
  const rows = await db
    .selectFrom('entries')
    .leftJoin('entries as before', (join) => join.on(sql<boolean>`before.seq = entries.seq - 1`))
    .select(['entries.seq', 'entries.content', 'entries.hash', 'before.hash as previous'])
    .where('entries.intent_id', '=', intentId)
    .orderBy('entries.seq')
    .execute();
  return rows.map(({ seq, previous, content, hash }) => ({
    seq,
    previous: previous ?? NO_HASH,
    content,
    hash,
  }));
}

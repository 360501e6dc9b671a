/** Verifies the chain of entries, and the rows of processes and services. */

import type { Kysely } from 'kysely';
import type { JournalTables } from '../tables.ts';
import { type ChainedEntry, chainHash, type Head, NO_HASH, parseContent } from './entry.ts';
import type { StoredRow } from './intent-rows.ts';
import type { KnownEntries } from './verification.ts';
import type { ReportFinding, Transact } from './verify-journal.ts';

type EntryRow = JournalTables['entries'];

/** Entries that are read at once. */
const PAGE_SIZE = 1_000;

/**
 * Verifies each entry up to `head`: no number is missing, each hash covers the one before, and known entries are there.
 * Returns the number of entries.
 */
export async function verifyChain(
  transact: Transact,
  head: Head,
  known: KnownEntries,
  report: ReportFinding,
): Promise<number> {
  const check = entryCheck(report);
  const expectKnown = knownCheck(known, report);
  const observations = new Map<string, StoredRow>();
  let count = 0;
  for await (const page of pagesOf(transact, head)) {
    const entries = page.map(check).filter((entry) => entry !== undefined);
    page.forEach(expectKnown.see);
    for (const { insert } of entries)
      for (const row of insert?.observations ?? []) observations.set(observationKey(row), row);
    const runs = entries.flatMap(({ insert }) => insert?.runs ?? []);
    await transact((db) => verifyRuns(db, runs, report));
    count += page.length;
  }
  if (count === 0) report({ table: 'entries', message: 'there are no entries' });
  expectKnown.end();
  await transact((db) => verifyObservations(db, observations, report));
  return count;
}

/** Yields the entries up to `head`, in pages. */
async function* pagesOf(transact: Transact, head: Head): AsyncGenerator<readonly EntryRow[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await transact((db) => selectPage(db, after, head.seq));
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.seq;
  }
}

const selectPage = (db: Kysely<JournalTables>, after: number, last: number): Promise<EntryRow[]> =>
  db
    .selectFrom('entries')
    .select(['seq', 'kind', 'intent_id', 'content', 'hash'])
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(PAGE_SIZE)
    .execute();

/** Returns the check of the next entry, which returns its content if it can be read. */
function entryCheck(report: ReportFinding): (row: EntryRow) => ChainedEntry | undefined {
  let before: Head = { seq: 0, hash: NO_HASH };
  return ({ seq, kind, intent_id: intentId, content, hash }) => {
    const at = { table: 'entries', entry: seq, intentId };
    if (seq !== before.seq + 1) {
      report({ ...at, message: `${rangeText(before.seq + 1, seq - 1)} before entry ${seq}` });
    } else if (chainHash(before.hash, content) !== hash) {
      report({ ...at, message: `entry ${seq}: it, or the hash before it, was changed` });
    }
    before = { seq, hash };
    const entry = parseContent(content);
    const isItself = entry?.seq === seq && entry.kind === kind && entry.intentId === intentId;
    if (!isItself || (seq === 1) !== (kind === 'genesis')) {
      report({ ...at, message: `entry ${seq}: its content is not of this entry` });
    }
    return entry;
  };
}

function rangeText(first: number, last: number): string {
  if (last < first) return 'the numbers are not in order';
  return first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`;
}

/** Returns the check of entries that are known from elsewhere: each must be seen. */
function knownCheck({ head, entries = [] }: KnownEntries, report: ReportFinding) {
  const missing = new Map(entries.map((entry) => [entry.seq, entry]));
  let isHeadMissing = head !== undefined;
  return {
    see: ({ seq, hash, content }: EntryRow): void => {
      if (head?.hash === hash && (head.seq ?? seq) === seq) isHeadMissing = false;
      const entry = missing.get(seq);
      if (entry?.hash === hash && entry.content === content) missing.delete(seq);
    },
    end: (): void => {
      if (isHeadMissing) {
        report({
          table: 'entries',
          entry: head?.seq ?? null,
          message:
            'the head is not an entry of this journal: entries at its end were removed, it was written anew, or it is another journal',
        });
      }
      for (const { seq } of missing.values())
        report({
          table: 'entries',
          entry: seq,
          message: `entry ${seq} is not the one of the file`,
        });
    },
  };
}

/** Compares the processes that entries record. */
async function verifyRuns(
  db: Kysely<JournalTables>,
  recorded: readonly StoredRow[],
  report: ReportFinding,
): Promise<void> {
  const ids = recorded.map(({ id }) => String(id));
  const rows = await db.selectFrom('runs').selectAll().where('id', 'in', ids).execute();
  const stored = new Map(rows.map((row) => [row.id, row as StoredRow]));
  for (const run of recorded) {
    const found = stored.get(String(run['id']));
    const columns = Object.keys(run).filter((name) => found && found[name] !== run[name]);
    if (!found) report({ table: 'runs', message: `runs: ${run['id']} is missing` });
    for (const column of columns)
      report({ table: 'runs', column, message: `runs.${column} of ${run['id']} was changed` });
  }
}

/** Compares what was observed of services, few rows each, with what entries record. */
async function verifyObservations(
  db: Kysely<JournalTables>,
  recorded: ReadonlyMap<string, StoredRow>,
  report: ReportFinding,
): Promise<void> {
  const table = 'observations';
  const rows = await db.selectFrom(table).select(['origin', 'what', 'at']).execute();
  const stored = new Map(rows.map((row) => [observationKey(row), row]));
  for (const [key, { at }] of recorded) {
    const row = stored.get(key);
    if (!row) report({ table, message: `${table} ${key} is missing` });
    else if (row.at !== at)
      report({ table, column: 'at', message: `${table} ${key}: its time was changed` });
  }
  for (const key of stored.keys())
    if (!recorded.has(key)) report({ table, message: `no entry records ${table} ${key}` });
}

/** Returns the columns that identify an observation, exactly. */
const observationKey = ({ origin, what }: StoredRow): string => JSON.stringify([origin, what]);

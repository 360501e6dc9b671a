/** Verifies the chain of entries, and the rows of processes and services. */

import type { Kysely } from 'kysely';
import type { JournalTables } from '../tables.ts';
import { type ChainedEntry, chainHash, type Head, NO_HASH, parseContent } from './entry.ts';
import { selectRuns } from './genesis.ts';
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
  const services = new Map<string, StoredRow>();
  let count = 0;
  for await (const page of pagesOf(transact, head)) {
    const entries = page.map(check).filter((entry) => entry !== undefined);
    page.forEach(expectKnown.see);
    for (const [name, row] of entries.flatMap(servicesIn)) services.set(name, row);
    const runs = entries.flatMap(({ insert }) => insert?.runs ?? []);
    await transact((db) => verifyRuns(db, runs, report));
    count += page.length;
  }
  if (count === 0) report({ table: 'entries', message: 'there are no entries' });
  expectKnown.end();
  await transact((db) => verifyServices(db, services, report));
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
  const stored = new Map((await selectRuns(db, ids)).map((row) => [row.id, row as StoredRow]));
  for (const run of recorded) {
    const found = stored.get(String(run['id']));
    const columns = Object.keys(run).filter((name) => found && found[name] !== run[name]);
    if (!found) report({ table: 'runs', message: `runs: ${run['id']} is missing` });
    for (const column of columns)
      report({ table: 'runs', column, message: `runs.${column} of ${run['id']} was changed` });
  }
}

/** Compares what is known of services, few rows each, with what entries record. */
async function verifyServices(
  db: Kysely<JournalTables>,
  recorded: ReadonlyMap<string, StoredRow>,
  report: ReportFinding,
): Promise<void> {
  const stored = new Map<string, StoredRow>();
  const observations = await db
    .selectFrom('observations')
    .select(['origin', 'what', 'at'])
    .execute();
  for (const row of observations) stored.set(serviceKey('observations', row), row);
  const origins = await db.selectFrom('former_origins').select('origin').execute();
  for (const row of origins) stored.set(serviceKey('former_origins', row), row);
  for (const [name, row] of recorded) {
    if (!stored.has(name)) report({ table: tableOf(name), message: `${name} is missing` });
    else if (stored.get(name)?.['at'] !== row['at'])
      report({ table: tableOf(name), column: 'at', message: `${name}: its time was changed` });
  }
  for (const name of stored.keys())
    if (!recorded.has(name)) report({ table: tableOf(name), message: `no entry records ${name}` });
}

/** Returns what an entry records of services, by name. */
const servicesIn = ({ insert }: ChainedEntry): (readonly [string, StoredRow])[] =>
  (['former_origins', 'observations'] as const).flatMap((table) =>
    (insert?.[table] ?? []).map((row) => [serviceKey(table, row), row] as const),
  );

/** Returns the name of a row: a table, and the columns that identify the row, exactly. */
const serviceKey = (table: string, { origin, what }: StoredRow): string =>
  `${table} ${JSON.stringify([origin, what])}`;
const tableOf = (name: string): string => name.split(' ')[0] ?? '';

/** Verifies a journal: its chain of entries, and that the tables agree with them. */

import { type Kysely, sql } from 'kysely';
import type { JournalTables } from '../tables.ts';
import { selectHead, selectJournalId } from './append-entry.ts';
import { type ChainedEntry, headText, parseContent } from './entry.ts';
import {
  type DerivedTable,
  derivedTableNames,
  derivedTables,
  type IntentTables,
  rowsOfIntents,
  type StoredRow,
  selectIntentIds,
} from './intent-rows.ts';
import {
  type Finding,
  type KnownEntries,
  MAX_FINDINGS,
  type Verification,
} from './verification.ts';
import { verifyChain } from './verify-chain.ts';

/** Runs work in a transaction of its own. */
export type Transact = <Result>(
  work: (db: Kysely<JournalTables>) => Promise<Result>,
) => Promise<Result>;

/**
 * Verifies the journal in pages, each in a transaction of its own, so that other processes can write between them: rows and
 * entries of an intent are written in one transaction, so they agree at any time.
 */
export async function verifyJournal(
  transact: Transact,
  known: KnownEntries,
): Promise<Verification> {
  const [journal, head] = await transact(async (db) => [
    await selectJournalId(db),
    await selectHead(db),
  ]);
  const found = collectFindings();
  const entries = await verifyChain(transact, head, known, found.add);
  const intents = await verifyTables(transact, found.add);
  return {
    journal: journal ?? 'unknown',
    head: headText(head),
    entries,
    intents,
    ...found.all(),
  };
}

/** Receives what is wrong. */
export type ReportFinding = (
  finding: Partial<Finding> & Pick<Finding, 'table' | 'message'>,
) => void;

function collectFindings() {
  const findings: Finding[] = [];
  let findingCount = 0;
  const add: ReportFinding = (finding) => {
    findingCount++;
    if (findings.length < MAX_FINDINGS)
      findings.push({ entry: null, intentId: null, column: null, ...finding });
  };
  return { add, all: () => ({ findings, findingCount }) };
}

/** Compares the tables with the entries; returns the number of intents. */
async function verifyTables(transact: Transact, report: ReportFinding): Promise<number> {
  let intents = 0;
  for (let after = ''; ; ) {
    const ids = await transact(async (db) => {
      const page = await selectIntentIds(db, after);
      const rows = await rowsOfIntents(db, page);
      const entries = await selectEntries(db, page);
      for (const id of page) {
        compareTables(String(id), entries.get(id) ?? [], rows.get(id) ?? {}, report);
      }
      return page;
    });
    if (ids.length === 0) break;
    intents += ids.length;
    after = ids.at(-1) ?? '';
  }
  await transact((db) => verifyOwners(db, report));
  return intents;
}

/** Selects the entries of intents by intent, oldest first. Unreadable ones were reported with the chain. */
async function selectEntries(
  db: Kysely<JournalTables>,
  ids: readonly string[],
): Promise<ReadonlyMap<unknown, readonly ChainedEntry[]>> {
  const found = new Map<unknown, ChainedEntry[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('entries')
    .select(['intent_id', 'content'])
    .where('intent_id', 'in', ids)
    .orderBy('seq')
    .execute();
  for (const { intent_id: id, content } of rows) {
    const entry = parseContent(content);
    if (entry) found.set(id, [...(found.get(id) ?? []), entry]);
  }
  return found;
}

/** Looks for rows whose intent is missing, and for entries whose rows are. */
async function verifyOwners(db: Kysely<JournalTables>, report: ReportFinding): Promise<void> {
  const absent = await sql<{ id: string }>`select distinct intent_id as id from entries
    where intent_id is not null
      and not exists (select 1 from intents where intents.id = entries.intent_id)
    limit ${MAX_FINDINGS}`.execute(db);
  for (const { id } of absent.rows)
    report({ table: 'intents', intentId: id, message: `${id}: its row in intents is missing` });

  const unnamed = await sql`select 1 from intents where id = ''`.execute(db);
  for (const _ of unnamed.rows) report({ table: 'intents', message: 'a row of intents has no id' });

  for (const table of derivedTableNames) {
    if (table === 'intents') continue;
    const owner = sql.ref(`${table}.${derivedTables[table].owner}`);
    const { rows } = await sql<{ id: string | null }>`select ${owner} as id from ${sql.table(table)}
      where not exists (select 1 from intents where intents.id = ${owner})
      limit ${MAX_FINDINGS}`.execute(db);
    for (const { id } of rows)
      report({ table, intentId: id, message: `${table}: a row is of no intent (${id})` });
  }
  const idle = await sql<{ id: string | null }>`select id from runs
    where not exists (select 1 from intents where intents.run_id = runs.id)
    limit ${MAX_FINDINGS}`.execute(db);
  for (const { id } of idle.rows)
    report({ table: 'runs', message: `runs: a row is of no intent (${id})` });
}

/** Reports each difference between the rows of an intent and what its entries, oldest first, make of it. */
function compareTables(
  intentId: string,
  entries: readonly ChainedEntry[],
  found: IntentTables,
  report: ReportFinding,
): void {
  if (entries.length === 0) {
    report({ table: 'intents', intentId, message: `${intentId}: no entry records it` });
    return;
  }
  const expected = derive(entries);
  for (const table of derivedTableNames) {
    compareRows(table, { expected: expected[table] ?? [], found: found[table] ?? [] }, (finding) =>
      report({ table, intentId, ...finding, message: `${intentId}: ${finding.message}` }),
    );
  }
}

/** Returns the rows that entries describe: what they inserted, with what they changed later. */
function derive(entries: readonly ChainedEntry[]): IntentTables {
  const tables: { [Table in DerivedTable]?: readonly StoredRow[] } = {};
  for (const { insert = {}, update } of entries) {
    for (const table of derivedTableNames) {
      const rows = insert[table];
      if (rows) tables[table] = [...(tables[table] ?? []), ...rows];
    }
    const { intents = [], intent_payables: payables = [] } = tables;
    if (update) tables.intents = intents.map((row) => ({ ...row, ...update.intents }));
    if (update?.intent_payables)
      tables.intent_payables = payables.map((row) => withPayment(row, update.intent_payables));
  }
  return tables;
}

const withPayment = (row: StoredRow, payments: readonly StoredRow[] = []): StoredRow => ({
  ...row,
  ...payments.findLast((payment) => payment['payable_id'] === row['payable_id']),
});

/** A difference, before it is known whose it is. */
type Difference = { readonly column?: string; readonly message: string };

function compareRows(
  table: DerivedTable,
  {
    expected,
    found,
  }: { readonly expected: readonly StoredRow[]; readonly found: readonly StoredRow[] },
  report: (difference: Difference) => void,
): void {
  const { key, canLoseRows = false } = derivedTables[table];
  const keyOf = (row: StoredRow) => key.map((column) => String(row[column])).join(' ');
  const left = new Map(found.map((row) => [keyOf(row), row]));
  for (const row of expected) {
    const name = keyOf(row);
    const stored = left.get(name);
    left.delete(name);
    if (stored) compareColumns(table, { expected: row, found: stored, name }, report);
    else if (!canLoseRows)
      report({ message: `its row ${name} in ${table} is missing`.replace('  ', ' ') });
  }
  for (const name of left.keys())
    report({ message: `no entry records its row ${name} in ${table}`.replace('  ', ' ') });
}

function compareColumns(
  table: DerivedTable,
  {
    expected,
    found,
    name,
  }: { readonly expected: StoredRow; readonly found: StoredRow; readonly name: string },
  report: (difference: Difference) => void,
): void {
  const columns = new Set([...Object.keys(expected), ...Object.keys(found)]);
  for (const column of columns) {
    // A column that was added after the entry was written is empty.
    const [was = null, is = null] = [expected[column], found[column]];
    if (was === is) continue;
    const place = name === '' ? `${table}.${column}` : `${table}.${column} of ${name}`;
    report({ column, message: `${place} is ${shown(is)}, its entries say ${shown(was)}` });
  }
}

/** The longest text of a value in a message. */
const MAX_SHOWN = 80;

function shown(value: unknown): string {
  if (value === null) return 'empty';
  const text =
    value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

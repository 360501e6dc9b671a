/** Comparison of the rows of an intent with those that its entries describe. */

import type { ChainedEntry } from './entry.ts';
import {
  type DerivedTable,
  derivedTableNames,
  derivedTables,
  type IntentTables,
  type StoredRow,
} from './intent-rows.ts';
import type { ReportFinding } from './verify-journal.ts';

/** Reports each difference between the rows of an intent and what its entries, oldest first, make of it. */
export function compareTables(
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

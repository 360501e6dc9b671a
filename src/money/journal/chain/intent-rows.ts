/** The rows of intents in the tables that are derived from entries. */

import { type Kysely, sql } from 'kysely';
import type { JournalTables } from '../tables.ts';

/** A row of a table, by column. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The rows of one intent by table, each in the order of its key. A table without rows of it is left out. */
export type IntentTables = { readonly [Table in DerivedTable]?: readonly StoredRow[] };

/** A table that is derived from the entries of intents. */
interface Derivation {
  /** The column with the id of the intent. */
  readonly owner: string;
  /** The columns that identify a row among those of its intent. */
  readonly key: readonly string[];
  /** True if rows may be deleted, which no entry records. */
  readonly canLoseRows?: true;
}

const derivations = {
  intents: { owner: 'id', key: [] },
  intent_payables: { owner: 'intent_id', key: ['payable_id'] },
  intent_payees: { owner: 'intent_id', key: ['seq'] },
  plan_batches: { owner: 'intent_id', key: [] },
  file_rows: { owner: 'intent_id', key: [], canLoseRows: true },
  outcomes: { owner: 'intent_id', key: [] },
  verdicts: { owner: 'intent_id', key: ['seq'] },
} as const satisfies Partial<Record<keyof JournalTables, Derivation>>;

export type DerivedTable = keyof typeof derivations;

/** The derived tables, the one of intents first. */
export const derivedTables: Readonly<Record<DerivedTable, Derivation>> = derivations;

export const derivedTableNames = Object.keys(derivations) as readonly DerivedTable[];

export async function rowsOfIntents(
  db: Kysely<JournalTables>,
  ids: readonly string[],
): Promise<ReadonlyMap<unknown, IntentTables>> {
  const found = new Map<unknown, { [Table in DerivedTable]?: StoredRow[] }>();
  if (ids.length === 0) return found;
  for (const table of derivedTableNames) {
    const { owner, key } = derivations[table];
    const order = sql.join([owner, ...key].map((column) => sql.ref(column)));
    const { rows } = await sql<StoredRow>`select * from ${sql.table(table)}
      where ${sql.ref(owner)} in (${sql.join(ids)}) order by ${order}`.execute(db);
    for (const row of rows) {
      const tables = found.get(row[owner]) ?? {};
      found.set(row[owner], tables);
      const others = tables[table];
      if (others) others.push(withoutOrder(row));
      else tables[table] = [withoutOrder(row)];
    }
  }
  return found;
}

/** Removes the number of insertion, which PostgreSQL keeps as a column. */
function withoutOrder({ rowid: _, ...columns }: StoredRow): StoredRow {
  return columns;
}

/** Rows that are read at once. */
const PAGE_SIZE = 500;

/** Selects the ids of the next intents after one, in the order of ids; at most a page of them. */
export async function selectIntentIds(
  db: Kysely<JournalTables>,
  after: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('intents')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE_SIZE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Reads the rows of the inspector's lists by an index, whatever they are filtered and ordered by. */

import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Row, SandboxTables } from '../../../database/tables.ts';
import { mergedRows, type Numbered, type SortedRange } from '../pagination.ts';
import type { ListCondition, OrderColumn } from './condition.ts';

/** The tables whose lists can be filtered. */
type ListTable = 'payables' | 'payments' | 'outbox' | 'events';

/** Conditions on the rows of a list. */
export interface ListFilter {
  /** Each row matches one of these, if there are any, and no row matches two: the sides of a business. */
  readonly sides?: readonly (readonly ListCondition[])[];
  /** Each row matches all of these. */
  readonly conditions: readonly ListCondition[];
}

/**
 * Rows that are read and sorted for one page. A condition that more rows match is common enough to be checked on rows
 * that are read in the order of the list.
 */
const MAX_SORTED = 5_000;

/** Returns the rows of a table in a range that match a filter, in the order of the range. */
export async function readRows<Table extends ListTable>(
  db: Kysely<SandboxTables>,
  table: Table,
  { sides = [[]], conditions }: ListFilter,
  range: SortedRange,
): Promise<(Row<Table> & Numbered)[]> {
  const lists: Numbered[][] = [];
  for (const side of sides) {
    lists.push(await readMatching(db, table, [...side, ...conditions], range));
  }
  return mergedRows(lists, range) as unknown[] as (Row<Table> & Numbered)[];
}

async function readMatching(
  db: Kysely<SandboxTables>,
  table: ListTable,
  conditions: readonly ListCondition[],
  range: SortedRange,
): Promise<Numbered[]> {
  const rare = await rarest(db, table, conditions, range.column);
  const isRead = (it: ListCondition) => (rare ? it === rare : it.order === range.column);
  const matches = conditions.map((it) => (isRead(it) && it.indexed ? it.indexed : it.checked));
  // An index of the order would be read from one end to the other to find few rows, so it is hidden from the database.
  const key = (column: OrderColumn) =>
    rare ? sql`coalesce(${sql.ref(column)}, null)` : sql.ref(column);
  const direction = sql.raw(range.order);
  const keys = [...(range.column === 'seq' ? [] : [key(range.column)]), key('seq')];
  const order = sql.join(keys.map((it) => sql`${it} ${direction}`));
  const found: Numbered[] = [];
  for (const part of partsOf(range, key)) {
    const where = sql.join([...matches, part], sql` and `);
    const { rows } = await sql<Numbered>`
      select * from ${sql.table(table)} where ${where}
      order by ${order} limit ${range.limit - found.length}`.execute(db);
    found.push(...rows);
    if (found.length === range.limit) break;
  }
  return found;
}

/** Returns the condition that fewest rows match, of those without an index in the order of the list; none if all are common. */
async function rarest(
  db: Kysely<SandboxTables>,
  table: ListTable,
  conditions: readonly ListCondition[],
  column: OrderColumn,
): Promise<ListCondition | undefined> {
  let [least, found]: [number, ListCondition | undefined] = [MAX_SORTED + 1, undefined];
  for (const condition of conditions) {
    if (!condition.indexed || condition.order === column) continue;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select 1 from ${sql.table(table)} where ${condition.indexed} limit ${least}) as matches`.execute(
      db,
    );
    const count = Number(rows[0]?.count);
    if (count < least) [least, found] = [count, condition];
  }
  return found;
}

/**
 * Returns the parts of a range in its order, each a range of an index: rows with the value of the position, then rows
 * beyond it. Rows without a value are in no order of values.
 */
function partsOf(
  { column, side, seq, value }: SortedRange,
  key: (column: OrderColumn) => RawBuilder<unknown>,
): readonly RawBuilder<SqlBool>[] {
  const sign = sql.raw(side);
  const isBeyond = sql<SqlBool>`${key('seq')} ${sign} ${seq}`;
  if (column === 'seq') return [isBeyond];
  return value === undefined
    ? [sql`${key(column)} is not null`]
    : [
        sql`${key(column)} = ${value} and ${isBeyond}`,
        sql`${key(column)} is not null and ${key(column)} ${sign} ${value}`,
      ];
}

/** Reads rows of tables: those of lists by an index, whatever they are filtered and ordered by. */

import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type NamedTable, rowAt } from '../../../database/rows.ts';
import type { Row, SandboxTables } from '../../../database/tables.ts';
import type { PageContext } from '../page-context.ts';
import type { ListCondition } from './condition.ts';
import type { Numbered, OrderColumn, RowRange } from './pagination.ts';

type Database = Pick<PageContext, 'db'>;

/** Conditions on the rows of a list. */
export interface ListFilter {
  /** Each row matches one of these, if there are any, and no row matches two: the sides of a business. */
  readonly sides?: readonly (readonly ListCondition[])[] | undefined;
  /** Each row matches all of these. */
  readonly conditions?: readonly ListCondition[];
}

/** A row with its place in the order in which rows were created. */
export type NumberedRow<Table extends keyof SandboxTables> = Row<Table> & Numbered;

/** Tables without a column `seq`. */
const unnumbered: ReadonlySet<string> = new Set([
  ...['businesses', 'connections', 'invitations', 'users'],
]);

/**
 * Rows that are read and sorted for one page. A condition that more rows match is common enough to be checked on rows
 * that are read in the order of the list.
 */
const MAX_SORTED = 5_000;

/**
 * Returns the record of a page.
 *
 * @throws {ApiError} 404 if there is none
 */
export const recordAt = <Table extends NamedTable>(
  { db, params }: Pick<PageContext, 'db' | 'params'>,
  table: Table,
): Promise<Row<Table>> => rowAt(db, table, params['id'] ?? '');

export async function rowsWith<Table extends keyof SandboxTables>(
  { db }: Database,
  table: Table,
  [column, value]: readonly [column: keyof Row<Table> & string, value: string],
  { order, limit }: { order?: string; limit?: number } = {},
): Promise<Row<Table>[]> {
  const { rows } = await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${value}
    ${order === undefined ? sql`` : sql`order by ${sql.raw(order)}`}
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db);
  return rows as Row<Table>[];
}

/** Returns how many rows of a table match a condition, at most `limit`: a large sandbox is as fast as a small one. */
export async function countUpTo(
  limit: number,
  { db }: Database,
  table: keyof SandboxTables,
  where: RawBuilder<SqlBool>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${sql.table(table)} where ${where} limit ${limit}) as some`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

/** Returns the rows of a table in a range that match a filter, in the order of the range. */
export async function readRows<Table extends keyof SandboxTables>(
  { db }: Database,
  table: Table,
  range: RowRange,
  { sides = [[]], conditions = [] }: ListFilter = {},
): Promise<NumberedRow<Table>[]> {
  const lists: Numbered[][] = [];
  for (const side of sides) {
    lists.push(await readMatching(db, table, [...side, ...conditions], range));
  }
  return inOrder(lists.flat(), range).slice(0, range.limit) as NumberedRow<Table>[];
}

function inOrder(rows: readonly Numbered[], { column, order }: RowRange): Numbered[] {
  const sign = order === 'asc' ? 1 : -1;
  const placeOf = (row: Numbered) => row[column] ?? '';
  return rows.toSorted((one, other) => {
    const [left, right] = [placeOf(one), placeOf(other)];
    return sign * (left === right ? one.seq - other.seq : left < right ? -1 : 1);
  });
}

async function readMatching(
  db: Kysely<SandboxTables>,
  table: keyof SandboxTables,
  conditions: readonly ListCondition[],
  range: RowRange,
): Promise<Numbered[]> {
  const seq = unnumbered.has(table) ? sql.ref('rowid') : sql.ref('seq');
  const columns = unnumbered.has(table) ? sql`*, rowid as seq` : sql`*`;
  const rare = await rarest(db, table, conditions, range.column);
  const isRead = (it: ListCondition) => (rare ? it === rare : it.order === range.column);
  const matches = conditions.map((it) => (isRead(it) && it.indexed ? it.indexed : it.checked));
  // An index of the order would be read from one end to the other to find few rows, so it is hidden from the database.
  const key = (column: OrderColumn) => {
    const place = column === 'seq' ? seq : sql.ref(column);
    return rare ? sql`coalesce(${place}, null)` : place;
  };
  const direction = sql.raw(range.order);
  const keys = [...(range.column === 'seq' ? [] : [key(range.column)]), key('seq')];
  const order = sql.join(keys.map((it) => sql`${it} ${direction}`));
  const found: Numbered[] = [];
  for (const part of partsOf(range, key)) {
    const where = sql.join([...matches, part], sql` and `);
    const { rows } = await sql<Numbered>`
      select ${columns} from ${sql.table(table)} where ${where}
      order by ${order} limit ${range.limit - found.length}`.execute(db);
    found.push(...rows);
    if (found.length === range.limit) break;
  }
  return found;
}

/** Returns the condition that fewest rows match, of those without an index in the order of the list; none if all are common. */
async function rarest(
  db: Kysely<SandboxTables>,
  table: keyof SandboxTables,
  conditions: readonly ListCondition[],
  column: OrderColumn,
): Promise<ListCondition | undefined> {
  let [least, found]: [number, ListCondition | undefined] = [MAX_SORTED + 1, undefined];
  for (const condition of conditions) {
    if (!condition.indexed || condition.order === column) continue;
    const count = await countUpTo(least, { db }, table, condition.indexed);
    if (count < least) [least, found] = [count, condition];
  }
  return found;
}

/**
 * Returns the parts of a range in its order, each a range of an index: rows with the value of the position, then rows
 * beyond it. Rows without a value are in no order of values.
 */
function partsOf(
  { column, side, seq, value }: RowRange,
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
